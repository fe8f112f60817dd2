import { rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mapParts } from '@dooryard/contract/data/map-parts'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../../../../test/factories.ts'
import { testPortal } from '../../../../../../test/portal.ts'
import { openBaseMap } from '../../write/base-map.fixture.ts'
import { importMap } from '../import-map.ts'
import { buildOsmExtract } from '../osm/osm-extract.fixture.ts'
import { withMapLock } from '../parts/lock-map.ts'
import { toPartPath } from '../parts/map-parts.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })

const town = [-86.78, 36.16] as const
const ends = [
  { id: 1, lng: -86.785, lat: 36.1601 },
  { id: 2, lng: -86.775, lat: 36.1601 },
]
const buildStreet = (name: string) =>
  buildOsmExtract({ nodes: ends, ways: [{ id: 1, nodes: [1, 2], tags: { highway: 'residential', name } }] })

async function upload(fileName: string, content: Uint8Array<ArrayBuffer>) {
  const { status, body } = await admin.as.call(mapParts.import, { query: { fileName }, body: new Blob([content]) })
  expect(status).toBe(202)
  const find = async () => (await admin.as.call(mapParts.imports)).body.items.find(({ id }) => id === body.id)
  await expect.poll(async () => (await find())?.status, { timeout: 10_000 }).toMatch(/LOADED|FAILED/)
  return find()
}

const remove = (name: string) => admin.as.call(mapParts.remove, { params: { name } })

const listStreets = async () =>
  (await openBaseMap(join(portal.folder, 'base-map.pmtiles')).getTileAt(15, town))?.map(
    ({ properties }) => properties['name'],
  )

test('an administrator adds streets to the map, replaces them by a later file, and removes them', async () => {
  expect((await admin.as.call(mapParts.list)).body).toEqual({ isShown: true, items: [] })
  expect(await upload('vellmore-latest.osm.pbf', new Uint8Array(buildStreet('Tarrowell Drive')))).toMatchObject({
    status: 'LOADED',
    rowsTaken: 1,
    message: 'The map has vellmore: 1 street, area or place. Pages that are opened from now on show it.',
  })
  expect(await listStreets()).toEqual(['Tarrowell Drive'])
  // The command runs at the same time: neither loses what the other writes.
  const path = join(portal.folder, 'quillmere.osm.pbf')
  await writeFile(path, buildStreet('Orrin Road'))
  await Promise.all([
    upload('vellmore-261201.osm.pbf', new Uint8Array(buildStreet('Marnock Lane'))),
    importMap({ dataDir: portal.folder, paths: [path], getCountyName: String, getCountyState: String }),
  ])
  expect((await listStreets())?.sort()).toEqual(['Marnock Lane', 'Orrin Road'])
  const { items } = (await admin.as.call(mapParts.list)).body
  expect(items.map(({ name }) => name)).toEqual(['quillmere', 'vellmore'])

  // An import that takes long to write the map.
  const { promise: writing, resolve: finish } = Promise.withResolvers<void>()
  const activity = 'The map is being written with tennessee.'
  const writes = withMapLock({ dataDir: portal.folder, activity }, () => writing)
  expect(await remove('vellmore')).toMatchObject({
    status: 409,
    body: { message: `${activity} Try again when that is done.` },
  })
  await rm(join(portal.folder, 'base-map', 'change.txt'))
  expect(await remove('vellmore')).toMatchObject({
    status: 409,
    body: { message: 'The map is being changed. Try again when that is done.' },
  })
  finish()
  await writes
  expect((await remove('vellmore')).status).toBe(204)
  expect(await remove('vellmore')).toMatchObject({ status: 404 })
  expect(await listStreets()).toEqual(['Orrin Road'])
})

test('a file that has no streets fails with the reason, and leaves the map as it was', async () => {
  const before = (await admin.as.call(mapParts.list)).body
  expect(await upload('broken.osm.pbf', new Uint8Array(buildStreet('Nowhere').subarray(0, -5)))).toMatchObject({
    status: 'FAILED',
    message: expect.stringMatching(/damaged or incomplete/),
    canRetry: false,
  })
  expect((await admin.as.call(mapParts.list)).body).toEqual(before)
})

test('streets that the map could not be written with are not listed as on the map', async () => {
  await upload('damaged.osm.pbf', new Uint8Array(buildStreet('Tarrowell Drive')))
  const listNames = async () => (await admin.as.call(mapParts.list)).body.items.map(({ name }) => name)
  const before = await listNames()
  const damaged = toPartPath(portal.folder, 'damaged')
  await truncate(damaged, (await stat(damaged)).size - 10)
  expect(await upload('ashgrove.osm.pbf', new Uint8Array(buildStreet('Ashgrove Lane')))).toMatchObject({
    status: 'FAILED',
  })
  expect(await listNames()).toEqual(before)
  expect((await remove('damaged')).status).toBe(204)
})
