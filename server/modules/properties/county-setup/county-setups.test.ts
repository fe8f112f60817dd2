import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { datasets } from '@dooryard/contract/data/datasets/datasets'
import { rolls } from '@dooryard/contract/data/rolls'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createSetupAdmin, makeParcels, parcelHeader } from './setup-journey.fixture.ts'

let portal: Portal
let admin: Awaited<ReturnType<typeof createSetupAdmin>>
beforeAll(async () => {
  portal = await testPortal({ worker: true })
  admin = await createSetupAdmin(portal)
})
afterAll(() => portal.close())

const listStored = (id: string) => readdir(join(portal.folder, 'county-setups', id)).catch(() => [])

const criteria = { location: { counties: ['47037'] } }
const countDavidson = async () => (await admin.as.call(properties.count, { body: { criteria } })).body.count

test('a county goes from its file to a counted search', async () => {
  const { id } = await admin.create()
  const params = { id }
  const bad = ',9 EXAMPLE ORCHARD LN,NASHVILLE,37209,TESTWELL AVERY,,,,,,,,,,,,'
  expect(await admin.upload(id, makeParcels(300) + bad)).toMatchObject({ status: 202 })
  const setup = await admin.waitForProposal(id)
  expect(setup).toMatchObject({
    ...{ status: 'OPEN', countyName: 'Davidson County, TN', documentVersion: 1, isDocumentEdited: false },
    files: [{ status: 'READY', fileName: 'parcels.csv', origin: 'UPLOAD' }],
    tables: [{ id: 'parcels', isUsed: true, isMain: true, rowCount: 301, detected: { delimiter: ',' } }],
    proposal: { status: 'READY', refusal: null },
  })
  const rows = (await admin.as.call(countySetups.tableRows, { params: { ...params, tableId: 'parcels' } })).body
  expect(rows).toMatchObject({ columns: expect.arrayContaining(['PARCEL_ID']), rows: { length: 50 } })
  const proposal = (await admin.as.call(countySetups.proposal, { params })).body
  expect(proposal.fields).toContainEqual(expect.objectContaining({ group: 'property', field: 'yearBuilt' }))

  const { document } = (await admin.as.call(countySetups.document, { params })).body
  const preview = (await admin.as.call(countySetups.preview, { params, body: { document: { ...document } } })).body
  const yearBuilt = preview.fields.find(({ field }) => field === 'yearBuilt')
  expect(yearBuilt?.examples).toContainEqual({ cells: ['1950'], value: '1950', isImplausible: false })
  const uses = (await admin.as.call(countySetups.uses, { params, body: { document: { ...document } } })).body
  const code = { code: 'SINGLE FAMILY', rows: 300, use: 'SINGLE_FAMILY' }
  expect(uses).toMatchObject({ codes: [code], rows: 300, mappedRows: 300 })

  const checked = await admin.check(id)
  expect(checked).toMatchObject({ status: 'DONE', isCurrent: true, rowsRead: 301 })
  expect(checked.report).toMatchObject({
    ...{ rowsRead: 301, rowsAccepted: 300, rowsRejected: 1, properties: 300, hasRejects: true, insideShare: 1 },
    reasons: [{ text: 'It has no parcel number.', count: 1 }],
    counties: [{ fips: '47037', name: 'Davidson County, TN', properties: 300 }],
  })
  expect(checked.report?.positions).toHaveLength(300)
  expect(checked.report?.outline[0]?.[0]?.length).toBeGreaterThan(10)
  expect(checked.report?.fields).toContainEqual({
    ...{ group: 'property', field: 'yearBuilt', filled: 300, unknown: 0, implausible: 0, implausibleCells: [] },
    distribution: { type: 'NUMBER', min: 1950, median: expect.any(Number), max: 2009, zeroShare: 0 },
  })
  const rejects = await admin.as.call(countySetups.rejects, { params })
  expect(rejects.body.trim().split('\r\n')).toEqual(['line,parcel,reason', '302,,It has no parcel number.'])
  expect(await countDavidson()).toBe(0)

  const imported = await admin.as.call(countySetups.import, { params, body: { version: setup.documentVersion } })
  expect(imported).toMatchObject({ status: 202, body: { status: 'QUEUED', name: 'Davidson County, assessor' } })
  expect(await admin.waitForImport(imported.body.id)).toMatchObject({
    status: 'LOADED',
    rowsRead: 301,
    rowsRejected: 1,
  })
  expect(await countDavidson()).toBe(300)
  const { source } = imported.body
  const loaded = (await admin.as.call(datasets.list, { query: { source } })).body
  expect(loaded).toMatchObject({ totalCount: 1, items: [{ source, properties: 300, sourceFiles: ['parcels'] }] })
  expect((await admin.as.call(datasets.list, { query: { source: 'nowhere' } })).body.totalCount).toBe(0)
  expect((await admin.as.call(countySetups.get, { params })).body).toMatchObject({
    ...{ status: 'IMPORTED', importId: imported.body.id },
  })
  const open = (await admin.as.call(countySetups.list)).body.items
  expect(open.filter((one) => one.id === id)).toEqual([])
  await expect.poll(() => listStored(id)).toEqual(['rejects.csv'])
})

