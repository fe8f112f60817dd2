import { randomBytes } from 'node:crypto'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { diskFullMessage } from '@dooryard/contract/api/errors'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createZip } from '../../../../platform/files/write/zip-writer.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { createGenericDocument } from '../../sources/generic-source.ts'
import { makeFile, makeParcels } from './parcels.fixture.ts'
import { publishFile } from './published-file.fixture.ts'
import { createDatasetAdmin } from './refresh.fixture.ts'
import { tryLocations } from './try-locations.ts'

let portal: Portal
let county: Awaited<ReturnType<typeof createDatasetAdmin>>

beforeAll(async () => {
  portal = await testPortal({ worker: true })
  await mkdir(join(portal.folder, 'import'), { recursive: true })
  county = await createDatasetAdmin(portal, 'Anytown, assessor')
  await county.load(makeFile(makeParcels(20)))
})
afterAll(() => portal.close())

test('the newest file that matches is read from the import folder', async () => {
  const folder = join(portal.folder, 'import', 'anytown')
  await mkdir(folder, { recursive: true })
  const write = async (name: string, content: string, at: number) => {
    await writeFile(join(folder, name), content)
    await utimes(join(folder, name), at, at)
  }
  await write('parcels-1.csv', makeFile(makeParcels(25)), 1_000)
  await write('parcels-2.csv', makeFile(makeParcels(22)), 2_000)
  await write('notes.csv', makeFile(makeParcels(1)), 3_000)
  await county.plan('anytown/parcels-*.csv')
  expect(await county.refresh()).toMatchObject({ properties: 22, fileName: 'parcels-2.csv' })
})

test('a location is tried when it is saved, and the plan stays as it was where it fails', async () => {
  const folder = join(portal.folder, 'import', 'tried')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'good.csv'), makeFile(makeParcels(3)))
  await writeFile(join(folder, 'other.csv'), makeFile(makeParcels(3)).replace('apn,', 'PARCEL,'))
  await writeFile(join(folder, 'page.csv'), '<!doctype html><html><body>Please sign in</body></html>')
  await writeFile(join(folder, 'empty.csv'), '')
  expect(await county.plan('tried/good.csv')).toMatchObject({ status: 200 })
  for (const [name, message] of [
    ['none.csv', 'There is no file tried/none.csv in the import folder.'],
    ['empty.csv', 'empty.csv is empty.'],
    ['page.csv', expect.stringMatching(/web page/)],
    ['other.csv', expect.stringMatching(/^other.csv has no column apn, which the source reads. Edit the source/)],
  ] as const)
    expect(await county.plan(`tried/${name}`)).toMatchObject({
      ...{ status: 422, body: { message, issues: [{ path: 'locations.0.location', message }] } },
    })
  expect(await county.find()).toMatchObject({ refresh: { locations: [{ location: 'tried/good.csv' }] } })
})

test('the schedule can be changed while the file is gone, but the location only to one with a file', async () => {
  const file = join(portal.folder, 'import', 'gone.csv')
  await writeFile(file, makeFile(makeParcels(3)))
  await county.plan('gone.csv')
  await rm(file)
  expect(await county.plan('gone.csv', { every: 'DAY', hour: 6 })).toMatchObject({ status: 200 })
  expect(await county.plan('gone-too.csv', { every: 'DAY', hour: 6 })).toMatchObject({ status: 422 })
  expect(await county.find()).toMatchObject({
    ...{ refresh: { schedule: { every: 'DAY', hour: 6 }, locations: [{ location: 'gone.csv' }] } },
  })
})

