import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { datasets } from '@dooryard/contract/data/datasets/datasets'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { notifications } from '@dooryard/contract/identity/notifications'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { LocationServices } from '../../../../platform/files/locations/locations.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { importRoll } from '../import-roll.ts'
import { findVersion } from '../versions/versions.queries.ts'
import { listUnnotified } from '../versions/waiting-versions.queries.ts'
import { notifyOfUnnoticed } from './notify-administrators.ts'
import { makeFile, makeParcels } from './parcels.fixture.ts'
import { createDatasetAdmin, type DatasetAdmin, openPortalWithPublishedFile } from './refresh.fixture.ts'
import { acceptWaiting, endAbandonedVersions, runRefreshDataset } from './refresh-dataset.job.ts'
import { queueDueRefreshes } from './request-refresh.ts'

// Stored versions are read from nowhere else.
const nothingRemote = {} as LocationServices

const { portal, published, loadCounty, close } = await openPortalWithPublishedFile()
let county: DatasetAdmin
beforeEach(async () => {
  county = await loadCounty()
})
afterAll(close)

const withoutBuilt = (share: number) =>
  Object.fromEntries(Object.keys(makeParcels(20)).map((apn, at) => [apn, at < 20 * share ? { built: '' } : {}]))

test.each([
  [
    'columns gone',
    makeFile(makeParcels(20), [
      'apn',
      'county_fips',
      'address',
      'city',
      'zip',
      'owner_1',
      'built',
      'market_value',
      'sale_date',
    ]),
    /^The file no longer has the column year_built\. New columns, which may be the same by other names: built\. built is probably the new name of year_built\./,
  ],
  [
    'a tenth fewer rows',
    makeFile(makeParcels(17)),
    /^The file has 15% fewer rows that can be used: 17 instead of 20\.$/,
  ],
  [
    'other parcel numbers',
    makeFile({ ...makeParcels(17), ...makeParcels(3, 101) }),
    /^3 of the 20 loaded properties are not in the file, and 3 are new: the county may write its parcel numbers/,
  ],
  ['a field less filled', makeFile(withoutBuilt(0.2)), /^Year built is filled in 80% of the rows instead of 100%\.$/],
])('a file with %s waits, and administrators are asked', async (_, content, reason) => {
  published.serve(content)
  const dataset = await county.refresh()
  expect(dataset.refresh).toMatchObject({ lastOutcome: 'WAITING' })
  expect(dataset.waiting?.reasons[0]).toMatch(reason)
  expect(await county.countParcels()).toBe(20)
  expect(dataset.properties).toBe(20)
  const [notice] = (await county.as.call(notifications.list)).body.items
  expect(notice).toMatchObject({ kind: 'COUNTY_DATA', title: `A new file of ${dataset.name} waits for your decision` })
  expect(notice?.body).toMatch(reason)
  await expect
    .poll(() => portal.mails.filter(({ text }) => text.includes(`new file parcels.csv of ${dataset.name}`)))
    .not.toEqual([])
})

