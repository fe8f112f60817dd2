import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { KeySet } from '@dooryard/contract/dnc'
import { calculateJwkThumbprint } from 'jose'
import type { Services } from '../../platform/context.ts'
import { algorithm } from './certificate-claims.ts'

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

/** The public keys that prove this portal's certificates, as a JSON Web Key Set. */
export const certificateKeySet = async (secrets: Services['secrets']): Promise<KeySet> => ({
  keys: [(await signerOf(secrets)).publicKey],
})
