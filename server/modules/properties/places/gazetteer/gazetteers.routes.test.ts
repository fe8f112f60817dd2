import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gazetteers } from '@dooryard/contract/data/gazetteers'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../../test/factories.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { toPropertyId } from '../../derive/ids.ts'
import { importRoll, toFiles } from '../../rolls/import-roll.ts'
import { toWkb } from '../../rolls/outlines/wkb.fixture.ts'
import { nameGenericSource } from '../../sources/generic-source.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ worker: true })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
  const ring: [number, number][] = [
    [-86.7, 36.3],
    [-86.699, 36.3],
    [-86.699, 36.301],
    [-86.7, 36.301],
    [-86.7, 36.3],
  ]
  const path = join(await mkdtemp(join(tmpdir(), 'dooryard-parcels-')), 'parcels.csv')
  const rows = [
    '1,12 SAMPLE ST,NASHVILLE,37209,,,',
    `2,14 SAMPLE ST,NASHVILLE,37209,36.3005,-86.6995,${toWkb([[ring]])}`,
  ]
  await writeFile(path, ['apn,address,city,zip,@lat,@lng,@outline', ...rows].join('\n'))
  const document = nameGenericSource('Parcels', '47037')
  await importRoll(portal.services, { document, files: toFiles(document, path) })
})
afterAll(() => portal.close())

const getProperty = async (apn: string) =>
  (await admin.as.call(properties.get, { params: { id: String(toPropertyId('47037', apn)) } })).body

async function upload(content: string, countyFips = '47037') {
  const query = { countyFips, kind: 'POINTS', fileName: 'points.csv' } as const
  const reply = await admin.as.call(gazetteers.import, { query, body: new Blob([content]) })
  if (reply.status !== 202) return reply.body
  const read = async () => (await admin.as.call(gazetteers.imports, { query: {} })).body.items[0]
  await expect.poll(async () => (await read())?.status).toMatch(/LOADED|FAILED/)
  return read()
}

const countNear = async (lat: number, lng: number) => {
  const criteria = { location: { near: { lat, lng, miles: 0.5 } } }
  return (await admin.as.call(properties.count, { body: { criteria } })).body.count
}

test('a parcel has its outline, and how its position was found', async () => {
  expect(await getProperty('2')).toMatchObject({
    positionSource: 'PARCEL_OUTLINE',
    outline: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [-86.7, 36.3],
            [-86.699, 36.3],
            [-86.699, 36.301],
            [-86.7, 36.301],
            [-86.7, 36.3],
          ],
        ],
      ],
    },
  })
})

test('address points that an administrator uploads are found by searches around a place', async () => {
  expect(await countNear(36.1, -86.8)).toBe(0)
  expect(await getProperty('1')).toMatchObject({ lat: null, positionSource: null, outline: null })
  expect(
    await upload('LON,LAT,NUMBER,STREET,POSTCODE\n-86.8,36.1,12,Sample Street,37209\n-86.8,36.1,,,'),
  ).toMatchObject({
    name: 'Davidson County, TN, address points',
    status: 'LOADED',
    rowsTaken: 1,
    rowsRejected: 1,
    rejected: [{ line: 3, reason: 'It has no house number and street.' }],
    message: '1 property has a position found by address.',
  })
  expect(await getProperty('1')).toMatchObject({ lat: 36.1, lng: -86.8, positionSource: 'ADDRESS_POINT' })
  expect(await countNear(36.1, -86.8)).toBe(1)
  expect((await admin.as.call(gazetteers.list, {})).body.items).toMatchObject([
    { county: 'Davidson County, TN', kind: 'POINTS', fileName: 'points.csv', entries: 1, located: 1 },
  ])
})

test('a file of no use and a county that does not exist are refused', async () => {
  expect(await upload('A,B\n1,2')).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining('NUMBER and STREET'),
  })
  expect(await upload('A,B\n1,2', '99999')).toMatchObject({
    code: 'UNPROCESSABLE',
    message: '"99999" is not a county: give the five digits of its FIPS code.',
  })
})
