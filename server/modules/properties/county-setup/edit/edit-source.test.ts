import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs, minuteMs } from '@dooryard/contract/api/time'
import { datasets } from '@dooryard/contract/data/datasets/datasets'
import { rolls } from '@dooryard/contract/data/rolls'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { sources } from '@dooryard/contract/data/sources/sources'
import { notifications } from '@dooryard/contract/identity/notifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pollUntil } from '../../../../test/journeys/journey.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { makeRollFile, makeRollRow } from '../../rolls/uploads.fixture.ts'
import { maintainSetups } from '../maintain-setups.ts'
import { createSetupAdmin, makeArchive, makeParcels } from '../setup-journey.fixture.ts'

let portal: Portal
let admin: Awaited<ReturnType<typeof createSetupAdmin>>

beforeAll(async () => {
  portal = await testPortal({ worker: true })
  admin = await createSetupAdmin(portal)
  await mkdir(join(portal.folder, 'import'))
})
afterAll(() => portal.close())

const readDataset = async (name: string) => {
  const { items } = (await admin.as.call(datasets.list, { query: { limit: 100 } })).body
  const found = items.find((one) => one.name === name)
  if (!found) throw new Error(`${name} is not loaded`)
  return found
}

const listVersions = async (id: string) => (await admin.as.call(datasets.versions, { params: { id } })).body.items

const waitForImport = (id: string) =>
  pollUntil(
    async () => (await admin.as.call(rolls.importOf, { params: { id } })).body,
    ({ status }) => status !== 'QUEUED' && status !== 'RUNNING',
  )

async function requestImport(id: string, confirmed: object = {}) {
  const { documentVersion: version } = (await admin.as.call(countySetups.get, { params: { id } })).body
  return admin.as.call(countySetups.import, { params: { id }, body: { version, ...confirmed } })
}

async function importSetup(id: string, confirmed: object = {}) {
  const reply = await requestImport(id, confirmed)
  if (reply.status === 202) await waitForImport(reply.body.id)
  return reply
}

const edit = async (dataset: string) =>
  admin.waitForProposal((await admin.as.call(countySetups.create, { body: { dataset } })).body.id)

test('the name and the county of a source to edit are those of its dataset', async () => {
  const [dataset, name] = ['1', 'Another County, assessor']
  for (const own of [{ name }, { countyFips: '47149' }])
    expect(await admin.as.call(countySetups.create, { body: { dataset, ...own } })).toMatchObject({
      ...{ status: 400, body: { issues: [{ message: 'Leave out the name and the county: the dataset has its own' }] } },
    })
})

const getFields = async (id: string) => (await admin.as.call(countySetups.proposal, { params: { id } })).body.fields

/** Loads a county from an archive of two tables, the year built from the second. */
async function loadCounty(name: string) {
  const { id } = await admin.create({ name, countyFips: '47037' })
  await admin.upload(id, await makeArchive(60), 'county.zip')
  const { documentVersion: version } = await admin.waitForProposal(id)
  const proposed = await admin.readDocument(id)
  const [main] = proposed.files
  const document = {
    ...{ ...proposed, files: [main, { id: 'buildings_csv', table: 'buildings.csv' }] },
    joins: [{ file: 'buildings_csv', on: [{ column: 'PARCEL_ID', equals: 'PARCEL_ID' }], take: { rows: 'FIRST' } }],
    property: { ...proposed.property, yearBuilt: { columns: ['buildings_csv.BUILT'] } },
  }
  const saved = await admin.as.call(countySetups.saveDocument, { params: { id }, body: { version, document } })
  expect(saved.status).toBe(200)
  expect(await admin.check(id)).toMatchObject({ status: 'DONE' })
  expect(await importSetup(id)).toMatchObject({ status: 202 })
  return readDataset(name)
}

