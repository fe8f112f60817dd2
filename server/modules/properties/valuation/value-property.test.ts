import { buffer, text } from 'node:stream/consumers'
import { type Valuation, ValuationExport, type ValuationQuery } from '@dooryard/contract/properties/valuation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import { extractTexts } from '../../../platform/files/pdf/pdf-text.fixture.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { createAnswerCache } from '../search/answer-cache.ts'
import { insertDeeds, insertRows } from '../transfers/rows.fixture.ts'
import { exportValuation } from './export/export-valuation.ts'
import { renderValuationPdf } from './export/valuation-pdf.ts'
import { center, getTrueValue, makeDeed, makeHome, makeMarket, marketToday } from './market.fixture.ts'
import { valueProperty } from './value-property.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
let ctx: Context

const subject = makeHome(5_000, { living_area_sqft: 1_900, year_built: 1990, lat: center.lat + 0.01 })
const border = makeHome(5_001, { county_fips: '47187', lat: center.lat + 0.031 })
const lonely = makeHome(5_002, { lat: center.lat + 0.4 })
const far = makeHome(5_003, { lat: center.lat + 1, living_area_sqft: 2_400 })
const sameHouse = { lat: subject.lat, lng: subject.lng, living_area_sqft: 1_900, year_built: 1990 }
const shared = makeHome(5_004, sameHouse)
const given = makeHome(5_005, sameHouse)
const plain = makeHome(5_006, sameHouse)
const refused = {
  UNKNOWN_TYPE: makeHome(6_003, { asset_sub_group: '' }),
  NO_TYPE: makeHome(6_000, { asset_sub_group: 'OFFICE_BUILDING' }),
  NO_POSITION: makeHome(6_001, { lat: null, lng: null }),
  NO_AREA: makeHome(6_002, { living_area_sqft: null }),
  TOO_FEW_COMPARABLES: lonely,
}

beforeAll(async () => {
  store = await createPropertyServices()
  ctx = {
    ...store.services,
    clock: { now: () => new Date(`${marketToday}T12:00:00Z`) },
    requestId: 'r',
    caller: { ipAddress: '127.0.0.1', userAgent: 'test' },
    signal: new AbortController().signal,
    actor: { userId: '1', role: 'ENTERPRISE_USER', sessionId: '1' },
  }
  const { homes, deeds } = makeMarket(900)
  const others = [subject, border, far, shared, given, plain, ...Object.values(refused)]
  await insertRows(store.services.clickhouse, 'properties', [...homes, ...others])
  const sold = { recorded_on: '2026-09-01', price: 990_000 }
  await insertDeeds(store.services.clickhouse, [
    ...deeds,
    // What the subject itself was sold for, ten lots sold together, and a sale within a family.
    makeDeed(subject, sold),
    makeDeed(shared, { ...sold, is_multi_parcel: true }),
    makeDeed(given, { ...sold, price: 20_000, arms_length: false }),
    makeDeed(plain, { ...sold, price: 350_000 }),
    makeDeed(far, { ...sold, price: 500_000 }),
  ])
})
afterAll(() => store.close())

const getValue = (home: { property_id: string }, query: ValuationQuery = {}) =>
  valueProperty(ctx, { cache: createAnswerCache({ entries: 1, bytes: 1 }) }, home.property_id, query)
const listIds = ({ comparables }: Valuation) => comparables.map(({ propertyId }) => propertyId)

test('a home is estimated from the sales near it, and the range holds its value', async () => {
  const value = await getValue(subject)
  const truth = getTrueValue(subject)
  expect(value.reason).toBeNull()
  expect(Math.abs((value.estimate?.value ?? 0) / truth - 1)).toBeLessThan(0.06)
  expect(value.estimate).toMatchObject({ asOf: marketToday, salesUsed: value.comparables.length })
  expect(value.estimate?.low).toBeLessThan(truth)
  expect(value.estimate?.high).toBeGreaterThan(truth)
  expect(value.trendPercent).toBeGreaterThan(2)
  expect(value.trendPercent).toBeLessThan(8)
  expect(value.used).toMatchObject({ isSameType: true })
  expect(value.candidates).toBeGreaterThanOrEqual(value.comparables.length)
})

test('every comparable says what was adjusted, and all weights are one', async () => {
  const { comparables, used } = await getValue(subject)
  for (const { price, adjustments, adjustedPrice, distanceMiles, livingAreaSqft } of comparables) {
    expect(price + Object.values(adjustments).reduce((sum, one) => sum + one, 0)).toBe(adjustedPrice)
    expect(distanceMiles).toBeLessThanOrEqual(used.miles)
    // A smaller home is worth less than the subject, so its price is adjusted upwards.
    expect(Math.sign(adjustments.area)).toBe(Math.sign(1_900 - (livingAreaSqft ?? 0)))
    expect(adjustments.date).toBeGreaterThanOrEqual(0)
  }
  expect(comparables.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1)
  expect(await getValue(subject)).toEqual(await getValue(subject))
})

test('sales of the home itself, of several parcels together and not at arm’s length are no comparables', async () => {
  const ids = listIds(await getValue(subject, { miles: 0.1, months: 12, areaPercent: 20 }))
  expect(ids).toContain(plain.property_id)
  for (const { property_id } of [subject, shared, given]) expect(ids).not.toContain(property_id)
})