test('an import that would replace a dataset is confirmed, and another kind of file is another dataset', async () => {
  const about = { name: 'Wilson County, assessor', countyFips: '47189' }
  const loaded = await admin.create(about)
  await admin.upload(loaded.id, makeParcels(300))
  const { documentVersion } = await admin.waitForProposal(loaded.id)
  await admin.check(loaded.id)
  const first = { params: { id: loaded.id }, body: { version: documentVersion } }
  await admin.waitForImport((await admin.as.call(countySetups.import, first)).body.id)

  const { id } = await admin.create(about)
  const params = { id }
  await admin.upload(id, makeParcels(299))
  const { documentVersion: version, replaces } = await admin.waitForProposal(id)
  const [name, counties] = [about.name, ['Wilson County, TN']]
  expect(replaces).toEqual({
    ...{ name, counties },
    source: expect.any(String),
    properties: 300,
    sales: expect.any(Number),
    newer: null,
  })
  const start = (body: object) => admin.as.call(countySetups.import, { params, body: { version, ...body } })
  expect(await start({ replaces: true })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Check all rows') },
  })
  await admin.check(id)
  expect(await start({})).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(`replace ${name}`) },
  })
  const { property, ...document } = await admin.readDocument(id)
  const save = (at: number, edited: object) =>
    admin.as.call(countySetups.saveDocument, { params, body: { version: at, document: { ...document, ...edited } } })
  await save(version, { property, terms: 'Public record' })
  expect((await admin.as.call(countySetups.check, { params })).body.isCurrent).toBe(true)
  await save(version + 1, { property: { ...property, yearBuilt: { constant: 1990 } } })
  const saved = { version: version + 2, replaces: true }
  expect(await start(saved)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('changed since the check') },
  })
  await admin.check(id)
  const again = await start(saved)
  expect(again).toMatchObject({ status: 202 })
  await admin.waitForImport(again.body.id)

  const other = await admin.create(about)
  await admin.upload(other.id, makeParcels(20, { header: parcelHeader.replace('LIV_AREA', 'LIVING_AREA') }))
  expect(await admin.waitForProposal(other.id)).toMatchObject({ replaces: null })
  expect(await admin.readDocument(other.id)).toMatchObject({
    source: 'wilson-county-assessor-2',
    name: 'Wilson County, assessor 2',
  })
  await admin.check(other.id)
  const getOther = async () => (await admin.as.call(countySetups.get, { params: { id: other.id } })).body
  const { documentVersion: at, sameCounty } = await getOther()
  expect(sameCounty).toMatchObject({ name, properties: 299, newer: null, canReplace: true })
  const load = (body: object) =>
    admin.as.call(countySetups.import, { params: { id: other.id }, body: { version: at, ...body } })
  expect(await load({})).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(`loaded already as ${name} (299 properties)`) },
  })
  await admin.holdImports(true)
  const canceled = (await load({ sameCounty: 'KEEP' })).body
  const cancel = (importId: string) => admin.as.call(rolls.cancel, { params: { id: importId } })
  const retry = (importId: string) => admin.as.call(rolls.retry, { params: { id: importId } })
  await cancel(canceled.id)
  const overtaken = (await load({ sameCounty: 'KEEP' })).body
  await cancel(overtaken.id)
  const canRetry = async () => (await admin.as.call(rolls.importOf, { params: { id: canceled.id } })).body.canRetry
  // A refresh of the dataset beside which it is kept takes nothing from it.
  await portal.db
    .updateTable('rolls')
    .set({ ingestedAt: new Date() })
    .where('source', '=', sameCounty?.source ?? '')
    .execute()
  expect(await canRetry()).toBe(true)
  const replaced = await load({ sameCounty: 'REPLACE' })
  expect(replaced).toMatchObject({ status: 202, body: { source: sameCounty?.source, name } })
  const message = 'A later import of the same setup takes the place of this one.'
  expect(await canRetry()).toBe(false)
  expect(await retry(canceled.id)).toMatchObject({ status: 409, body: { message } })
  await cancel(replaced.body.id)
  for (const importId of [overtaken.id, replaced.body.id]) expect(await retry(importId)).toMatchObject({ status: 202 })
  await admin.holdImports(false)
  expect(await admin.waitForImport(overtaken.id)).toMatchObject({ status: 'FAILED', message })
  expect(await admin.waitForImport(replaced.body.id)).toMatchObject({ status: 'LOADED' })
  expect((await admin.as.call(datasets.list, { query: { limit: 100 } })).body.items).toContainEqual(
    expect.objectContaining({ source: sameCounty?.source, name, properties: 20 }),
  )
  expect(await canRetry()).toBe(false)
  // As earlier releases have requested it: its county is loaded by another source.
  await portal.pool.query(
    `update file_imports set params = params - '{setup,isCountyConfirmed}'::text[] where id = $1`,
    [canceled.id],
  )
  expect(await canRetry()).toBe(false)
  expect(await retry(canceled.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(`Wilson County, TN was loaded as ${name} since this file was added.`) },
  })
})

