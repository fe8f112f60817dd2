import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { KeySet } from '@dooryard/contract/dnc'
import { ScrubSummary } from '@dooryard/contract/order-files'
import { CompactSign, calculateJwkThumbprint } from 'jose'
import { z } from 'zod'
import type { Services } from '../../platform/context.ts'

/** What a certificate says. Nothing else may stand in it, so that nothing is believed that nobody looks at. */
export const CertificateClaims = z.strictObject({
  iss: z.string(),
  issuedAt: z.iso.datetime(),
  orderId: z.string(),
  /** Of the order's file: the first is what was delivered, each later one was checked again. */
  version: z.int().min(1),
  userId: z.string(),
  file: z.strictObject({
    name: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    leads: z.int().min(0),
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

/** What stands before the 32 bytes of an Ed25519 seed in PKCS#8 (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

type PublicKey = KeySet['keys'][number]
type Signer = { privateKey: KeyObject; publicKey: PublicKey }

/** The key of this portal: made from its master secret, so it is kept nowhere, and every process has the same. */
export async function signerOf(secrets: Services['secrets']): Promise<Signer> {
  const seed = secrets.derive('dnc-certificate')
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const key = { kty: 'OKP', crv: 'Ed25519', x } as const
  // The thumbprint of RFC 7638: whoever has the key can tell its name.
  return { privateKey, publicKey: { ...key, kid: await calculateJwkThumbprint(key), alg: algorithm, use: 'sig' } }
}

export const certificateKeySet = async (secrets: Services['secrets']): Promise<KeySet> => ({
  keys: [(await signerOf(secrets)).publicKey],
})

/** A compact JWS that needs nothing but the public key; the same claims give the same bytes. */
export async function issueCertificate(
  { secrets, publicUrl }: Pick<Services, 'secrets' | 'publicUrl'>,
  claims: Omit<CertificateClaims, 'iss'>,
): Promise<string> {
  const { privateKey, publicKey } = await signerOf(secrets)
  const payload = JSON.stringify(CertificateClaims.parse({ iss: publicUrl, ...claims }))
  return new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: algorithm, typ: certificateType, kid: publicKey.kid })
    .sign(privateKey)
}
