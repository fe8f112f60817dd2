import {
  type BuyerPage,
  BuyerSearch,
  buyerKinds,
  buyerLookBackMonths,
  buyerSorts,
} from '@dooryard/contract/properties/buyers'
import { distances } from '@dooryard/contract/properties/filters'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { openOwners } from '../records/owners/open-owners.fixture.ts'
import { toIsoDay } from '../search/compile/clauses.ts'
import { insertDeeds, insertRows } from '../transfers/rows.fixture.ts'
import { makeMarket } from './deeds.fixture.ts'
import { buildReferenceAnswer, type Reference } from './reference.fixture.ts'
import { listBuyerContacts, searchBuyers } from './search-buyers.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
let ctx: Context
let today: string
let market: ReturnType<typeof makeMarket>

beforeAll(async () => {
  store = await createPropertyServices()
  ctx = {
    ...store.services,
    clock: { now: () => new Date('2026-08-31T12:00:00Z') },
    requestId: 'r',
    caller: { ipAddress: '127.0.0.1', userAgent: 'test' },
    signal: new AbortController().signal,
    actor: { userId: '1', role: 'ENTERPRISE_USER', sessionId: '1' },
  }
  today = toIsoDay(ctx.clock.now())
  market = makeMarket(today, 700)
  await insertDeeds(store.services.clickhouse, market.deeds)
  await insertRows(store.services.clickhouse, 'properties', market.holdings)
})
afterAll(() => store.close())

const search = (question: object) => searchBuyers(ctx, openOwners, BuyerSearch.parse(question))
const around = { subject: { lat: 36.16, lng: -86.78 }, miles: 50, months: 24 } as const

const listPositioned = () =>
  market.holdings.flatMap(({ lat, lng, ...row }) => (lat && lng ? [{ ...row, lat, lng }] : []))

/** Both results in one shape: a deed is identified by its property, day and roll. */
const toComparable = ({ items, totalCount, unresolved, since }: BuyerPage) => ({
  since,
  totalCount,
  unresolved,
  items: items.map(({ names: _, buyerType: __, isOwnerMasked: ___, transfers, ...buyer }) => ({
    ...buyer,
    proofs: transfers.map((deed) => [
      deed.propertyId,
      deed.recordedOn,
      deed.roll,
      deed.price,
      deed.resoldOn,
      deed.lat,
      deed.lng,
    ]),
  })),
})
const toComparableReference = ({ items, ...rest }: Reference) => ({
  ...rest,
  items: items.map(({ proofs, ...buyer }) => ({
    ...buyer,
    proofs: proofs.map((deed) => [
      deed.property_id,
      deed.recorded_on,
      deed.source,
      deed.price,
      deed.resoldOn,
      deed.lat,
      deed.lng,
    ]),
  })),
})

const questions = fc.record({
  at: fc.nat(),
  asPoint: fc.boolean(),
  miles: fc.constantFrom(...distances),
  months: fc.constantFrom(...buyerLookBackMonths),
  kind: fc.constantFrom(...buyerKinds.values),
  price: fc.option(
    fc.record({
      min: fc.constantFrom(0, 100_000),
      max: fc.constantFrom(200_000, 350_000),
      includeUnknown: fc.boolean(),
    }),
    { nil: undefined },
  ),
  sort: fc.constantFrom(...buyerSorts.options),
  order: fc.constantFrom('asc', 'desc'),
  page: fc.integer({ min: 1, max: 2 }),
  limit: fc.constantFrom(3, 10, 100),
})

test('random searches agree with a plain computation over the same deeds', { timeout: 600_000 }, async () => {
  const runs = scaleForTorture(40, 3_000)
  let found = 0
  const subjects = listPositioned()
  await fc.assert(
    fc.asyncProperty(questions, async ({ at, asPoint, ...rest }) => {
      const { property_id, lat, lng } = subjects[at % subjects.length] ?? { property_id: '0', lat: 0, lng: 0 }
      const question = BuyerSearch.parse({ ...rest, subject: asPoint ? { lat, lng } : { propertyId: property_id } })
      const answer = toComparable(await searchBuyers(ctx, openOwners, question))
      expect(answer).toEqual(toComparableReference(buildReferenceAnswer(market, { lat, lng }, question, today)))
      found += answer.items.length > 0 ? 1 : 0
    }),
    { numRuns: runs, seed: 42 },
  )
  // Searches without results would prove nothing.
  expect(found).toBeGreaterThan(runs / 2)
})

test('every kind finds buyers, and a buyer of no kind is only found by ANY', async () => {
  const totals = new Map<string, number>()
  for (const kind of buyerKinds.values) totals.set(kind, (await search({ ...around, kind })).totalCount)
  for (const [kind, total] of totals) {
    expect([kind, total > 0]).toEqual([kind, true])
    if (kind !== 'ANY') expect([kind, total < (totals.get('ANY') ?? 0)]).toEqual([kind, true])
  }
})

test('a buyer is returned with names, mailing address and the deeds that prove it', async () => {
  const { items } = await search({ ...around, kind: 'FLIPPER', limit: 100 })
  for (const { names, buyerType, transfers, purchases, portfolioSize, mailingAddress } of items) {
    expect(names.length).toBeGreaterThan(0)
    expect(buyerType).not.toBe('GOVERNMENT')
    expect(transfers.length).toBeGreaterThanOrEqual(Math.min(purchases, 25))
    expect(transfers.some(({ resoldOn }) => resoldOn !== null)).toBe(true)
    expect(transfers.every(({ address }) => address?.endsWith('EXAMPLE ORCHARD LN'))).toBe(true)
    expect(mailingAddress === null).toBe(portfolioSize === 0)
  }
  const shown = items.flatMap(({ transfers }) => transfers)
  expect(shown.some(({ cashPurchase }) => cashPurchase === null)).toBe(true)
  expect(shown.some(({ isMonthOnly }) => isMonthOnly)).toBe(true)
})

