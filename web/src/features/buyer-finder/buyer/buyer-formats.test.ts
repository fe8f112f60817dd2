import { getExample } from '@dooryard/contract/api/examples'
import { buyers } from '@dooryard/contract/properties/buyers'
import { expect, test } from 'vitest'
import { getBuyerKey, toBuyerPoints, toPagePoints } from '../results/map-points.ts'
import {
  formatCashShare,
  formatDeed,
  formatHoldingTime,
  formatMailingAddress,
  formatName,
  formatTypeAndTown,
  formatUnresolved,
  toPriceBand,
} from './buyer-formats.ts'

const { response } = buyers.search
const [example] = response ? response.parse(getExample(response)).items : []
if (!example) throw new Error('The contract shows no buyer')
const [deed] = example.transfers
if (!deed) throw new Error('The contract shows no deed')

test('a buyer is shown by its name in the deeds, in readable case, with its type and town', () => {
  expect(formatName(example)).toBe('Testwell Holdings LLC')
  expect(formatName({ ...example, names: [] })).toBe('Name not given')
  expect(formatTypeAndTown(example)).toBe('LLC · Franklin, TN')
  expect(formatTypeAndTown({ ...example, buyerType: 'UNKNOWN', mailingCity: null, mailingState: null })).toBe('')
  expect(formatMailingAddress(example)).toBe('40 Sample Plaza, Franklin, TN 37064')
  expect(
    formatMailingAddress({ ...example, mailingAddress: null, mailingCity: null, mailingState: null, mailingZip: null }),
  ).toBeUndefined()
})

test('a masked buyer is named by kind and initials, and has no address to mail to', () => {
  const masked = {
    ...example,
    isOwnerMasked: true,
    names: ['T••••• H••••• L•••••'],
    mailingAddress: '•••••',
    mailingZip: '•••••',
  }
  expect(formatName(masked)).toBe('LLC T. H. L.')
  expect(formatName({ ...masked, buyerType: 'UNKNOWN' })).toBe('Buyer T. H. L.')
  expect(formatTypeAndTown(masked)).toBe('LLC · Franklin, TN')
  expect(formatMailingAddress(masked)).toBeUndefined()
})

test('a cash share says how many payments are known, and an unknown one is not zero', () => {
  expect(formatCashShare({ cashShare: 0.666, knownPayments: 3 })).toEqual({ share: '67%', of: 'of 3 known' })
  expect(formatCashShare({ cashShare: 0, knownPayments: 3 })).toEqual({ share: '0%', of: 'of 3 known' })
  expect(formatCashShare({ cashShare: null, knownPayments: 0 })).toEqual({ share: '–', of: 'none known' })
})

test('a holding time is in months, and a dash if nothing was resold', () => {
  const format = (medianHoldingMonths: number | null, medianOwnedMonths: number | null = null) =>
    Object.values(formatHoldingTime({ medianHoldingMonths, medianOwnedMonths })).join(', ')
  expect([0, 1, 2.5].map((months) => format(months))).toEqual(['Under a month', '1 month', '2.5 months'])
  expect([format(null, 14), format(null, 1), format(null)]).toEqual([
    '14+ months, not resold',
    '1+ month, not resold',
    '–',
  ])
})

test('a deed shows what is known and what is not', () => {
  expect(formatDeed(deed)).toMatchObject({
    address: '1208 Example Orchard Ln',
    seller: 'From Sampler, Jane',
    details: 'Warranty deed, paid in cash',
  })
  expect(formatDeed({ ...deed, seller: null, deedType: 'UNKNOWN', cashPurchase: null })).toMatchObject({
    seller: undefined,
    details: undefined,
  })
  expect(formatDeed({ ...deed, resoldOn: '2026-08-01', cashPurchase: false }).details).toContain(
    'bought with a loan, resold Aug 1, 2026',
  )
})

test('a price band excludes unknown prices and purchases before the look-back period', () => {
  const at = (recordedOn: string, price: number | null) => ({ ...deed, recordedOn, price })
  const buyer = {
    medianPrice: 200,
    transfers: [at('2026-03-01', 300), at('2026-02-01', 100), at('2026-02-02', null), at('2020-01-01', 9)],
  }
  expect(toPriceBand(buyer, '2026-01-01')).toEqual({
    band: { min: 100, median: 200, max: 300, known: 2 },
    prices: [100, 300],
  })
  expect(toPriceBand({ ...buyer, transfers: [at('2026-03-01', 300)] }, '2026-01-01')).toBeUndefined()
})

test('purchases by unresolved buyers are mentioned if there are any', () => {
  expect(formatUnresolved(0)).toBeUndefined()
  expect(formatUnresolved(1)).toContain('1 further purchase here is')
  expect(formatUnresolved(1200)).toContain('1,200 further purchases here are')
})

test('the map shows the counted purchases with a position, each with its buyer', () => {
  const buyer = {
    ...example,
    transfers: [deed, { ...deed, lat: null }, { ...deed, recordedOn: '2020-01-01' }],
  }
  const points = toPagePoints([buyer], '2026-01-01', buyer.buyerKey)
  expect(points).toMatchObject([{ lat: deed.lat, lng: deed.lng, tone: 'accent' }])
  expect(points.map(({ id }) => getBuyerKey(id))).toEqual([buyer.buyerKey])
  expect(toPagePoints([buyer], '2026-01-01', undefined)).toMatchObject([{ tone: 'plain' }])
  expect(toBuyerPoints(buyer, '2026-01-01')).toMatchObject([
    { id: '0', tone: 'accent' },
    { id: '2', tone: 'plain' },
  ])
})
