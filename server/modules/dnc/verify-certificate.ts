import { createHash } from 'node:crypto'
import type { KeySet } from '@dooryard/contract/dnc'
import { dncMaxAgeDays } from '@dooryard/contract/limits'
import type { ScrubbedAgainst } from '@dooryard/contract/order-files'
import { dncLists, scrubResults } from '@dooryard/contract/vocabularies'
import { compactVerify, importJWK } from 'jose'
import { plural } from '../../platform/format.ts'
import { parseJson } from '../../platform/json.ts'
import { algorithm, CertificateClaims, CertificateHeader } from './certificate.ts'
import { ageInDays } from './scrub-rules.ts'

export type Verdict =
  | {
      isProven: true
      claims: CertificateClaims
      proven: string[]
      notProven: string[]
    }
  | { isProven: false; reason: string }

type Evidence = {
  /** Keys that the verifier trusts; what the certificate says of its key only chooses among them. */
  keys: KeySet
  csv?: Uint8Array | undefined
}

class Refusal extends Error {}

/** To the letter, and about the file given, without store or network; what is not proven is a refusal in words. */
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

const parsed = (part: string) => parseJson(Buffer.from(part, 'base64url').toString())

/** What a certificate whose signature fits proves, a sentence each. `hasFile`: and whose file was compared with it. */
export function provenBy(
  { iss, issuedAt, orderId, version, userId, file, scrub }: CertificateClaims,
  hasFile: boolean,
) {
  const found = scrub.byResult.map(({ result, count }) => `${count} ${scrubResults.label(result)}`)
  return [
    `Issued by ${iss} on ${issuedAt} for order ${orderId} of user ${userId}, version ${version} of its file.`,
    `${plural(scrub.numbers, 'number')} checked on ${scrub.checkedAt}${found.length ? `: ${found.join(', ')}` : ''}.`,
    ...scrub.against.map((copy) => lookedInto(copy, scrub.checkedAt)),
    `${plural(file.leads, 'lead')}, ${file.callableLeads} of them with a number that may be called.`,
    ...(hasFile ? [`The file given is ${file.name} as it was certified, to the byte (SHA-256 ${file.sha256}).`] : []),
  ]
}

function lookedInto({ list, owner, san, areaCodes, state, accessedOn, sha256 }: ScrubbedAgainst, checkedAt: string) {
  const age = ageInDays(accessedOn, new Date(checkedAt))
  const what = [
    dncLists.label(list),
    ...(state === undefined ? [] : [`of ${state}`]),
    ...(areaCodes.length === 0 ? [] : [`for ${areaCodes.join(', ')}`]),
    owner === 'YOURS' ? 'fetched by the user' : 'fetched by the portal',
    ...(san === undefined ? [] : [`under subscription account number ${san}`]),
  ]
  const files = sha256.length > 0 ? `, from SHA-256 ${sha256.join(' and ')}` : ''
  return `Checked against: ${what.join(' ')} on ${accessedOn}, ${plural(Math.max(age, 0), 'day')} old on the day of the check${files}.`
}

/** What no certificate proves, and what this one leaves open, a sentence each. */
export const notProvenBy = ({ file, scrub }: CertificateClaims): string[] => [
  ...(scrub.notCovered.length > 0
    ? [
        `Numbers of ${scrub.notCovered.join(', ')} were not checked: no current copy of the national registry covers them.`,
      ]
    : []),
  `That a number may still be called later: a copy of the national registry counts for ${dncMaxAgeDays} days from the day it was fetched.`,
  'That the copies were true and whole: it says which files were imported, and their SHA-256 can be compared.',
  'That nobody has withdrawn or given consent, and that calls keep the hours and rules of their state.',
  `That ${file.name} was used unchanged: compare the SHA-256 of what was used.`,
]
