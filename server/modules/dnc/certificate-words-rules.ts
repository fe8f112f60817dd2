import { dncMaxAgeDays } from '@dooryard/contract/limits'
import type { ScrubbedAgainst } from '@dooryard/contract/order-files'
import { dncLists, scrubResults } from '@dooryard/contract/vocabularies'
import { plural } from '../../platform/format.ts'
import type { CertificateClaims } from './certificate-claims.ts'
import { ageInDays } from './scrub-rules.ts'

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