test('comparables are excluded and added by hand', async () => {
  const before = await getValue(subject)
  const [first = ''] = listIds(before)
  const after = await getValue(subject, { excluded: [first], added: [far.property_id] })
  expect(listIds(after)).not.toContain(first)
  expect(after.comparables.find(({ propertyId }) => propertyId === far.property_id)).toMatchObject({
    ...{ isAdded: true, price: 500_000, soldOn: '2026-09-01' },
  })
  expect(before.comparables.some(({ isAdded }) => isAdded)).toBe(false)
  expect(after.estimate?.value).not.toBe(before.estimate?.value)
  const page = await renderValuationPdf({ valuation: after, isGenerated: false, at: ctx.clock.now() })
  const all = extractTexts(page)
    .texts.map(({ text }) => text.trim())
    .join(' ')
  const chosen = after.comparables.length - 1
  expect(all).toContain(
    `From ${chosen + 1} comparable sales: ${chosen} of ${after.candidates} sales within ${after.used.miles} mile`,
  )
  expect(all).toContain('and 1 added by hand.')
})

test('limits chosen by hand are kept, and the others widened until there are enough', async () => {
  const chosen = await getValue(subject, { miles: 0.7, months: 30, areaPercent: 15, isSameType: false })
  expect(chosen.used).toEqual({ miles: 0.7, months: 30, areaPercent: 15, isSameType: false })
  for (const { distanceMiles, livingAreaSqft } of chosen.comparables) {
    expect(distanceMiles).toBeLessThanOrEqual(0.7)
    expect(Math.abs((livingAreaSqft ?? 0) / 1_900 - 1)).toBeLessThanOrEqual(0.15)
  }
  const { used, isWidened } = await getValue(subject, { miles: 0.4 })
  expect(used.miles).toBe(0.4)
  expect(used.months).toBeGreaterThan(12)
  expect(isWidened).toBe(true)
})

test('a home at the edge of the data is compared with sales across the county line', async () => {
  const { estimate, comparables, isWidened } = await getValue(border)
  expect(isWidened).toBe(true)
  expect(comparables.length).toBeGreaterThanOrEqual(5)
  expect(Math.abs((estimate?.value ?? 0) / getTrueValue(border) - 1)).toBeLessThan(0.1)
})

test.each(Object.entries(refused))('there is no estimate, with the reason %s', async (reason, home) => {
  expect(await getValue(home)).toMatchObject({ estimate: null, reason })
})

test('an unknown property is not found', async () => {
  await expect(getValue({ property_id: '77' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

const exportAs = (home: { property_id: string }, query: Partial<ValuationExport>) =>
  exportValuation(ctx, { cache: createAnswerCache({ entries: 1, bytes: 1 }) }, home.property_id, {
    ...ValuationExport.parse({}),
    ...query,
  })

test('the page to send names the home, its estimate, each comparable and the maximum offer', async () => {
  const { estimate, comparables } = await getValue(subject)
  const file = await exportAs(subject, { offerPercent: 70, repairs: 40_000, fee: 10_000, afterRepairValue: 500_000 })
  expect(file.fileName).toBe('comparables-5000-example-orchard-ln-2026-10-15.pdf')
  const { pages, texts } = extractTexts(await buffer(file.body))
  const all = texts.map(({ text }) => text).join(' ')
  expect(pages).toBe(2)
  expect(all).toContain('5000 Example Orchard Ln')
  expect(all).toContain(`Estimate $${estimate?.value.toLocaleString('en-US')}`)
  expect(all).toContain('Maximum offer $300,000')
  expect(all).toContain('An estimate from public records, not an appraisal.')
  expect(texts.filter(({ text }) => /^Date of sale .*Weight/.test(text))).toHaveLength(comparables.length)
  for (const { right, y } of texts) {
    expect(right).toBeLessThanOrEqual(612 - 50)
    expect(y).toBeLessThan(770)
  }
})

test('pages of generated data say so, whole', async () => {
  const printed = { valuation: await getValue(subject), isGenerated: true, at: ctx.clock.now() }
  const all = extractTexts(await renderValuationPdf(printed)).texts.map(({ text }) => text)
  const notice =
    'Generated data: these homes and sales do not exist. An estimate from public records, not an appraisal.'
  expect(all.filter((text) => text === notice)).toHaveLength(2)
})

test('without an estimate, the page says why; the table has a line for each comparable', async () => {
  const page = await exportAs(refused.NO_AREA, { offerPercent: 70 })
  const all = extractTexts(await buffer(page.body)).texts.map(({ text }) => text)
  expect(all).toContain('No estimate')
  expect(all).toContain('The living area of this property is unknown.')
  expect(all).not.toContain('Maximum offer')
  expect(all.join(' ')).not.toContain('Estimate of')
  const table = await text((await exportAs(subject, { format: 'CSV' })).body)
  const lines = table.trim().split('\r\n')
  const { comparables } = await getValue(subject)
  expect(lines).toHaveLength(comparables.length + 1)
  expect(lines[1]).toContain(String(comparables[0]?.adjustedPrice))
  expect(lines[0]).toMatch(/,Generated$/)
  expect(lines[1]).toMatch(/,No$/)
})
