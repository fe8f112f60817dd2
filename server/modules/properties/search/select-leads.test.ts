import type { OrderSort } from '@dooryard/contract/orders/quote/delivery-options'
import { propertySorts } from '@dooryard/contract/properties/property-search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../demo/load-demo.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { findProperties } from '../records/properties.queries.ts'
import { type ReferenceRow, readReference } from './reference.fixture.ts'
import { milesBetween } from './reference-places.fixture.ts'
import { selectLeads } from './select-leads.queries.ts'

const asOf = new Date('2026-06-01')
let store: Awaited<ReturnType<typeof createPropertyServices>>
let rows: Map<string, ReferenceRow>

beforeAll(async () => {
  store = await createPropertyServices()
  await loadDemo(store.services, { rows: 2_000 })
  rows = new Map((await readReference(store.services.clickhouse)).map((row) => [row.property_id, row]))
})
afterAll(() => store.close())

type Options = Partial<Parameters<typeof selectLeads>[1]>

const select = async (options: Options) => {
  const whole = { criteria: {}, asOf, quantity: 10_000, need: 'MAILABLE' as const }
  const leads = await selectLeads(store.services.clickhouse, { ...whole, ...options })
  return leads.map(({ propertyId }) => rows.get(propertyId) as ReferenceRow)
}

const getIds = (leads: readonly ReferenceRow[]) => leads.map((row) => row.property_id)

test('leads sorted as in the finder come in the same order, also over several rounds', async () => {
  const { clickhouse } = store.services
  const page = { limit: 10_000, offset: 0 }
  for (const by of propertySorts)
    for (const order of ['asc', 'desc'] as const) {
      const found = await findProperties(clickhouse, { criteria: {}, asOf }, { sort: by, order, ...page })
      const expected = found.map((row) => row.propertyId).filter((id) => rows.get(id)?.is_mailable)
      const sort = { by, order }
      const first = getIds(await select({ sort, quantity: 700 }))
      const taken = first.map((propertyId) => ({ propertyId, ownerKey: '' }))
      expect([...first, ...getIds(await select({ sort, after: first.at(-1), taken }))]).toEqual(expected)
    }
})

const getSorted = (value: (row: ReferenceRow) => number | null) =>
  [...rows.values()]
    .filter((row) => row.is_mailable)
    .toSorted((a, b) => {
      const [left, right] = [value(a), value(b)]
      if (left !== right) return left === null ? 1 : right === null ? -1 : left - right
      return BigInt(a.property_id) < BigInt(b.property_id) ? -1 : 1
    })

test('leads with the highest equity and with the most signals come first, unknown equity last', async () => {
  const countSignals = (mask: number) => mask.toString(2).replaceAll('0', '').length
  const byEquity = getSorted((row) => (row.equity_amount === null ? null : -Number(row.equity_amount)))
  expect(byEquity.at(-1)?.equity_amount).toBeNull()
  expect(getIds(await select({ sort: { by: 'equityAmount', order: 'desc' } }))).toEqual(getIds(byEquity))
  const bySignals = getSorted((row) => -countSignals(row.signals))
  expect(getIds(await select({ sort: { by: 'signalCount', order: 'desc' } }))).toEqual(getIds(bySignals))
})

test('the nearest leads come first', async () => {
  const from = { lat: 36.16, lng: -86.78 }
  const measure = ({ lat, lng }: ReferenceRow) => milesBetween({ lat: lat ?? 0, lng: lng ?? 0 }, from)
  const sort: OrderSort = { by: 'distance', from }
  const miles = (await select({ sort })).map(measure)
  expect(miles).toHaveLength([...rows.values()].filter((row) => row.is_mailable).length)
  // Two distance formulas differ slightly.
  const largestStepBack = Math.max(...miles.slice(1).map((one, at) => (miles[at] ?? 0) / one - 1))
  expect(largestStepBack).toBeLessThan(1e-4)
})

test('a sort over owners with a phone is the same however many of them are searched at a time', async () => {
  const sort: OrderSort = { by: 'ownerName', order: 'desc' }
  const whole = getIds(await select({ sort, need: 'HAS_PHONE' }))
  expect(getIds(await select({ sort, need: 'HAS_PHONE', phonesPerPass: 300 }))).toEqual(whole)
})

test('one per owner is the first of each owner, and a further round repeats no owner of the rounds before', async () => {
  const sort: OrderSort = { by: 'estimatedValue', order: 'desc' }
  const seen = new Set<string>()
  const firsts = (await select({ sort, need: 'NAMED' })).filter((row) => {
    const isFirst = !seen.has(row.owner_key)
    seen.add(row.owner_key)
    return isFirst
  })
  const options = { sort, need: 'NAMED' as const, onePerOwner: true }
  expect(firsts.length).toBeLessThan([...rows.values()].filter(({ owner_key }) => owner_key !== '0').length)
  expect(getIds(await select(options))).toEqual(getIds(firsts))
  const round = await select({ ...options, quantity: 500 })
  const taken = round.map((row) => ({ propertyId: row.property_id, ownerKey: row.owner_key }))
  const rest = await select({ ...options, after: round.at(-1)?.property_id, taken })
  expect(getIds([...round, ...rest])).toEqual(getIds(firsts))
})

test('one per mailing address includes one per owner, in any spelling of the street', async () => {
  const leads = await select({ onePerAddress: true })
  expect(new Set(leads.map((row) => row.owner_key)).size).toBe(leads.length)
  const both = await select({ onePerAddress: true, onePerOwner: true })
  expect(both).toEqual(leads)
})
