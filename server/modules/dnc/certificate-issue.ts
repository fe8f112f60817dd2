import { CompactSign } from 'jose'
import type { Services } from '../../platform/context.ts'
import { algorithm, CertificateClaims, certificateType } from './certificate-claims.ts'
import { signerOf } from './certificate-keys.ts'

/**
 * A certificate of one do-not-call check, signed by this portal: a compact JWS that proves itself with nothing but the
 * public key. The same claims give the same bytes.
 */
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
