import { datasets } from '@dooryard/contract/data/datasets/datasets'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createOutbound } from '../../../../platform/outbound/outbound.ts'
import { toVersionFileKey } from '../versions/version-files.ts'
import { makeFile, makeParcels } from './parcels.fixture.ts'
import { type DatasetAdmin, openPortalWithPublishedFile } from './refresh.fixture.ts'
import { fetchPublished, importPublished, refreshFromLocations } from './refresh-from-locations.ts'
import type { FetchedRefresh } from './refresh-task.ts'
import { queueDueRefreshes } from './request-refresh.ts'

const { portal, published, loadCounty, close } = await openPortalWithPublishedFile()
let county: DatasetAdmin
beforeEach(async () => {
  county = await loadCounty()
})
afterAll(close)

const changed = {
  ...makeParcels(19),
  P1: { owner: 'SAMPLETON LEE', sold: '2026-03-01' },
  P2: { value: '430000' },
  P3: { value: '1' },
  N1: {},
  N2: {},
}

test('a new file replaces the dataset and says what changed', async () => {
  published.serve(makeFile(changed))
  const dataset = await county.refresh()
  expect(dataset).toMatchObject({
    properties: 21,
    refresh: { lastOutcome: 'LOADED' },
    waiting: null,
    canRollBack: true,
  })
  expect(await county.countParcels()).toBe(21)
  const [current, first] = await county.history()
  expect(current).toMatchObject({
    status: 'LOADED',
    trigger: 'REQUEST',
    isCurrent: true,
    files: [{ id: 'file', fileName: 'parcels.csv' }],
    changes: { added: 2, removed: 1, sold: 1, ownerChanged: 1, valueChanged: 2 },
  })
  expect(first).toMatchObject({ trigger: 'UPLOAD', canRestore: true, changes: { added: 20, removed: 0, sold: 0 } })
})

test('an unchanged file changes nothing, and is not even sent where the server knows', async () => {
  published.serve(makeFile(changed))
  const loaded = await county.refresh()
  await county.plan(published.url, { every: 'DAY', hour: 6 })
  const runDaily = async () => {
    await county.makeDue()
    await queueDueRefreshes(portal.services)
    return county.settled()
  }
  const checked = await runDaily()
  expect(checked.refresh).toMatchObject({ lastOutcome: 'UNCHANGED' })
  expect(checked.ingestedAt).toBe(loaded.ingestedAt)
  await runDaily()
  expect(published.requests.at(-1)?.['if-none-match']).toBeDefined()
  expect((await county.find()).refresh).toMatchObject({ lastOutcome: 'UNCHANGED' })
  expect(await county.history()).toHaveLength(2)
})

test('a roll back loads the version of before, pauses the schedule until it is saved, and is listed like all changes', async () => {
  const schedule = { every: 'CRON', cron: '30 6 * * 1' } as const
  await county.plan(published.url, schedule)
  published.serve(makeFile(changed))
  await county.refresh()
  expect((await county.decide(datasets.rollBack)).status).toBe(202)
  const dataset = await county.settled()
  expect(dataset).toMatchObject({ properties: 20, refresh: { pauseReason: 'ROLLED_BACK', nextRunAt: null, schedule } })
  expect((await county.history())[0]).toMatchObject({
    trigger: 'ROLLBACK',
    changes: { added: 1, removed: 2, ownerChanged: 1, valueChanged: 2 },
  })
  await county.makeDue()
  await queueDueRefreshes(portal.services)
  await county.settled()
  const { items, totalCount } = (await county.as.call(datasets.history, { query: { limit: 4 } })).body
  const [name, by] = [dataset.name, expect.stringContaining('@')]
  expect(totalCount).toBeGreaterThanOrEqual(4)
  expect(items).toMatchObject([
    { name, by: null, trigger: 'SCHEDULE', import: null, version: { status: 'LOADED', isCurrent: true } },
    { name, by, trigger: 'ROLLBACK', import: null, version: { status: 'LOADED', isCurrent: false } },
    { name, by, trigger: 'REQUEST', import: null, version: { status: 'LOADED', changes: { added: 2 } } },
    { name, by, trigger: 'UPLOAD', import: { status: 'LOADED', rowsMapped: 20 }, version: null },
  ])
  const { body } = await county.plan(published.url, schedule)
  const resumed = { pauseReason: null, nextRunAt: expect.stringMatching(/T06:30:00\.000Z$/) }
  expect(body.refresh).toMatchObject(resumed)
  const before = (await county.history()).find(({ canRestore }) => canRestore)
  await portal.services.files.remove(toVersionFileKey(before?.id ?? '', 'file'))
  await county.decide(datasets.rollBack)
  expect((await county.settled()).refresh).toMatchObject({ ...resumed, lastOutcome: 'FAILED' })
})

