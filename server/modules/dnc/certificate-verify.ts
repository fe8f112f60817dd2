import { createHash } from 'node:crypto'
import type { KeySet } from '@dooryard/contract/dnc'
import { compactVerify, importJWK } from 'jose'
import { algorithm, CertificateClaims, CertificateHeader } from './certificate-claims.ts'
import { notProvenBy, provenBy } from './certificate-words-rules.ts'

export type Verdict =
  | {
      isProven: true
      claims: CertificateClaims
      /** What is proven, a sentence each, and what is not. */
      proven: string[]
      notProven: string[]
    }
  | { isProven: false; reason: string }

type Evidence = {
  /** Keys that the verifier trusts; what the certificate says of its key only chooses among them. */
  keys: KeySet
  /** The file that the certificate is about. */
  csv?: Uint8Array | undefined
}

class Refusal extends Error {}

/**
 * Whether a certificate is what a portal with one of the keys signed, to the letter, and about the file given; needs
 * neither store nor network. Anything that is not proven comes back as a refusal with its reason in words.
 */
export async function verifyCertificate(text: string, { keys, csv }: Evidence): Promise<Verdict> {
  try {
    const claims = await signedClaims(text, keys)
    const sha256 = csv && createHash('sha256').update(csv).digest('hex')
    if (sha256 !== undefined && sha256 !== claims.file.sha256)
      throw new Refusal(
        `The file is not the one that was certified, or was changed since: its SHA-256 is ${sha256}, the certificate says ${claims.file.sha256}.`,
      )
    return { isProven: true, claims, proven: provenBy(claims, csv !== undefined), notProven: notProvenBy(claims) }
  } catch (error) {
    if (error instanceof Refusal) return { isProven: false, reason: error.message }
    throw error
  }
}

async function signedClaims(text: string, { keys }: KeySet): Promise<CertificateClaims> {
  const [, head = '', body = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(text) ?? []
  if (head === '') throw new Refusal('This is no certificate: it wants three parts of letters, digits, - and _.')
  // Several spellings decode to the same bytes, of which one is ours.
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) throw altered()
  const header = CertificateHeader.safeParse(parsed(head))
  if (!header.success)
    throw new Refusal('This is no certificate of a do-not-call check: its header does not say that it is one.')
  const key = keys.find(({ kid }) => kid === header.data.kid)
  if (!key) throw new Refusal(`It was signed with another key (${header.data.kid}) than the ones to be trusted.`)
  try {
    await compactVerify(text, await importJWK(key, algorithm), { algorithms: [algorithm] })
  } catch {
    throw altered()
  }
  const claims = CertificateClaims.safeParse(parsed(body))
  if (!claims.success) throw new Refusal('It is signed, but says something else than a certificate of this version.')
  return claims.data
}

const altered = () => new Refusal('The signature does not fit: the certificate was changed after it was signed.')

function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