test('a file without the parcel numbers and with fewer rows says both, and how many rows it has', async () => {
  const header = [
    'parcel_no',
    'county_fips',
    'address',
    'city',
    'zip',
    'owner_1',
    'year_built',
    'market_value',
    'sale_date',
  ]
  published.serve(makeFile(makeParcels(10), header))
  const { waiting } = await county.refresh()
  expect(waiting).toMatchObject({ canAccept: false, rowsRead: 10 })
  expect(waiting?.reasons).toEqual([
    expect.stringMatching(/^The file no longer has the column apn \(Parcel number/),
    'The file has 50% fewer rows: 10 instead of 20.',
  ])
})

test('a file that waits is loaded once it is accepted, and the next one is compared with it', async () => {
  published.serve(makeFile(makeParcels(15)))
  await county.refresh()
  expect(await county.decide(datasets.accept)).toMatchObject({ status: 202, body: { waiting: null } })
  expect((await county.history())[0]).toMatchObject({ status: expect.stringMatching(/^LOAD(ING|ED)$/) })
  expect(await county.settled()).toMatchObject({ properties: 15, waiting: null, refresh: { lastOutcome: 'LOADED' } })
  expect((await county.history())[0]).toMatchObject({ status: 'LOADED', changes: { added: 0, removed: 5 } })
  published.serve(makeFile(makeParcels(14)))
  expect(await county.refresh()).toMatchObject({ properties: 14, waiting: null })
})

test('a file that waited is asked about again once other data were loaded by hand', async () => {
  published.serve(makeFile(makeParcels(15)))
  await county.refresh()
  await county.load(makeFile(makeParcels(19)))
  await county.makeDue()
  await queueDueRefreshes(portal.services)
  expect(await county.settled()).toMatchObject({ properties: 19, refresh: { lastOutcome: 'WAITING' } })
})

test('a version that was accepted is not loaded after newer data, and a repeated roll back changes nothing', async () => {
  published.serve(makeFile(makeParcels(15)))
  const { source, waiting } = await county.refresh()
  await county.load(makeFile(makeParcels(21)))
  const run = runRefreshDataset(portal.services, nothingRemote)
  const attempt = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal }
  await run({ source, action: 'ACCEPT', versionId: waiting?.id, startedBy: county.id }, attempt)
  expect(await county.find()).toMatchObject({
    properties: 21,
    waiting: null,
    refresh: { lastOutcome: 'FAILED', lastMessage: 'This version was not loaded: newer data were loaded meanwhile.' },
  })
  const [, before] = (await county.history()).filter(({ status }) => status === 'LOADED')
  const task = { source, action: 'ROLL_BACK', versionId: before?.id, createdId: newId(), startedBy: county.id }
  await run(task, attempt)
  await run(task, attempt)
  expect((await county.history()).filter(({ status }) => status === 'LOADED')).toHaveLength(3)
  expect(await county.find()).toMatchObject({ properties: 20, canRollBack: true })
})

test('a version that was accepted is loaded after a kill, although its source was checked or imported meanwhile', async () => {
  published.serve(makeFile(makeParcels(15)))
  const { source, waiting } = await county.refresh()
  // As a killed process leaves it.
  const killed = { status: 'LOADING', decidedBy: county.id }
  const kill = () =>
    portal.db
      .updateTable('datasetVersions')
      .set(killed)
      .where('id', '=', waiting?.id ?? '')
      .execute()
  await kill()
  await county.whileQueued(async () => {
    await endAbandonedVersions(portal.services)
    expect(await county.find()).toMatchObject({ waiting: null, refresh: { lastOutcome: 'WAITING' } })
    expect(await county.refreshInShell()).toEqual({
      ...{ outcome: 'UNCHANGED', message: 'This file was accepted, and is loaded once its turn comes.' },
    })
  })
  await endAbandonedVersions(portal.services)
  const waitsAgain = { waiting: { id: waiting?.id, decidedBy: null } }
  expect(await county.find()).toMatchObject({ ...waitsAgain, refresh: { lastOutcome: 'FAILED' } })
  const { run: runStatement } = portal.services.clickhouse
  const full = vi.spyOn(portal.services.clickhouse, 'run').mockImplementation(async (...statement) => {
    if (statement[0].startsWith('exchange')) throw new Error('no space left')
    return runStatement(...statement)
  })
  await expect(acceptWaiting(portal.services, source)).rejects.toThrow('no space left')
  full.mockRestore()
  expect(await county.find()).toMatchObject(waitsAgain)
  await kill()
  const version = await findVersion(portal.services.db, waiting?.id ?? '')
  const path = join(portal.folder, 'meanwhile.csv')
  const meanwhile = (content: string, dryRun: boolean) =>
    writeFile(path, content).then(() =>
      importRoll(portal.services, { document: version?.document as SourceDocument, files: { file: path }, dryRun }),
    )
  await meanwhile(makeFile(makeParcels(20)), true)
  await expect(meanwhile('apn,county_fips\n,\n', false)).rejects.toThrow()
  const attempt = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal }
  const run = runRefreshDataset(portal.services, nothingRemote)
  await run({ source, action: 'ACCEPT', versionId: waiting?.id, startedBy: county.id }, attempt)
  expect(await county.find()).toMatchObject({ properties: 15, waiting: null, refresh: { lastOutcome: 'LOADED' } })
})

