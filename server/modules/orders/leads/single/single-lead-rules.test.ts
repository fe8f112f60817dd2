import { expect, test } from 'vitest'
import { buildOrderName, formatSingleFailure, listOffers } from './single-lead-rules.ts'

const prices = [
  { key: 'MAIL_READY', creditRequired: 1, creditsToAddPhones: 0, isActive: true },
  { key: 'CALL_READY', creditRequired: 3, creditsToAddPhones: 2, isActive: true },
] as const

test('what is offered is what the user does not have, and phones alone at the difference', () => {
  expect(listOffers([], prices)).toEqual([
    { campaignType: 'MAIL_READY', credits: 1 },
    { campaignType: 'CALL_READY', credits: 3 },
  ])
  expect(listOffers(['MAIL_READY'], prices)).toEqual([{ campaignType: 'CALL_READY', credits: 2 }])
  expect(listOffers(['CALL_READY'], prices)).toEqual([])
  expect(listOffers([], [{ ...prices[1], isActive: false }])).toEqual([])
})

test('an order is named by the address, and by the parcel without one', () => {
  const place = { city: 'NASHVILLE', state: 'TN', apn: '001-2' }
  expect(buildOrderName({ ...place, address: '1208 NW EXAMPLE ORCHARD LN' })).toBe(
    '1208 NW Example Orchard Ln, Nashville, TN',
  )
  expect(buildOrderName({ ...place, address: null, city: null })).toBe('Parcel 001-2, TN')
  expect(buildOrderName({ ...place, address: 'A'.repeat(200) })).toHaveLength(100)
})

const counts = { matched: 1, fresh: 1, selected: 0 }

test.each([
  ['CALL_READY', { ...counts, considered: 0 }, 'No phone of the owner is known.'],
  ['CALL_READY', { ...counts, considered: 1, contactable: 0 }, 'No phone of the owner is known.'],
  [
    'CALL_READY',
    { ...counts, contactable: 1, callable: 0 },
    'No phone of the owner may be called (National do-not-call).',
  ],
  ['MAIL_READY', { ...counts, mailable: 0 }, 'No full mailing address of the owner is known.'],
  ['MAIL_READY', { ...counts, matched: 0 }, 'The property or its owner has changed since. Please look at it again.'],
  // A failure of ours, after the candidates were chosen.
  ['CALL_READY', { ...counts, considered: 1 }, 'As recorded'],
  ['CALL_READY', undefined, 'As recorded'],
] as const)('a %s order that counted %o failed because: %s', (campaignType, breakdown, reason) => {
  const quote = { suppressedBy: [{ result: 'NATIONAL_DNC' as const, count: 1 }] }
  expect(formatSingleFailure({ campaignType, failureReason: 'As recorded', breakdown, quote })).toBe(reason)
})