test('a refresh without a column of the source asks, names its new one, and the edited source loads the file', async () => {
  const { id, sourceFiles } = await loadCounty('Davidson County, assessor')
  const params = { id }
  const publish = async (content: Uint8Array) => writeFile(join(portal.folder, 'import/county.zip'), content)
  await publish(await makeArchive(60))
  const locations = sourceFiles.map((file) => ({ file, location: 'county.zip' }))
  await admin.as.call(datasets.plan, { params, body: { locations, schedule: null } })
  const refresh = async () => {
    await admin.as.call(datasets.refresh, { params })
    return pollUntil(
      async () => (await admin.as.call(datasets.get, { params })).body,
      ({ isRefreshing }) => !isRefreshing,
    )
  }
  expect((await refresh()).refresh).toMatchObject({ lastOutcome: 'UNCHANGED' })
  expect(await listVersions(id)).toHaveLength(1)

  await publish(await makeArchive(63, 'PARCEL_ID,CONSTRUCTED,ROOMS'))
  const stopped = await refresh()
  const reason =
    'The file no longer has the column buildings_csv.BUILT (Year built). Its new name is probably buildings_csv.CONSTRUCTED.'
  expect(stopped).toMatchObject({ properties: 60, waiting: { reasons: [reason], canAccept: false } })
  const notices = (await admin.as.call(notifications.list)).body.items
  expect(notices[0]).toMatchObject({ kind: 'COUNTY_DATA', body: expect.stringContaining(reason) })
  await expect
    .poll(() => portal.mails.find(({ text }) => text.includes('buildings_csv.CONSTRUCTED'))?.text)
    .toContain('A new file has other columns')
  expect(await admin.as.call(datasets.accept, { params })).toMatchObject({ status: 409 })
  await refresh()
  expect((await listVersions(id)).map(({ status }) => status)).toEqual(['WAITING', 'LOADED'])

  const setup = await edit(id)
  expect(setup).toMatchObject({
    ...{ edits: 'Davidson County, assessor', files: [{ fileName: 'county.zip', origin: 'DATASET', status: 'READY' }] },
    replaces: { newer: null },
  })
  expect(setup.tables.map((table) => [table.id, table.isUsed, table.isMain]).toSorted()).toEqual([
    ['buildings_csv', true, false],
    ['parcels_csv', true, true],
  ])
  expect((await edit(id)).id).toBe(setup.id)
  const doubtful = (await getFields(setup.id)).filter(({ doubt }) => doubt !== null)
  expect(doubtful).toMatchObject([
    { field: 'yearBuilt', source: { columns: ['buildings_csv.CONSTRUCTED'] }, doubt: expect.stringContaining('BUILT') },
  ])
  expect(await admin.check(setup.id)).toMatchObject({ status: 'DONE', report: { rowsAccepted: 63 } })
  expect(await importSetup(setup.id, { replaces: true })).toMatchObject({ status: 202 })
  expect(await readDataset('Davidson County, assessor')).toMatchObject({ properties: 63, waiting: null })
  expect((await listVersions(id)).map(({ status, trigger }) => [status, trigger])).toEqual([
    ['LOADED', 'EDIT'],
    ['SUPERSEDED', 'REQUEST'],
    ['LOADED', 'UPLOAD'],
  ])
  expect((await refresh()).refresh).toMatchObject({ lastOutcome: 'UNCHANGED' })

  const { sourceVersion } = await readDataset('Davidson County, assessor')
  const canceled = await edit(id)
  const { joins: _, files: [main] = [], ...narrowed } = await admin.readDocument(canceled.id)
  const { yearBuilt: __, ...property } = { ...narrowed.property }
  const change = { version: canceled.documentVersion, document: { ...narrowed, files: [main], property } }
  const saved = await admin.as.call(countySetups.saveDocument, { params: { id: canceled.id }, body: change })
  expect(saved.status).toBe(200)
  expect(await admin.check(canceled.id)).toMatchObject({ status: 'DONE' })
  const cancelImport = async (confirmed: object) => {
    await admin.holdImports(true)
    const held = await requestImport(canceled.id, { replaces: true, ...confirmed })
    expect(await admin.as.call(rolls.cancel, { params: { id: held.body.id } })).toMatchObject({
      body: { status: 'CANCELED' },
    })
    await admin.holdImports(false)
  }
  await cancelImport({})
  await publish(await makeArchive(64, 'PARCEL_ID,CONSTRUCTED,ROOMS'))
  const kept = await refresh()
  expect(kept).toMatchObject({ properties: 64, sourceVersion, sourceFiles, refresh: { lastOutcome: 'LOADED' } })
  expect(kept.fills.map((fill) => fill.name)).toContain('yearBuilt')

  // Saved for itself, it is used although an import of the same document is canceled.
  const document = await admin.readDocument(canceled.id)
  await admin.as.call(sources.save, { params: { source: document.source }, body: { document } })
  const { replaces } = (await admin.as.call(countySetups.get, { params: { id: canceled.id } })).body
  await cancelImport({ replacesNewer: replaces?.newerAt })
  expect(await readDataset('Davidson County, assessor')).toMatchObject({ sourceFiles: [main?.id] })
})

