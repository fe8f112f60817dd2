import { expect, test } from 'vitest'
import { type MatchTerms, scoreBuyer } from './match-rules.ts'

const purchase = {
  ...{ propertyId: '1', source: 's', countyFips: '47037', reportedOn: '2026-08-01', recordedOn: '2026-08-01' },
  ...{ lat: 36.16, lng: -86.78, price: 200_000, isMonthOnly: false, cashPurchase: null, resoldOn: null },
}
const terms: MatchTerms = {
  subject: { lat: 36.16, lng: -86.78, value: 200_000, type: 'SINGLE_FAMILY' },
  ...{ miles: 5, days: 730, today: '2026-08-01' },
  types: new Map([['1', 'SINGLE_FAMILY']]),
}
const score = (change: Partial<MatchTerms['subject']>, ...proofs: Partial<typeof purchase>[]) =>
  scoreBuyer(
    { ...terms, subject: { ...terms.subject, ...change } },
    { lastPurchase: '2026-08-01', proofs: (proofs.length > 0 ? proofs : [{}]).map((one) => ({ ...purchase, ...one })) },
  )
const pointsByKind = (result: ReturnType<typeof score>) =>
  Object.fromEntries(result.reasons.map(({ kind, points }) => [kind, points]))

test('a buyer that bought the like next door today scores 100', () => {
  expect(score({}).score).toBe(100)
})

test('nearness falls to nothing at the edge of the radius, by the nearest purchase', () => {
  const far = { lat: 36.16 + 5 / 69.1, propertyId: '2' }
  expect(pointsByKind(score({}, far)).NEARNESS).toBe(0)
  expect(pointsByKind(score({}, far, {})).NEARNESS).toBe(35)
})

test('a price is full within the prices paid, and nothing at half or double', () => {
  const paid = [{ price: 150_000 }, { price: 250_000 }]
  const price = (value: number | null) => pointsByKind(score({ value }, ...paid)).PRICE
  expect([price(150_000), price(250_000), price(500_000), price(75_000), price(null)]).toEqual([30, 30, 0, 0, 0])
  expect(price(300_000)).toBeGreaterThan(15)
  expect(score({}, ...paid).reasons[1]?.text).toBe('Pays $150,000–$250,000; this property is valued at $200,000')
})

test('type counts the share of like purchases, and an unknown type is no match', () => {
  const two = [{}, { propertyId: '9' }]
  const types = new Map([
    ['1', 'SINGLE_FAMILY'],
    ['9', 'CONDOMINIUM'],
  ])
  const result = scoreBuyer(
    { ...terms, types },
    { lastPurchase: '2024-08-02', proofs: two.map((one) => ({ ...purchase, ...one })) },
  )
  expect(pointsByKind(result)).toMatchObject({ TYPE: 10, RECENCY: 0 })
  expect(pointsByKind(score({ type: '' })).TYPE).toBe(0)
})
