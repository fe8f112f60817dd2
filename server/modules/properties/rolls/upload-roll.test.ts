import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { buildPath } from '@dooryard/contract/api/endpoint'
import { rolls } from '@dooryard/contract/data/rolls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { readReply } from '../../../test/requests.ts'
import { anytown, createRollAdmin, makeRollFile, makeRollRow } from './uploads.fixture.ts'

let portal: Portal
let admin: Awaited<ReturnType<typeof createRollAdmin>>
beforeAll(async () => {
  portal = await testPortal({ worker: true })
  admin = await createRollAdmin(portal)
})
afterAll(() => portal.close())

// The file of a finished import is deleted a moment later.
beforeEach(async () => {
  await expect.poll(listUploadedFiles).toEqual([])
  for (const table of ['properties', 'transfers', 'sales', 'place_counts', 'addresses'])
    await portal.services.clickhouse.run(`truncate table ${table}`)
  await portal.db.deleteFrom('rolls').execute()
})

/** Follows an import's stream to the end. */
async function waitForOutcome(id: string) {
  const stream = await admin.as.watch(rolls.watchImport, { params: { id } })
  for (;;) {
    const event = await stream.next()
    if (event && ['QUEUED', 'RUNNING'].includes(event.status)) continue
    stream.close()
    return event
  }
}

/** The stored uploads, drafts included. */
const listUploadedFiles = () => readdir(join(portal.folder, 'rolls/uploads')).catch(() => [])

const rejected = ',47037,9 EXAMPLE ORCHARD LN,NASHVILLE,37209,TESTWELL AVERY,1962,412000'

test('an uploaded roll is loaded, counted and reported, and its rejects can be downloaded', async () => {
  const { status, body } = await admin.upload(makeRollFile(20, rejected))
  expect(status).toBe(202)
  expect(body).toMatchObject({ status: 'QUEUED', name: anytown.name, fileName: 'anytown.csv', canRetry: false })
  expect(await waitForOutcome(body.id)).toMatchObject({
    status: 'LOADED',
    rowsRead: 21,
    rowsMapped: 20,
    rowsRejected: 1,
    share: 1,
  })
  await expect.poll(listUploadedFiles).toEqual([])

  const roll = await admin.rollNamed(anytown.name)
  expect(roll).toMatchObject({
    fileName: 'anytown.csv',
    rowsRead: 21,
    rowsMapped: 20,
    rowsRejected: 1,
    hasRejects: true,
    counties: ['Davidson County, TN'],
  })
  const params = { id: roll?.id ?? '' }
  const detail = (await admin.as.call(rolls.get, { params })).body
  expect(detail.columns).toContainEqual({ name: 'yearBuilt', filled: 20, unknown: 0, implausible: 0 })
  expect(detail.transfersJoined).toBe(0)
  expect(detail.reasons).toEqual([{ text: 'It has no parcel number.', count: 1 }])
  expect(roll?.cells.filled).toBe(detail.columns.reduce((sum, { filled }) => sum + filled, 0))

  const rejects = await admin.as.call(rolls.rejects, { params })
  expect(rejects.headers.get('content-disposition')).toContain('-rejects.csv"')
  expect(rejects.body.trim().split('\r\n')).toEqual(['line,parcel,reason', '22,,It has no parcel number.'])

  const coverage = (await admin.as.call(rolls.coverage)).body
  expect(coverage).toMatchObject({ properties: 20, rolls: 1 })
  expect(coverage.counties).toMatchObject([
    { fips: '47037', name: 'Davidson County, TN', properties: 20, rolls: [{ id: params.id, name: anytown.name }] },
  ])
})

/** Uploads a roll and expects it to be loaded. */
async function loadRoll(content: string, query = {}) {
  const { body } = await admin.upload(content, query)
  expect(await waitForOutcome(body.id)).toMatchObject({ status: 'LOADED' })
  return body
}

test('uploading the same file again changes nothing and says so', async () => {
  await loadRoll(makeRollFile(20, rejected))
  const before = await admin.rollNamed(anytown.name)
  const { body } = await admin.upload(makeRollFile(20, rejected))
  expect(await waitForOutcome(body.id)).toMatchObject({ status: 'UNCHANGED', rowsRead: 21 })
  expect(await admin.rollNamed(anytown.name)).toEqual(before)
})

test('sales of unlisted parcels are kept, and the import says what they are missing', async () => {
  const sales = 'apn,county_fips,sale_date,sale_price\n9001,47037,2026-03-02,310000\n9002,47037,2026-03-09,285000'
  const { body } = await admin.upload(sales, { name: 'Anytown, sales', fileName: 'sales.csv' })
  expect(await waitForOutcome(body.id)).toMatchObject({
    status: 'LOADED',
    message: '2 sales are kept, of parcels that are not loaded yet: import the county dataset that lists them.',
  })
  const roll = await admin.rollNamed('Anytown, sales')
  expect(roll).toMatchObject({ properties: 0, transfers: 2, counties: ['Davidson County, TN'] })
})

test('a wrong file fails with a message, changes nothing, and is not kept, because a retry would not help', async () => {
  const loaded = await loadRoll(makeRollFile(2))
  const before = await admin.rollNamed(anytown.name)
  const { body } = await admin.upload('name,street\nTESTWELL,EXAMPLE ORCHARD LN')
  const failed = await waitForOutcome(body.id)
  expect(failed).toMatchObject({ status: 'FAILED', canRetry: false })
  expect(failed?.message).toMatch(/^This file has no column apn/)
  expect(await admin.rollNamed(anytown.name)).toEqual(before)
  await expect.poll(listUploadedFiles).toEqual([])
  for (const { id } of [body, loaded])
    expect(await admin.as.call(rolls.retry, { params: { id } })).toMatchObject({ status: 409 })
})