test('a server that stays silent is refused, one that is too slow to be tried is taken, a late beginning is read', async () => {
  const published = await publishFile()
  const { services, outbound } = portal
  const remote = { outbound, importDir: portal.folder, maxFileBytes: 1e6 }
  const [document, isKnown] = [createGenericDocument('generic-slow', 'Slow, assessor'), () => false]
  const locations = [{ file: 'file', location: published.url }]
  const tryLater = (maxWaitMs = 10_000) =>
    tryLocations(services, remote, { document, locations, isKnown, maxMs: 20, maxWaitMs })
  const answerLate = (ms: number, ...pieces: (string | Buffer)[]) =>
    published.answerWith(async (response) => {
      response.writeHead(200).flushHeaders()
      await setTimeout(ms)
      for (const piece of pieces)
        await new Promise((written) => response.write(piece, written)).then(() => setTimeout(5))
    })
  try {
    const silence = 'The server did not answer within 0.04 seconds. Check the location.'
    published.answerWith(() => undefined)
    await expect(tryLater(40)).rejects.toThrow(silence)
    published.answerWith((response) => response.writeHead(200).flushHeaders())
    await expect(tryLater(40)).rejects.toThrow(silence)
    published.answerWith((response) => void response.writeHead(200).write('apn'))
    await tryLater(500)
    // A compressed file without a line end, which only the whole can tell more of.
    answerLate(40, Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]), Buffer.from('\n'))
    await tryLater()
    answerLate(40, 'PARCEL,situs', 'Address\n1,2 EXAMPLE LN\n')
    await expect(tryLater()).rejects.toThrow(/^parcels.csv has no column apn/)
    published.answerWith((response) => response.writeHead(503).end())
    await expect(tryLater()).rejects.toThrow(/ answered 503. Try again later.$/)
  } finally {
    published.close()
  }
})

test('a file of the import folder is tried as a whole', async () => {
  const remote = { outbound: portal.outbound, importDir: portal.folder, maxFileBytes: 2e7 }
  await writeFile(join(portal.folder, 'large.zip'), await makeLargeArchive())
  const plan = { document: createGenericDocument('generic-large', 'Large, assessor'), isKnown: () => false }
  await expect(
    tryLocations(portal.services, remote, { ...plan, locations: [{ file: 'file', location: 'large.zip' }] }),
  ).rejects.toThrow('large.zip has no column apn, which the source reads')
})

test('a location that cannot be tried for want of space on the disk says so, and is not called wrong', async () => {
  const { clickhouse } = portal.services
  const path = join(portal.folder, 'import', 'space.parquet')
  await clickhouse.run(`insert into function file('${path}', 'Parquet') select '1' as apn`)
  const full = vi.spyOn(clickhouse, 'run')
  full.mockRejectedValueOnce(new Error('Code: 243. DB::Exception: Cannot reserve 1.00 MiB. (NOT_ENOUGH_SPACE)'))
  expect(await county.plan('space.parquet')).toMatchObject({ status: 422, body: { message: diskFullMessage } })
  full.mockRestore()
})

/** An archive of more than is read of one on the web, without the column of the parcels. */
async function makeLargeArchive(): Promise<Buffer> {
  const rows = makeFile(makeParcels(20)).replace('apn,', 'PARCEL,')
  const entries = [
    { name: 'parcels.csv', content: Readable.from([rows]) },
    { name: 'photo.jpg', content: Readable.from([randomBytes(9_000_000)]), compress: false },
  ]
  return buffer(createZip(entries, new Date('2026-11-02T12:00:00Z')))
}

test.each([
  ['../secrets.csv', 'Give the path of a file below the import folder, such as davidson/parcels-*.csv.'],
  ['/etc/passwd', 'Give the path of a file below the import folder, such as davidson/parcels-*.csv.'],
  ['ftp://county.example/a.csv', 'Give an https:// URL, an s3:// object, or a file below the import folder.'],
  ['http://169.254.169.254/latest', 'This host was not found on the internet.'],
  ['s3://bucket', 'Give an S3 object as s3://bucket/key.'],
])('the location %s is refused', async (location, message) => {
  expect(await county.plan(location)).toMatchObject({ status: 422, body: { message } })
})

test.each([
  ['61 6 * * 1', 'This cron expression is never due. Check its five parts.'],
  ['0 0 30 2 *', 'This cron expression is never due. Check its five parts.'],
  ['0,30 6 * * *', 'Choose a schedule that is due once an hour at most.'],
  ['*/5 * * * *', 'Choose a schedule that is due once an hour at most.'],
])('the cron expression %s is refused', async (cron, message) => {
  expect(await county.plan('https://data.example.com/parcels.csv', { every: 'CRON', cron })).toMatchObject({
    status: 422,
    body: { message },
  })
})
