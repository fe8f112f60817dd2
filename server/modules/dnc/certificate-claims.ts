import { ScrubSummary } from '@dooryard/contract/order-files'
import { z } from 'zod'

/** What a certificate says. Nothing else may stand in it, so that nothing is believed that nobody looks at. */
export const CertificateClaims = z.strictObject({
  /** Where the portal that issued it is reached. */
  iss: z.string(),
  /** When it was issued; `scrub.checkedAt` is when the numbers were checked. */
  issuedAt: z.iso.datetime(),
  orderId: z.string(),
  /** Of the order's file: the first is what was delivered, each later one was checked again. */
  version: z.int().min(1),
  /** Whose order it is. */
  userId: z.string(),
  file: z.strictObject({
    name: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    leads: z.int().min(0),
    /** Leads with a number that may be called. */
    callableLeads: z.int().min(0),
  }),
  scrub: ScrubSummary,
})
export type CertificateClaims = z.infer<typeof CertificateClaims>

/** The only algorithm: what a certificate itself says of it is compared, never followed. */
export const algorithm = 'EdDSA'
export const certificateType = 'dooryard-dnc-certificate+jwt'

/** Strict, so that a header that brings a key of its own, or asks for an extension, is none. */
export const CertificateHeader = z.strictObject({
  alg: z.literal(algorithm),
  typ: z.literal(certificateType),
  kid: z.string(),
})