test('administrators are told of a version that waits although another one cannot be read', async () => {
  // Its turn is before the other's.
  const broken = await createDatasetAdmin(portal, `A broken ${county.name}`)
  await broken.load(makeFile(makeParcels(20, 201)))
  const { source: brokenSource } = await broken.find()
  const { db } = portal.services
  published.serve(makeFile(makeParcels(10)))
  const { source } = await county.refresh()
  const unread = { status: 'WAITING', files: '{}', notifiedAt: null }
  await db.updateTable('datasetVersions').set(unread).where('source', '=', brokenSource).execute()
  await db.updateTable('datasetVersions').set({ notifiedAt: null }).where('source', '=', source).execute()
  await notifyOfUnnoticed(portal.services)
  expect(await listUnnotified(db)).toEqual([brokenSource])
  expect(await county.find()).toMatchObject({ waiting: { isReadable: true, canAccept: true } })
  const unreadable = { isReadable: false, canAccept: false, files: [] }
  expect(await broken.find()).toMatchObject({ properties: 20, canRollBack: false, waiting: unreadable })
  expect(await broken.history()).toMatchObject([unreadable])
  expect(await broken.decide(datasets.accept)).toMatchObject({ status: 409 })
  expect((await broken.decide(datasets.reject)).body).toMatchObject({ waiting: null })
  await db.deleteFrom('datasetVersions').where('source', '=', brokenSource).execute()
})

test('the last result no longer waits once a file is rejected, also where the server knows it', async () => {
  published.serve(makeFile(makeParcels(10)))
  await county.refresh()
  expect((await county.decide(datasets.reject)).body).toMatchObject({ refresh: { lastOutcome: 'REJECTED' } })
  await county.plan(published.url, { every: 'DAY', hour: 6 })
  for (const _ of [1, 2]) {
    await county.makeDue()
    await queueDueRefreshes(portal.services)
    expect(await county.settled()).toMatchObject({ waiting: null, refresh: { lastOutcome: 'REJECTED' } })
  }
  expect(published.requests.at(-1)?.['if-none-match']).toBeDefined()
})

test('a rejected file is discarded and not asked about again', async () => {
  published.serve(makeFile(makeParcels(10)), '')
  await county.refresh()
  expect((await county.decide(datasets.reject)).body).toMatchObject({ waiting: null, properties: 20 })
  expect(await county.decide(datasets.accept)).toMatchObject({ status: 409 })
  await county.plan(published.url, { every: 'DAY', hour: 6 })
  await county.makeDue()
  await queueDueRefreshes(portal.services)
  const notAsked = {
    waiting: null,
    refresh: {
      lastOutcome: 'REJECTED',
      lastMessage: expect.stringMatching(/^The file is the one that was rejected\./),
    },
  }
  expect(await county.settled()).toMatchObject(notAsked)
  expect(await county.refresh()).toMatchObject(notAsked)
  expect((await county.history()).map(({ status }) => status)).toEqual(['REJECTED', 'LOADED'])
  const asked = (await county.as.call(notifications.list)).body.items.filter(({ title }) => title.includes(county.name))
  expect(asked).toHaveLength(1)
  await county.load(makeFile(makeParcels(10)))
  expect(await county.refresh()).toMatchObject({ properties: 10, refresh: { lastOutcome: 'UNCHANGED' } })
})

test.each([
  ['answers 404', (): string => '', 404, /answered 404: the file is not there any more/],
  [
    'sends a web page',
    () => '<!DOCTYPE html><html><body>Please sign in</body></html>',
    200,
    /sent a web page instead of a file/,
  ],
  ['sends an empty file', () => '', 200, /sent an empty file/],
])('a server that %s changes nothing, and administrators hear of it once', async (_, content, status, message) => {
  published.answerWith((response) => response.writeHead(status).end(content()))
  for (const attempt of [1, 2]) {
    const dataset = await county.refresh()
    expect(dataset.refresh, `attempt ${attempt}`).toMatchObject({
      lastOutcome: 'FAILED',
      lastMessage: expect.stringMatching(message),
    })
    expect(dataset).toMatchObject({ properties: 20, waiting: null })
  }
  const { items } = (await county.as.call(notifications.list)).body
  expect(items.filter(({ title }) => title.startsWith(county.name))).toHaveLength(1)
})
