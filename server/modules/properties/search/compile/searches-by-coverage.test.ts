import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestUser, user } from '../../../../test/factories.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { importRoll, toFiles } from '../../rolls/import-roll.ts'
import { nameGenericSource } from '../../sources/generic-source.ts'

// Searches skip counties known to have no data. That knowledge must never be older than the data.

let portal: Portal
let searcher: TestUser
let folder: string

beforeAll(async () => {
  portal = await testPortal()
  folder = await mkdtemp(join(tmpdir(), 'dooryard-rolls-'))
  searcher = await user(portal)
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

/** Imports a roll of a county with parcels in a ZIP and around a point. */
async function importParcels(
  name: string,
  countyFips: string,
  parcels: readonly [zip: string, lat: number, lng: number][],
) {
  const path = join(folder, `${name}.csv`)
  const lines = parcels.map(([zip, lat, lng], at) => [at + 1, `${at + 1} SAMPLE ST`, zip, lat, lng].join(','))
  await writeFile(path, `${['apn,address,zip,lat,lng', ...lines].join('\n')}\n`)
  const document = nameGenericSource(name, countyFips)
  await importRoll(portal.services, { document, files: toFiles(document, path) })
}

async function count(location: Criteria['location']): Promise<number> {
  const { body } = await searcher.as.call(properties.count, { body: { criteria: { location } } })
  return body.count
}

/** Counts, and reports whether the statement was restricted to counties. */
async function countAndSpy(location: Criteria['location']) {
  const spy = vi.spyOn(portal.services.clickhouse, 'rows')
  const matches = await count(location)
  const isNarrowed = spy.mock.calls.some(([sql]) => /county_fips in|false and/.test(sql))
  spy.mockRestore()
  return { matches, isNarrowed }
}

const zip = (code: string): Criteria['location'] => ({ zips: [code] })
const near = (lat: number, lng: number): Criteria['location'] => ({ near: { lat, lng, miles: 1 } })

/** Searches for uncached ZIPs until one is restricted to known counties. */
let others = 10_000
const waitForCoverage = () =>
  expect.poll(() => countAndSpy(zip(String(others++)))).toEqual({ matches: 0, isNarrowed: true })

// Rolls are loaded one after the other and are not removed.
describe('with rolls loaded one after the other', { shuffle: false }, () => {
  test('a ZIP or an area is searched in its known counties, with the same result', async () => {
    await importParcels('nashville', '47037', [
      ['37209', 36.15, -86.85],
      ['37209', 36.16, -86.86],
    ])
    expect(await countAndSpy(zip('37209'))).toEqual({ matches: 2, isNarrowed: false })
    await waitForCoverage()
    expect(await countAndSpy(near(36.15, -86.85))).toEqual({ matches: 2, isNarrowed: true })
    expect(await countAndSpy(near(40, -100))).toEqual({ matches: 0, isNarrowed: true })
  })

  test('a roll that brings a ZIP to another state is seen by the very next search', async () => {
    await waitForCoverage()
    await importParcels('across-the-line', '21221', [['37209', 36.6, -88.1]])
    expect(await count(zip('37209'))).toBe(3)
    expect(await count(near(36.6, -88.1))).toBe(1)
    await waitForCoverage()
    expect(await countAndSpy({ zips: ['37209', '99999'] })).toEqual({ matches: 3, isNarrowed: true })
  })

  test('while a roll is partly in the store, searches cover all counties', async () => {
    await waitForCoverage()
    const { db } = portal.services
    await db.updateTable('rolls').set({ isComplete: false }).where('source', 'like', '%nashville%').execute()
    expect(await countAndSpy({ zips: ['37209', '99998'] })).toEqual({ matches: 3, isNarrowed: false })
    await db.updateTable('rolls').set({ isComplete: true }).execute()
    expect(await countAndSpy({ zips: ['37209', '99997'] })).toEqual({ matches: 3, isNarrowed: true })
  })
})
