import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../../platform/context.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { importRoll, toFiles } from './import-roll.ts'
import {
  type KillPoint,
  readStoreState,
  type StoreState,
  sources,
  stopAtStatement,
  writeFiles,
} from './killed-import-steps.fixture.ts'
import { findRoll } from './rolls.queries.ts'

// An import that cannot do anything from some statement on leaves the store as a killed process would. The torture
// test kills real processes at more points.

let store: Awaited<ReturnType<typeof createPropertyServices>>
let files: Awaited<ReturnType<typeof writeFiles>>
let oldState: StoreState

const load = async (source: keyof typeof sources, file: keyof typeof files, services = store.services) =>
  (await importRoll(services, { document: sources[source], files: toFiles(sources[source], files[file]) })).status

const readState = () => readStoreState(store.services.clickhouse)

/** The file that the list of datasets names as the loaded one; undefined while a load is not complete. */
async function findLoadedFile() {
  const roll = await findRoll(store.services.db, sources.deeds.source)
  return roll?.isComplete ? roll.fileName : undefined
}

beforeAll(async () => {
  store = await createPropertyServices()
  const noon = new Date('2026-11-02T12:00:00Z')
  store.services.clock = { now: () => noon }
  files = await writeFiles(join(store.folder, 'rolls'))
  await load('assessed', 'assessed')
  await load('deeds', 'deeds')
  oldState = await readState()
  expect(oldState.properties).toMatchObject([{ last_sale_price: 250000 }, { last_sale_price: 300000 }])
})
afterAll(() => store.close())

/** Imports deeds into a store that fails from that statement on. */
async function importUntil(file: keyof typeof files, moment: KillPoint) {
  const { clickhouse } = store.services
  let isGone = false
  const gone = async () => {
    isGone = true
    throw new Error('gone')
  }
  const rows: Services['clickhouse']['rows'] = (...query) => (isGone ? gone() : clickhouse.rows(...query))
  const cut = { ...stopAtStatement(clickhouse, moment, gone), rows }
  await expect(load('deeds', file, { ...store.services, clickhouse: cut })).rejects.toThrow('gone')
}

const exchange = 'exchange tables'
const moments: [when: string, moment: KillPoint][] = [
  ['between the transfers and the sales', { statement: exchange, number: 3 }],
  ['while a table is put together', { statement: 'delete from', number: 1 }],
  ['between the counts by place and the addresses', { statement: exchange, number: 5 }],
]

// Each case begins and ends with the old file loaded.
test.each(moments)('an import that stops %s does no harm', async (_, moment) => {
  await importUntil('later', moment)
  const between = await readState()
  expect(await findLoadedFile()).toBe(moment.statement === exchange ? undefined : 'deeds.csv')
  expect(await load('deeds', 'later')).toBe('LOADED')
  const after = await readState()
  expect(after.properties).toMatchObject([{ last_sale_price: 210000 }, { last_sale_price: 350000 }])
  // Readers meanwhile saw the old rows or the new ones of each table.
  for (const table of ['properties', 'transfers', 'sales', 'places', 'addresses'] as const)
    expect([oldState[table], after[table]]).toContainEqual(between[table])

  // Interrupted on the way back, the store holds neither file completely; importing the old file restores its rows.
  await importUntil('deeds', moment)
  expect(await load('deeds', 'deeds')).toBe('LOADED')
  expect(await readState()).toEqual(oldState)
  expect(oldState.tables).toEqual([])
})