test('an edited source follows the name, the county and the tables of its setup', async () => {
  const { id } = await admin.create()
  const params = { id }
  await admin.upload(id, makeParcels(30))
  await admin.upload(id, makeParcels(30), 'more.csv')
  const { documentVersion: version } = await admin.waitForProposal(id)
  const proposed = await admin.readDocument(id)
  const document = {
    ...{ ...proposed, files: [{ id: 'parcels' }, { id: 'more' }] },
    joins: [{ file: 'more', on: [{ column: 'PARCEL_ID', equals: 'PARCEL_ID' }], take: { rows: 'FIRST' as const } }],
    property: { ...proposed.property, yearBuilt: { columns: ['more.YR_BLT'] } },
  }
  await admin.as.call(countySetups.saveDocument, { params, body: { version, document } })
  const about = { name: 'Rutherford County, assessor', countyFips: '47149' }
  await admin.as.call(countySetups.change, { params, body: about })
  const source = 'rutherford-county-assessor'
  expect(await admin.readDocument(id)).toMatchObject({ source, name: about.name, county: { fips: '47149' } })
  // An id that begins with generic is that of a file with our own headers.
  const generic = { name: 'Generic parcels', countyFips: '47037' }
  await admin.as.call(countySetups.change, { params, body: generic })
  expect(await admin.readDocument(id)).toMatchObject({ source: 'county-47037', name: generic.name })

  const changeTable = (tableId: string, body: object) =>
    admin.as.call(countySetups.changeTable, { params: { id, tableId }, body })
  for (const delimiter of ['|', ',']) await changeTable('parcels', { choices: { headerLine: 2, delimiter } })
  await admin.waitFor(id, ({ tables }) => tables.every(({ isReading }) => !isReading))
  expect((await admin.readDocument(id)).files[0]).toMatchObject({ id: 'parcels', headerLine: 2, delimiter: ',' })

  await changeTable('more', { isMain: true })
  await admin.waitForProposal(id)
  const proposal = (await admin.as.call(countySetups.proposal, { params })).body
  expect(proposal.document?.files[0]).toMatchObject({ id: 'more' })

  await changeTable('more', { isUsed: false })
  const { files, joins, property } = await admin.readDocument(id)
  expect([files.map((file) => file.id), joins, property?.yearBuilt]).toEqual([['parcels'], [], undefined])
})