test('half of a file changes nothing: the download is tried again', async () => {
  const whole = makeFile(changed)
  let tries = 0
  published.answerWith((response) => {
    tries += 1
    response.writeHead(200, { 'content-length': whole.length })
    if (tries > 1) return response.end(whole)
    response.write(whole.slice(0, whole.length / 2))
    setTimeout(() => response.destroy(), 20)
  })
  expect(await county.refresh()).toMatchObject({ properties: 21, refresh: { lastOutcome: 'LOADED' } })
  expect(tries).toBe(2)
})

test('a slow download keeps no import waiting, and does not replace what is loaded meanwhile', async () => {
  const content = makeFile(changed)
  const asked = Promise.withResolvers<() => void>()
  published.answerWith((response) => {
    response.writeHead(200, { 'content-length': content.length }).write(content.slice(0, 10))
    asked.resolve(() => response.end(content.slice(10)))
  })
  const refreshed = county.refresh()
  const answer = await asked.promise
  await county.load(makeFile(makeParcels(19)))
  answer()
  expect(await refreshed).toMatchObject({
    properties: 19,
    refresh: { lastOutcome: 'UNCHANGED', lastMessage: expect.stringMatching(/^Other data were loaded/) },
  })
})

test('the file of a location that is saved during a download is read, also if its ETag is that of the file before', async () => {
  const before = makeFile(changed)
  const asked = Promise.withResolvers<() => void>()
  published.answerWith((response) => {
    response.writeHead(200, { 'content-length': before.length, etag: '"1"' }).write(before.slice(0, 10))
    asked.resolve(() => response.end(before.slice(10)))
  })
  const refreshed = county.refresh()
  const answer = await asked.promise
  published.serve(makeFile(makeParcels(20)), '"1"')
  expect(await county.plan(`${published.url}?of=new`, { every: 'DAY', hour: 6 })).toMatchObject({ status: 200 })
  answer()
  expect(await refreshed).toMatchObject({ properties: 21, refresh: { lastOutcome: 'LOADED' } })
  await county.makeDue()
  await queueDueRefreshes(portal.services)
  expect(await county.settled()).toMatchObject({ properties: 20, refresh: { lastOutcome: 'LOADED' } })
})

test('a refresh by shell beside one of the portal takes none of its files away', async () => {
  const { source } = await county.find()
  const outbound = createOutbound({ allowPrivate: true })
  const { services } = portal
  const remote = { outbound, importDir: portal.folder, maxFileBytes: 1_000_000, now: services.clock.now }
  const request = { source, trigger: 'REQUEST' } as const
  published.serve(makeFile(changed))
  const found = await fetchPublished(services, remote, request)
  published.serve(makeFile(makeParcels(20)))
  expect(await refreshFromLocations(services, remote, request)).toMatchObject({ outcome: 'UNCHANGED' })
  expect(await importPublished(services, found as FetchedRefresh)).toMatchObject({ outcome: 'LOADED' })
  expect(await county.countParcels()).toBe(21)
  await outbound.close()
})

test('of two decisions at the same time, the second is told that nothing waits any more', async () => {
  published.serve(makeFile(makeParcels(15)))
  const { waiting } = await county.refresh()
  const listBlocked = () =>
    portal.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  const holder = await portal.pool.connect()
  await holder.query('begin')
  await holder.query('select from dataset_versions where id = $1 for update', [waiting?.id])
  const decisions = [county.decide(datasets.reject), county.decide(datasets.reject)]
  try {
    await expect.poll(async () => (await listBlocked()).rowCount).toBe(2)
  } finally {
    await holder.query('commit')
    holder.release()
  }
  const replies = await Promise.all(decisions)
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a refresh that finds no space on the disk says so at once', async () => {
  published.serve(makeFile(changed))
  const full = vi.spyOn(portal.services.clickhouse, 'run')
  full.mockRejectedValue(Object.assign(new Error('write'), { code: 'ENOSPC' }))
  const lastMessage = expect.stringMatching(/^The server has no space left, so nothing was changed\./)
  expect(await county.refresh()).toMatchObject({ properties: 20, refresh: { lastOutcome: 'FAILED', lastMessage } })
  full.mockRestore()
  expect(await county.refresh()).toMatchObject({ properties: 21, refresh: { lastOutcome: 'LOADED' } })
})

test('schedulers that run at once queue a due refresh once, and missed days are run once', async () => {
  published.serve(makeFile(changed))
  await county.plan(published.url, { every: 'DAY', hour: 6 })
  published.requests.length = 0
  await county.makeDue(5)
  await county.whileQueued(() => queueDueRefreshes(portal.services))
  await Promise.all(Array.from({ length: 4 }, () => queueDueRefreshes(portal.services)))
  const dataset = await county.settled()
  expect(dataset).toMatchObject({ properties: 21, refresh: { lastOutcome: 'LOADED' } })
  expect(Date.parse(dataset.refresh?.nextRunAt ?? '')).toBeGreaterThan(portal.clock.now().getTime())
  expect(published.requests).toHaveLength(1)
})
