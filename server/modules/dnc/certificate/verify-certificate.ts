import { createHash } from 'node:crypto'
import { dncLists, scrubResults } from '@dooryard/contract/api/enums'
import { dncMaxAgeDays } from '@dooryard/contract/api/limits'
import type { KeySet } from '@dooryard/contract/data/dnc'
import type { ScrubbedAgainst } from '@dooryard/contract/orders/order-files'
import { compactVerify, importJWK } from 'jose'
import { z } from 'zod'
import { pluralize } from '../../../platform/util/format.ts'
import { parseJson } from '../../../platform/util/json.ts'
import { getAgeInDays } from '../scrub/scrub-rules.ts'
import { algorithm, CertificateClaims, CertificateHeader, testCertificateType } from './certificate.ts'

export type CertificateVerdict =
  | {
      isProven: true
      claims: CertificateClaims
      proven: string[]
      notProven: string[]
    }
  | { isProven: false; reason: string }

type CertificateEvidence = {
  /** Trusted keys. The key id in the certificate only selects one of them. */
  keys: KeySet
  csv?: Uint8Array | undefined
}

class CertificateRefusal extends Error {}

/**
 * Verifies a certificate byte for byte against the given file, without database or network. A failure is returned with
 * its reason.
 */
export async function verifyCertificate(text: string, { keys, csv }: CertificateEvidence): Promise<CertificateVerdict> {
  try {
    const claims = await verifySignedClaims(text, keys)
    const sha256 = csv && createHash('sha256').update(csv).digest('hex')
    if (sha256 !== undefined && sha256 !== claims.file.sha256)
      throw new CertificateRefusal(
        `The file is not the one that was certified, or was changed since: its SHA-256 is ${sha256}, the certificate says ${claims.file.sha256}.`,
      )
    return { isProven: true, claims, proven: listProven(claims, csv !== undefined), notProven: listNotProven(claims) }
  } catch (error) {
    if (error instanceof CertificateRefusal) return { isProven: false, reason: error.message }
    throw error
  }
}

async function verifySignedClaims(text: string, { keys }: KeySet): Promise<CertificateClaims> {
  const [, head = '', body = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(text) ?? []
  if (head === '')
    throw new CertificateRefusal('This is no certificate: it wants three parts of letters, digits, - and _.')
  // Several encodings decode to the same bytes; only the canonical one is accepted.
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) throw createAlteredRefusal()
  if (TestHeader.safeParse(parsePart(head)).success)
    throw new CertificateRefusal(
      'This is the certificate of a test order: its numbers were generated, and never checked.',
    )
  const header = CertificateHeader.safeParse(parsePart(head))
  if (!header.success)
    throw new CertificateRefusal(
      'This is no certificate of a do-not-call check: its header does not say that it is one.',
    )
  const key = keys.find(({ kid }) => kid === header.data.kid)
  if (!key)
    throw new CertificateRefusal(`It was signed with another key (${header.data.kid}) than the ones to be trusted.`)
  try {
    await compactVerify(text, await importJWK(key, algorithm), { algorithms: [algorithm] })
  } catch {
    throw createAlteredRefusal()
  }
  const claims = CertificateClaims.safeParse(parsePart(body))
  if (!claims.success)
    throw new CertificateRefusal('It is signed, but says something else than a certificate of this version.')
  return claims.data
}

const TestHeader = z.object({ typ: z.literal(testCertificateType) })

const createAlteredRefusal = () =>
  new CertificateRefusal('The signature does not fit: the certificate was changed after it was signed.')

const parsePart = (part: string) => parseJson(Buffer.from(part, 'base64url').toString())

/** Lists what a validly signed certificate proves, one sentence each. `hasFile` tells whether its file was compared. */
export function listProven(
  { iss, issuedAt, orderId, version, userId, file, scrub }: CertificateClaims,
  hasFile: boolean,
) {
  const found = scrub.byResult.map(({ result, count }) => `${count} ${scrubResults.label(result)}`)
  return [
    `Issued by ${iss} on ${issuedAt} for order ${orderId} of user ${userId}, version ${version} of its file.`,
    `${pluralize(scrub.numbers, 'number')} checked on ${scrub.checkedAt}${found.length ? `: ${found.join(', ')}` : ''}.`,
    ...scrub.against.map((copy) => formatSearchedList(copy, scrub.checkedAt)),
    `${pluralize(file.leads, 'lead')}, ${file.callableLeads} of them with a number that may be called.`,
    ...(hasFile ? [`The file given is ${file.name} as it was certified, to the byte (SHA-256 ${file.sha256}).`] : []),
  ]
}

function formatSearchedList(
  { list, owner, san, areaCodes, state, accessedOn, sha256 }: ScrubbedAgainst,
  checkedAt: string,
) {
  const age = getAgeInDays(accessedOn, new Date(checkedAt))
  const what = [
    dncLists.label(list),
    ...(state === undefined ? [] : [`of ${state}`]),
    ...(areaCodes.length === 0 ? [] : [`for ${areaCodes.join(', ')}`]),
    owner === 'YOURS' ? 'fetched by the user' : 'fetched by the portal',
    ...(san === undefined ? [] : [`under subscription account number ${san}`]),
  ]
  const files = sha256.length > 0 ? `, from SHA-256 ${sha256.join(' and ')}` : ''
  return `Checked against: ${what.join(' ')} on ${accessedOn}, ${pluralize(Math.max(age, 0), 'day')} old on the day of the check${files}.`
}

/** Lists what no certificate proves and what this one leaves open, one sentence each. */
export const listNotProven = ({ file, scrub }: CertificateClaims): string[] => [
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
