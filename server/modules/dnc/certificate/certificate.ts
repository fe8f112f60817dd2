import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { KeySet } from '@dooryard/contract/data/dnc'
import { ScrubSummary } from '@dooryard/contract/orders/order-files'
import { CompactSign, calculateJwkThumbprint } from 'jose'
import { z } from 'zod'
import type { Services } from '../../../platform/context.ts'

/** The claims of a certificate. Other fields are rejected, so that nothing is trusted unchecked. */
export const CertificateClaims = z.strictObject({
  iss: z.string(),
  issuedAt: z.iso.datetime(),
  orderId: z.string(),
  /** Version of the order's file: the first is the delivered one, later ones were scrubbed again. */
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

/** The only algorithm: the one named in a certificate is compared, never followed. */
export const algorithm = 'EdDSA'
export const certificateType = 'dooryard-dnc-certificate+jwt'
/** Of a test order, whose numbers were generated and never checked. */
export const testCertificateType = 'dooryard-test-certificate+jwt'

/** Strict, so that a header with its own key or a critical extension is rejected. */
export const CertificateHeader = z.strictObject({
  alg: z.literal(algorithm),
  typ: z.literal(certificateType),
  kid: z.string(),
})

/** The PKCS#8 prefix of a 32-byte Ed25519 seed (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

type CertificatePublicKey = KeySet['keys'][number]
type CertificateSigner = { privateKey: KeyObject; publicKey: CertificatePublicKey }

/**
 * Returns the portal's signing key. It is derived from the master secret, so it is stored nowhere and equal in every
 * process.
 */
export async function getSigner(secrets: Services['secrets']): Promise<CertificateSigner> {
  const seed = secrets.derive('dnc-certificate')
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const key = { kty: 'OKP', crv: 'Ed25519', x } as const
  // The RFC 7638 thumbprint: the key id can be computed from the key.
  return { privateKey, publicKey: { ...key, kid: await calculateJwkThumbprint(key), alg: algorithm, use: 'sig' } }
}

export const getCertificateKeys = async (secrets: Services['secrets']): Promise<KeySet> => ({
  keys: [(await getSigner(secrets)).publicKey],
})

/**
 * Issues what looks like the certificate of a test order and proves nothing: it says so in its type, and is signed with
 * a key made for it alone, so that no published key verifies it.
 */
export async function issueTestCertificate(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  claims: Omit<CertificateClaims, 'iss'>,
): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const payload = JSON.stringify({ iss: publicUrl, isTest: true, ...claims })
  return new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: algorithm, typ: testCertificateType, kid: 'test' })
    .sign(privateKey)
}

/** Issues a compact JWS that can be verified with the public key alone. The same claims give the same bytes. */
export async function issueCertificate(
  { secrets, publicUrl }: Pick<Services, 'secrets' | 'publicUrl'>,
  claims: Omit<CertificateClaims, 'iss'>,
): Promise<string> {
  const { privateKey, publicKey } = await getSigner(secrets)
  const payload = JSON.stringify(CertificateClaims.parse({ iss: publicUrl, ...claims }))
  return new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: algorithm, typ: certificateType, kid: publicKey.kid })
    .sign(privateKey)
}
