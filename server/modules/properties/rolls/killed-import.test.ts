import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../../platform/context.ts'
import { propertyServices } from '../property-services.fixture.ts'
import { importRoll } from './import-roll.ts'
import { type Moment, type State, sources, stateOf, stoppedAt, writeFiles } from './killed-import-task.fixture.ts'

// An import that can do nothing any more from some statement on leaves the store as a killed process would. Its torture
// test kills real ones, at more moments.

let store: Awaited<ReturnType<typeof propertyServices>>
let files: Awaited<ReturnType<typeof writeFiles>>
let old: State

const load = async (source: keyof typeof sources, file: keyof typeof files, services = store.services) =>
  (await importRoll(services, { source: sources[source], path: files[file] })).status

const state = () => stateOf(store.services.clickhouse)

beforeAll(async () => {
  store = await propertyServices()
  const noon = new Date('2026-11-02T12:00:00Z')
  store.services.clock = { now: () => noon }
  files = await writeFiles(join(store.folder, 'rolls'))
  await load('assessed', 'assessed')
  await load('deeds', 'deeds')
  old = await state()
  expect(old.properties).toMatchObject([{ last_sale_price: 250000 }, { last_sale_price: 300000 }])
})
afterAll(() => store.close())

/** Imports deeds with a store that is gone from that moment on. */
async function stopped(file: keyof typeof files, moment: Moment) {
  const { clickhouse } = store.services
  let isGone = false
  const gone = async () => {
    isGone = true
    throw new Error('gone')
  }
  const rows: Services['clickhouse']['rows'] = (...query) => (isGone ? gone() : clickhouse.rows(...query))
  const cut = { ...stoppedAt(clickhouse, moment, gone), rows }
  await expect(load('deeds', file, { ...store.services, clickhouse: cut })).rejects.toThrow('gone')
}

const exchange = 'exchange tables'
const moments: [when: string, moment: Moment][] = [
  ['between the sales and the properties', { statement: exchange, number: 3 }],
  ['while a table is put together', { statement: 'delete from', number: 1 }],
  ['between the counts by place and the addresses', { statement: exchange, number: 5 }],
]

// Each begins with the old file loaded, and ends so.
test.each(moments)('an import that ends %s does no harm', async (_, moment) => {
  await stopped('later', moment)
  const between = await state()
  expect(await load('deeds', 'later')).toBe('LOADED')
  const after = await state()
  expect(after.properties).toMatchObject([{ last_sale_price: 210000 }, { last_sale_price: 350000 }])
  // What readers saw in the meantime: of each table the old rows or the new ones.
  for (const table of ['properties', 'transfers', 'sales', 'places', 'addresses'] as const)
    expect([old[table], after[table]]).toContainEqual(between[table])

  // Cut off on the way back, the store holds neither file whole, and whoever has only the old one gets its rows.
  await stopped('deeds', moment)
  expect(await load('deeds', 'deeds')).toBe('LOADED')
  expect(await state()).toEqual(old)
  expect(old.tables).toEqual([])
})