test('an upload is in the audit log, and a rejected one is not', async () => {
  const { body } = await admin.upload('name,street\nTESTWELL,EXAMPLE ORCHARD LN')
  await waitForOutcome(body.id)
  expect((await admin.as.call(rolls.retry, { params: { id: newId() } })).status).toBe(404)
  expect((await admin.upload('')).status).toBe(422)
  const entries = portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'objectId', 'after'])
    .orderBy('id', 'desc')
  const by = { actorId: admin.id, objectId: body.id }
  const after = { source: 'generic', name: anytown.name, countyFips: null, fileName: 'anytown.csv', fileBytes: 39 }
  expect(await entries.where('objectType', '=', 'roll_import').limit(1).execute()).toEqual([
    { action: 'roll.import_requested', ...by, after },
  ])
})

test('an invalid upload is rejected before any of it is stored', async () => {
  await loadRoll(makeRollFile(2), { name: 'Taken, assessor', countyFips: '47037' })
  await expect.poll(listUploadedFiles).toEqual([])
  const count = async () => (await admin.as.call(rolls.imports)).body.totalCount
  const before = await count()
  const refusals = [
    [await admin.upload(makeRollFile(1), { source: 'atlantis' }), 'There is no source "atlantis".'],
    [
      await admin.upload(makeRollFile(1), { name: '...' }),
      'A county dataset needs a name, such as "Anytown County, assessor".',
    ],
    [await admin.upload(''), 'This file is empty.'],
  ] as const
  for (const [reply, message] of refusals) expect(reply).toMatchObject({ status: 422, body: { message } })
  const elsewhere = await admin.upload(makeRollFile(1), { name: 'Taken, assessor', countyFips: '12011' })
  expect(elsewhere).toMatchObject({ status: 409 })
  expect(await admin.upload('x'.repeat(4_000_001))).toMatchObject({ status: 413 })
  expect(await count()).toBe(before)
  expect(await listUploadedFiles()).toEqual([])
})

test('an interrupted upload leaves nothing behind', async () => {
  const kept = await listUploadedFiles()
  const sending = request(portal.url + buildPath(rolls.import, { query: anytown }), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.as.token}`,
      'content-type': 'application/octet-stream',
      'content-length': 1_000_000,
    },
  })
  sending.on('error', () => undefined)
  sending.write(makeRollFile(500))
  await expect.poll(listUploadedFiles).toHaveLength(kept.length + 1)
  sending.destroy()
  await expect.poll(listUploadedFiles).toEqual(kept)
  expect(portal.logged.filter((line) => line.includes('request failed unexpectedly'))).toEqual([])
})

test('only a superadmin may upload, view or follow imports', async () => {
  const { as } = await user(portal, { role: 'CONSUMER_USER' })
  const body = new Blob([makeRollFile(1)])
  expect(await as.call(rolls.import, { query: anytown, body })).toMatchObject({ status: 403 })
  expect(await as.call(rolls.imports)).toMatchObject({ status: 403 })
  expect(await as.call(rolls.coverage)).toMatchObject({ status: 403 })
  const stream = await readReply(await fetch(`${portal.url}/v1/sse/admin/rolls/imports/x?token=${as.token}`))
  expect(stream.status).toBe(403)
})

test('the list of sources ends with the generic one', async () => {
  const { items } = (await admin.as.call(rolls.sources)).body
  expect(items.find(({ source }) => source === 'philadelphia-pa')).toMatchObject({
    countyFips: '42101',
    isGeneric: false,
  })
  expect(items.at(-1)).toMatchObject({ source: 'generic', isGeneric: true })
})

test('a roll with an interrupted import says so until its file is imported again', async () => {
  const file = makeRollFile(0, makeRollRow('CUT-1'), makeRollRow('CUT-2'))
  const incomplete = async () => (await admin.as.call(rolls.coverage)).body.incomplete.map(({ name }) => name)
  const { body } = await admin.upload(file, { name: 'Cut Off, assessor' })
  await waitForOutcome(body.id)
  expect(await admin.rollNamed('Cut Off, assessor')).toMatchObject({ isComplete: true })
  expect(await incomplete()).toEqual([])
  // The state after a process was killed between the steps of an import.
  await portal.services.db
    .updateTable('rolls')
    .set({ isComplete: false })
    .where('name', '=', 'Cut Off, assessor')
    .execute()
  expect(await admin.rollNamed('Cut Off, assessor')).toMatchObject({ isComplete: false })
  expect(await incomplete()).toEqual(['Cut Off, assessor'])
  const again = await admin.upload(file, { name: 'Cut Off, assessor' })
  expect(await waitForOutcome(again.body.id)).toMatchObject({ status: 'LOADED' })
  expect(await admin.rollNamed('Cut Off, assessor')).toMatchObject({ isComplete: true })
  expect(await incomplete()).toEqual([])
})

test('a file with other counties than the loaded roll of its name does not replace it', async () => {
  await loadRoll(makeRollFile(2), { name: 'Taken, assessor', countyFips: '47037' })
  const before = await admin.rollNamed('Taken, assessor')
  const elsewhere = 'apn,address,county_fips\n1,1 EXAMPLE ORCHARD LN,12011\n2,2 EXAMPLE ORCHARD LN,12011'
  const { body } = await admin.upload(elsewhere, { name: 'TAKEN assessor!', fileName: 'elsewhere.csv' })
  expect(await waitForOutcome(body.id)).toMatchObject({
    status: 'FAILED',
    message:
      'TAKEN assessor! is the name of a loaded county dataset of Davidson County, TN: give this one another name. ' +
      'Case and punctuation are ignored.',
  })
  expect(await admin.rollNamed('Taken, assessor')).toEqual(before)
})