test('a setup that is older than the data or the source says so before it replaces them', async () => {
  const name = 'Rutherford County, assessor'
  const prepare = async (rows: number) => {
    const { id } = await admin.create({ name, countyFips: '47149' })
    await admin.upload(id, makeParcels(rows))
    await admin.waitForProposal(id)
    await admin.check(id)
    return id
  }
  const load = async (rows: number, confirmed: object) => {
    expect(await importSetup(await prepare(rows), confirmed)).toMatchObject({ status: 202 })
    return readDataset(name)
  }
  const first = await edit((await load(60, {})).id)
  const params = { id: first.id }
  portal.clock.advance(minuteMs)
  await load(70, { replaces: true })
  portal.clock.advance(minuteMs)
  await admin.upload(first.id, 'CODE,WORDS\nA,Apartments\nB,Barns\n', 'codes.csv')
  await admin.waitForProposal(first.id)
  expect((await admin.as.call(countySetups.get, { params })).body).toMatchObject({
    replaces: { newer: expect.stringMatching(/^Newer data were loaded on /), properties: 70 },
  })
  await admin.check(first.id)
  expect(await importSetup(first.id, { replaces: true })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^Newer data were loaded .* Confirm that this import replaces it/) },
  })
  const getNewerAt = async () => (await admin.as.call(countySetups.get, { params })).body.replaces?.newerAt
  const confirmed = { replaces: true, replacesNewer: await getNewerAt() }
  portal.clock.advance(minuteMs)
  await load(75, { replaces: true })
  expect(await importSetup(first.id, confirmed)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^Newer data were loaded /) },
  })
  expect(await importSetup(first.id, { ...confirmed, replacesNewer: await getNewerAt() })).toMatchObject({
    status: 202,
  })
  expect(await readDataset(name)).toMatchObject({ properties: 60 })

  const [second, third] = [await prepare(80), await prepare(90)]
  portal.clock.advance(minuteMs)
  await admin.holdImports(true)
  const earlier = await requestImport(second, { replaces: true })
  const later = await requestImport(third, { replaces: true })
  await admin.holdImports(false)
  expect(await waitForImport(earlier.body.id)).toMatchObject({ status: 'LOADED' })
  expect(await waitForImport(later.body.id)).toMatchObject({
    status: 'FAILED',
    message: expect.stringMatching(/^Newer data of Rutherford County, assessor were loaded since /),
  })
  expect(await readDataset(name)).toMatchObject({ properties: 80 })
})

test('the edited source of a file with our own headers rules later uploads, and reads columns that these add', async () => {
  const name = 'Anytown, assessor'
  const elsewhere = [makeRollRow('21').replace('47037', '47149'), makeRollRow('22').replace('47037', '')]
  const body = new Blob([makeRollFile(20, ...elsewhere)])
  const uploadFile = async (file: Blob) => {
    const query = { source: 'generic', fileName: 'anytown.csv', name }
    return waitForImport((await admin.as.call(rolls.import, { query, body: file })).body.id)
  }
  await uploadFile(body)
  const { id, source } = await readDataset(name)
  const setup = await edit(id)
  const document = await admin.readDocument(setup.id)
  expect(document).toMatchObject({ source, key: { columns: ['apn'] } })
  expect(Object.keys({ ...document.property })).toEqual(
    expect.arrayContaining(['situsAddress', 'yearBuilt', 'marketValue']),
  )
  const { marketValue, ...property } = { ...document.property }
  const change = { version: setup.documentVersion, document: { ...document, property } }
  await admin.as.call(countySetups.saveDocument, { params: { id: setup.id }, body: change })
  expect(await admin.check(setup.id)).toMatchObject({ status: 'DONE', report: { rowsAccepted: 21, rowsRejected: 1 } })
  expect(await importSetup(setup.id, { replaces: true })).toMatchObject({ status: 202 })
  expect(await readDataset(name)).toMatchObject({ id, source, sourceVersion: 1, properties: 21 })
  expect((await readDataset(name)).fills.map((fill) => fill.name)).not.toContain('marketValue')

  const [header, ...rows] = makeRollFile(21).split('\n')
  const wider = new Blob([[`${header},living_area_sqft`, ...rows.map((row) => `${row},1850`)].join('\n')])
  expect(await uploadFile(wider)).toMatchObject({ status: 'LOADED', rowsMapped: 21 })
  const read = (await readDataset(name)).fills.map((fill) => fill.name)
  expect(read).toContain('livingAreaSqft')
  expect(read).not.toContain('marketValue')

  const waiting = await edit(id)
  const params = { id: waiting.id }
  for (const { id: fileId } of waiting.files)
    await admin.as.call(countySetups.removeFile, { params: { ...params, fileId } })
  const inTwoDays = { ...portal.services.clock, now: () => new Date(Date.now() + 2 * dayMs) }
  await maintainSetups({ ...portal.services, clock: inTwoDays })
  const { items } = (await admin.as.call(countySetups.list)).body
  expect(items).toContainEqual(expect.objectContaining({ id: waiting.id, edits: name, fileNames: [] }))
})