test('a second tab with an older document is told so, and wrong documents name the place', async () => {
  const { id } = await admin.create()
  const params = { id }
  await admin.upload(id, makeParcels(30))
  await admin.waitForProposal(id)
  const { version, document } = (await admin.as.call(countySetups.document, { params })).body
  if (!document) throw new Error('nothing was proposed')
  const edited = { ...document, name: 'Davidson County, edited' }
  const saved = await admin.as.call(countySetups.saveDocument, { params, body: { version, document: edited } })
  expect(saved).toMatchObject({ status: 200, body: { version: version + 1, isEdited: true, document: edited } })
  const late = await admin.as.call(countySetups.saveDocument, { params, body: { version, document: edited } })
  expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining('changed meanwhile') } })

  const save = (wrong: object) =>
    admin.as.call(countySetups.saveDocument, {
      params,
      body: { version: version + 1, document: { ...edited, ...wrong } },
    })
  expect(await save({ key: { columns: [] } })).toMatchObject({
    ...{ status: 400, body: { issues: [{ path: expect.stringMatching(/^document\.key/) }] } },
  })
  expect(await save({ county: { fips: '99999' } })).toMatchObject({
    ...{ status: 400, body: { issues: [{ path: 'document.county' }] } },
  })
  expect(await save({ files: [{ id: 'other' }] })).toMatchObject({ status: 422 })

  // A new file proposes anew, and leaves what was edited.
  await admin.upload(id, makeParcels(5, { from: 900 }), 'more.csv')
  const after = await admin.waitForProposal(id)
  expect(after).toMatchObject({ documentVersion: version + 1, isDocumentEdited: true })
  const applied = await admin.as.call(countySetups.applyProposal, { params, body: { version: version + 1 } })
  expect(applied).toMatchObject({ status: 200, body: { isEdited: false, version: version + 2 } })
})

test('files that are no table are refused with a sentence, and can be removed', async () => {
  const { id } = await admin.create()
  expect(await admin.upload(id, '')).toMatchObject({ status: 422, body: { message: 'This file is empty.' } })
  await admin.upload(id, '<!doctype html><html><body>Error 500</body></html>', 'parcels.csv')
  const { files } = await admin.waitForProposal(id)
  expect(files).toMatchObject([{ status: 'FAILED', message: expect.stringMatching(/\.$/) }])
  const params = { id, fileId: files[0]?.id ?? '' }
  expect((await admin.as.call(countySetups.removeFile, { params })).body.files).toEqual([])
  const listed = (await admin.as.call(countySetups.list, { query: { limit: 100 } })).body.items
  expect(listed.filter((one) => one.id === id)).toEqual([])
  await expect.poll(() => listStored(id)).toEqual([])
  // A table that is not a county dataset is not its main table.
  await admin.upload(id, 'plate,make,colour\nX-1,EXAMPLE,RED\nX-2,EXAMPLE,BLUE\n', 'vehicles.csv')
  expect(await admin.waitForProposal(id)).toMatchObject({
    ...{ documentVersion: 0, proposal: { refusal: expect.stringMatching(/\.$/) }, tables: [{ isMain: false }] },
  })
})

test('the main table is the one with the parcels before anybody has said the county', async () => {
  const { id } = (await admin.as.call(countySetups.create, { body: {} })).body
  const rows = makeParcels(30).split('\n').slice(1, -1)
  const built = rows.map((row) => row.split(',')).map(([parcel, , , , , , , , , year]) => `${parcel},${year}`)
  await admin.upload(id, ['PARCEL_ID,YR_BLT', ...built].join('\n'), 'buildings.csv')
  await admin.waitForProposal(id)
  await admin.upload(id, makeParcels(30))
  const { documentVersion, tables } = await admin.waitForProposal(id)
  expect(documentVersion).toBe(0)
  expect(tables.map((table) => [table.id, table.isMain])).toEqual([
    ['buildings', false],
    ['parcels', true],
  ])
})

test('setups belong to the administrator who created them, and go with their files', async () => {
  const { id } = await admin.create()
  await admin.upload(id, makeParcels(5))
  await admin.waitForProposal(id)
  const other = await user(portal, { role: 'SUPER_ADMIN' })
  expect(await other.as.call(countySetups.get, { params: { id } })).toMatchObject({ status: 404 })
  expect((await other.as.call(countySetups.list)).body.items).toEqual([])
  expect((await admin.as.call(countySetups.list)).body.items).toContainEqual(
    expect.objectContaining({ id, fileNames: ['parcels.csv'], countyName: 'Davidson County, TN' }),
  )
  expect(await admin.as.call(countySetups.remove, { params: { id } })).toMatchObject({ status: 204 })
  expect(await admin.as.call(countySetups.get, { params: { id } })).toMatchObject({ status: 404 })
  expect(await listStored(id)).toEqual([])
  expect(await admin.as.call(countySetups.create, { body: { countyFips: '99999' } })).toMatchObject({ status: 422 })
})