test('pages have no gaps or repeats, and a page past the end is empty but has the total', async () => {
  const all = await search({ ...around, limit: 100 })
  const paged = []
  for (let page = 1; page <= all.totalCount / 4 + 1; page += 1)
    paged.push(...(await search({ ...around, page, limit: 4 })).items)
  expect(paged).toEqual(all.items)
  expect(await search({ ...around, page: 99 })).toMatchObject({ items: [], totalCount: all.totalCount })
})

test('a buyer that resold nothing shows how long it has owned its purchases', async () => {
  const { items } = await search({ ...around, limit: 100 })
  const holding = items.filter(({ medianHoldingMonths }) => medianHoldingMonths === null)
  expect(holding.length).toBeGreaterThan(0)
  expect(holding.filter(({ medianOwnedMonths }) => medianOwnedMonths === null)).toEqual([])
  const sorted = (await search({ ...around, limit: 100, sort: 'medianHoldingMonths' })).items
  expect(sorted.findIndex(({ medianHoldingMonths }) => medianHoldingMonths === null)).toBe(
    items.length - holding.length,
  )
})

test('a subject that does not exist or has no position is rejected with a message', async () => {
  const ask = (propertyId: string) => search({ ...around, subject: { propertyId } })
  await expect(ask('1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ask('99999999999999999999')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const lost = market.holdings.find(({ lat }) => lat === null)?.property_id ?? ''
  await expect(ask(lost)).rejects.toMatchObject({
    code: 'UNPROCESSABLE',
    message: 'This property has no coordinates. Enter a position instead.',
  })
})

/** Inserts deeds at a separate place, far from the rest. */
async function insertDealsAt(lat: number, deeds: readonly object[]) {
  const place = { source: 'example-rolls', state: 'TN', county_fips: '47037', lat, lng: -86 }
  const rows = deeds.map((deed) => ({ ...place, price: 100_000, buyer_type: 'LLC', document: '', ...deed }))
  await insertDeeds(store.services.clickhouse, rows)
  return { subject: { lat, lng: -86 }, miles: 1, months: 12 }
}

test('a resale before the look-back makes no flipper, and one within it does', async () => {
  const buys = (property_id: string, recorded_on: string, buyer: string, buyer_key: string) => ({
    ...{ property_id, recorded_on, buyer, buyer_key },
  })
  const there = await insertDealsAt(30, [
    // Bought and resold before the year; the one purchase within it was not resold.
    buys('11', '2024-06-01', 'EARLY', '71'),
    buys('11', '2025-02-01', 'ANYBODY', '79'),
    buys('12', '2026-02-01', 'EARLY', '71'),
    // Bought before the year, resold within it.
    buys('13', '2025-02-01', 'TIMELY', '72'),
    buys('13', '2025-12-01', 'ANYBODY', '79'),
    buys('14', '2026-02-01', 'TIMELY', '72'),
  ])
  expect((await search({ ...there, kind: 'FLIPPER' })).items).toMatchObject([
    {
      ...{ names: ['TIMELY'], purchases: 1, medianHoldingMonths: 10 },
      transfers: [
        { recordedOn: '2025-02-01', resoldOn: '2025-12-01' },
        { recordedOn: '2026-02-01', resoldOn: null },
      ],
    },
  ])
  expect((await search({ ...there, kind: 'ANY' })).items.find(({ names }) => names[0] === 'EARLY')).toMatchObject({
    ...{ purchases: 1, medianHoldingMonths: null },
    transfers: [{ recordedOn: '2026-02-01' }],
  })
})

test('a purchase takes its date and its buyer from the rolls that know them', async () => {
  const purchase = { property_id: '21', buyer: 'TESTWELL', buyer_key: '73' }
  const there = await insertDealsAt(31, [
    { ...purchase, recorded_on: '2026-03-01', is_month_only: true, cash_purchase: null },
    {
      ...purchase,
      source: 'sales',
      recorded_on: '2026-03-09',
      is_month_only: false,
      buyer_key: '0',
      cash_purchase: true,
    },
  ])
  expect(await search({ ...there, kind: 'CASH_BUYER' })).toMatchObject({
    unresolved: 0,
    items: [
      {
        ...{ buyerKey: '73', purchases: 1, lastPurchase: '2026-03-09', cashShare: 1 },
        transfers: [{ recordedOn: '2026-03-09', isMonthOnly: false, cashPurchase: true, roll: 'example-rolls' }],
      },
    ],
  })
})

test('the contacts of a search are those of its buyers on all pages, in its order', async () => {
  const pages = [await search({ ...around, limit: 100 }), await search({ ...around, limit: 100, page: 2 })]
  const { contacts, considered, totalCount } = await listBuyerContacts(ctx, openOwners, BuyerSearch.parse(around))
  expect(totalCount).toBe(pages[0]?.totalCount)
  expect(considered).toBe(totalCount)
  const listed = pages
    .flatMap(({ items }) => items)
    .flatMap(({ buyerKey, contactPropertyId }) =>
      contactPropertyId ? [{ buyerKey, propertyId: contactPropertyId }] : [],
    )
  expect(listed.length).toBeGreaterThan(0)
  expect(contacts.slice(0, listed.length)).toEqual(listed)
})
