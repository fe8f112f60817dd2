import { appendFile, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { diskFullMessage } from '@dooryard/contract/api/errors'
import { rolls } from '@dooryard/contract/data/rolls'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createZip } from '../../../platform/files/write/zip-writer.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { newId } from '../../../platform/util/ids.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { maintainSetups } from './maintain-setups.ts'
import { createSetupAdmin, makeParcels } from './setup-journey.fixture.ts'
import { updateSetup } from './setups.queries.ts'

let portal: Portal
let admin: Awaited<ReturnType<typeof createSetupAdmin>>
let folder: string
const slow = Promise.withResolvers<() => void>()
const county = createServer((request, response) => {
  if (request.url === '/slow.csv') {
    response.writeHead(200).write('PARCEL_ID,')
    return slow.resolve(() => response.end('SITUS_ADDR\n'))
  }
  if (request.url === '/moved.csv') return response.writeHead(302, { location: '/parcels.csv' }).end()
  if (request.url === '/parcels.csv') return response.writeHead(200, { etag: '"7"' }).end(makeParcels(25))
  return response.writeHead(404).end()
})
let address: string
beforeAll(async () => {
  portal = await testPortal({ worker: true })
  admin = await createSetupAdmin(portal)
  folder = join(portal.folder, 'import')
  await mkdir(join(folder, 'davidson'), { recursive: true })
  await writeFile(join(folder, 'davidson/parcels.csv'), makeParcels(12))
  await mkdir(join(folder, 'davidson/.Trash-0'))
  await writeFile(join(folder, 'davidson/.Trash-0/older.csv'), makeParcels(3))
  await writeFile(join(portal.folder, 'secret.csv'), 'a,b\n1,2\n')
  await symlink(join(portal.folder, 'secret.csv'), join(folder, 'link.csv'))
  await symlink(portal.folder, join(folder, 'outside'))
  await new Promise<void>((done) => county.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(county.address() as AddressInfo).port}`
})
afterAll(async () => {
  county.close()
  await portal.close()
})

test('a file is fetched from its address, also after a redirect', async () => {
  const { id } = await admin.create()
  const params = { id }
  const added = await admin.as.call(countySetups.download, { params, body: { url: `${address}/moved.csv` } })
  expect(added).toMatchObject({ status: 202, body: { files: [{ origin: 'URL', status: 'RECEIVING' }] } })
  const { files, tables } = await admin.waitForProposal(id)
  expect(files).toMatchObject([{ status: 'READY', fileName: 'parcels.csv' }])
  expect(tables).toMatchObject([{ id: 'parcels', rowCount: 25 }])
  await admin.as.call(countySetups.download, { params, body: { url: `${address}/none.csv` } })
  const missing = await admin.waitForProposal(id)
  expect(missing.files[1]).toMatchObject({ status: 'FAILED', message: expect.stringContaining('404') })
  for (const url of ['http://169.254.169.254/latest/meta-data', 'ftp://example.gov/parcels.csv', 'parcels.csv'])
    expect((await admin.as.call(countySetups.download, { params, body: { url } })).status).toBeGreaterThanOrEqual(400)
})

test('a slow download keeps no other file waiting', async () => {
  const [{ id: slowId }, { id }] = [await admin.create(), await admin.create()]
  const body = { url: `${address}/slow.csv` }
  await admin.as.call(countySetups.download, { params: { id: slowId }, body })
  const end = await slow.promise
  await admin.upload(id, makeParcels(5))
  expect((await admin.waitForProposal(id)).files).toMatchObject([{ status: 'READY' }])
  end()
})

test('the import folder is listed and read, and nothing outside it', async () => {
  const list = (path: string) => admin.as.call(countySetups.importFolder, { query: { path } })
  expect((await list('')).body.entries).toMatchObject([{ name: 'davidson', path: 'davidson', isFolder: true }])
  expect((await list('davidson')).body.entries).toMatchObject([{ path: 'davidson/parcels.csv', isFolder: false }])
  const outside = ' is a link out of the import folder. Copy the file itself into the folder.'
  expect((await list('')).body.unreadable).toEqual([`link.csv${outside}`, `outside${outside}`])
  for (const path of ['..', '../secret.csv', 'davidson/../..', 'outside', '.hidden'])
    expect([path, (await list(path)).status]).toEqual([path, 422])
  expect((await list('none')).status).toBe(404)

  const { id } = await admin.create()
  const add = (path: string) => admin.as.call(countySetups.addServerFile, { params: { id }, body: { path } })
  for (const path of ['link.csv', '../secret.csv', 'outside/secret.csv'])
    expect([path, (await add(path)).status]).toEqual([path, 422])
  expect((await add('none.csv')).status).toBe(404)
  expect(await add('davidson')).toMatchObject({ status: 202 })
  const { files, tables } = await admin.waitForProposal(id)
  expect(files).toMatchObject([{ status: 'READY', origin: 'FOLDER', fileName: 'davidson.zip', location: 'davidson' }])
  expect(tables).toMatchObject([{ rowCount: 12 }])

  // The parcels without their sales would be half a county.
  await mkdir(join(folder, 'sold'))
  await writeFile(join(folder, 'sold/parcels.csv'), makeParcels(1))
  await symlink(join(folder, 'sold/gone.csv'), join(folder, 'sold/sales.csv'))
  const broken = 'sales.csv is a broken link. Fix or remove it.'
  expect((await list('sold')).body).toMatchObject({ entries: [{ name: 'parcels.csv' }], unreadable: [broken] })
  expect(await add('sold')).toMatchObject({ status: 422, body: { message: `${broken} Then add the folder again.` } })
  await mkdir(join(folder, 'sold/older'))
  await rename(join(folder, 'sold/sales.csv'), join(folder, 'sold/older/sales.csv'))
  const below = { message: `older/${broken} Then add the folder again.` }
  expect(await add('sold')).toMatchObject({ status: 422, body: below })

  // One that another program still writes.
  const { write } = portal.services.files
  vi.spyOn(portal.services.files, 'write').mockImplementationOnce(async (...file) => {
    await write(...file)
    await appendFile(join(folder, 'davidson/parcels.csv'), makeParcels(1))
  })
  await add('davidson/parcels.csv')
  const changed = (await admin.waitForProposal(id)).files[1]
  expect(changed).toMatchObject({
    status: 'FAILED',
    message: 'This file was changed while it was copied. Add it again once it is complete.',
  })
})

test('another header line is read as chosen, and a table that is not used is left out', async () => {
  const { id } = await admin.create()
  await admin.upload(id, makeParcels(20))
  await admin.waitForProposal(id)
  const params = { id, tableId: 'parcels' }
  const { body } = await admin.as.call(countySetups.changeTable, { params, body: { choices: { headerLine: 2 } } })
  expect(body.tables).toMatchObject([{ isReading: true, choices: { headerLine: 2 } }])
  const read = await admin.waitFor(id, ({ tables }) => tables.every(({ isReading }) => !isReading))
  expect(read.tables).toMatchObject([{ rowCount: 19, detected: { headerLine: 2 } }])
  await admin.as.call(countySetups.changeTable, { params, body: { isUsed: false } })
  const unused = await admin.waitForProposal(id)
  expect(unused).toMatchObject({ proposal: { status: 'NONE' }, tables: [{ isUsed: false, isMain: false }] })
  const check = await admin.as.call(countySetups.startCheck, {
    ...{ params: { id }, body: { version: unused.documentVersion } },
  })
  expect(check).toMatchObject({ status: 422 })
})

test('an import that waits is canceled, keeps its file, and is loaded by a retry', async () => {
  const { id } = await admin.create({ name: 'Davidson County, canceled', countyFips: '47037' })
  const params = { id }
  await admin.upload(id, makeParcels(40))
  const { documentVersion: version } = await admin.waitForProposal(id)
  await admin.check(id)
  const imported = (await admin.as.call(countySetups.import, { params, body: { version } })).body
  const canceled = await admin.as.call(rolls.cancel, { params: { id: imported.id } })
  if (canceled.status === 202)
    await expect
      .poll(async () => (await admin.as.call(rolls.importOf, { params: { id: imported.id } })).body.status)
      .toMatch(/^(CANCELED|LOADED)$/)
  const ended = (await admin.as.call(rolls.importOf, { params: { id: imported.id } })).body
  expect((await admin.as.call(rolls.cancel, { params: { id: imported.id } })).status).toBe(409)
  if (ended.status !== 'CANCELED') return
  expect(ended).toMatchObject({ canRetry: true, message: expect.stringContaining('unchanged') })
  await admin.as.call(rolls.retry, { params: { id: imported.id } })
  await expect
    .poll(async () => (await admin.as.call(rolls.importOf, { params: { id: imported.id } })).body.status)
    .toBe('LOADED')
})

test('a setup whose import was canceled or failed is open again with its files, and is edited and loaded', async () => {
  const { id } = await admin.create({ name: 'Wilson County, corrected', countyFips: '47189' })
  const params = { id }
  await admin.upload(id, makeParcels(20, { from: 9_000 }))
  await admin.upload(id, 'CODE,WORDS\nA,Apartments\nB,Barns\n', 'codes.csv')
  const { documentVersion: version } = await admin.waitForProposal(id)
  await admin.check(id)
  const get = async () => (await admin.as.call(countySetups.get, { params })).body
  const start = async (at: number) => (await admin.as.call(countySetups.import, { params, body: { version: at } })).body
  const cancel = (importId: string) => admin.as.call(rolls.cancel, { params: { id: importId } })
  await admin.holdImports(true)
  const waiting = await start(version)
  expect(await get()).toMatchObject({ status: 'IMPORTED', importId: waiting.id })
  expect(await cancel(waiting.id)).toMatchObject({ body: { status: 'CANCELED' } })
  expect(await get()).toMatchObject({ status: 'OPEN', importId: waiting.id, check: { isCurrent: true } })
  expect((await admin.as.call(countySetups.list)).body.items).toContainEqual(expect.objectContaining({ id }))

  // The import can also be repeated from the list of imports, which closes the setup again.
  await admin.as.call(rolls.retry, { params: { id: waiting.id } })
  expect(await get()).toMatchObject({ status: 'IMPORTED' })
  // Its process dies before it has opened the setup.
  await portal.pool.query(`update file_imports set status = 'CANCELED' where id = $1`, [waiting.id])
  await maintainSetups(portal.services)
  expect(await get()).toMatchObject({ status: 'OPEN' })

  const document = { ...(await admin.readDocument(id)), terms: 'Public record' }
  await admin.as.call(countySetups.saveDocument, { params, body: { version, document } })
  await admin.as.call(rolls.retry, { params: { id: waiting.id } })
  expect(await get()).toMatchObject({ status: 'OPEN', documentVersion: version + 1 })
  await cancel(waiting.id)
  const repeated = async () => (await admin.as.call(rolls.importOf, { params: { id: waiting.id } })).body
  expect(await repeated()).toMatchObject({ status: 'CANCELED', canRetry: true })
  const refused = await start(version + 1)
  await portal.pool.query('update file_imports set file_key = null where id = $1', [refused.id])
  await admin.holdImports(false)
  expect(await admin.waitForImport(refused.id)).toMatchObject({ status: 'FAILED', canRetry: false })
  await admin.waitFor(id, ({ status }) => status === 'OPEN')

  const loaded = await start(version + 1)
  expect(await admin.waitForImport(loaded.id)).toMatchObject({ status: 'LOADED', rowsRead: 20 })
  expect(await get()).toMatchObject({ status: 'IMPORTED', importId: loaded.id })
  expect(await repeated()).toMatchObject({ canRetry: false })
  expect(await admin.as.call(rolls.retry, { params: { id: waiting.id } })).toMatchObject({ status: 409 })
  // Those of the setup go with those of its import; a canceled import keeps its own for a while.
  const listNames = async () => (await readdir(join(portal.folder, 'county-setups', id))).toSorted()
  const { rows } = await portal.pool.query('select file_key from file_imports where id = $1', [waiting.id])
  await expect.poll(listNames).toEqual([`${rows[0].file_key}`.split('/').at(-1)])
})

test('a proposal whose process died fails, and what no setup has is not kept', async () => {
  const { id } = await admin.create()
  await admin.upload(id, makeParcels(5))
  await admin.waitForProposal(id)
  const { db, files } = portal.services
  await updateSetup(db, id, { proposalStatus: 'RUNNING' }, new Date())
  const keys = [`county-setups/${id}/left.json`, `county-setups/${newId()}/left.csv`]
  for (const key of keys) await files.write(key, ['x'])
  const clock = { now: () => new Date(Date.now() + 2 * 86_400_000) }
  const maintain = async () => {
    await maintainSetups({ ...portal.services, clock })
    return (await admin.as.call(countySetups.get, { params: { id } })).body.proposal
  }
  // The job of the proposal before is removed a moment after its end.
  await expect.poll(maintain).toMatchObject({ status: 'FAILED', message: expect.stringContaining('to try again') })
  expect(await Promise.all(keys.map(files.exists))).toEqual([false, false])
  expect(await readdir(join(portal.folder, 'county-setups', id))).toHaveLength(2)
})

test('a setup that nobody changes for thirty days goes with its files, and one without files after a day', async () => {
  const { id } = await admin.create()
  await admin.upload(id, makeParcels(5))
  await admin.waitForProposal(id)
  const at = (days: number) => ({ ...portal.services.clock, now: () => new Date(Date.now() + days * 86_400_000) })
  const empty = await admin.create()
  const refused = (await admin.as.call(countySetups.create, { body: {} })).body
  await admin.upload(refused.id, '<!doctype html><html><body>Error 500</body></html>', 'refused.csv')
  expect(await admin.waitForProposal(refused.id)).toMatchObject({ files: [{ status: 'FAILED' }] })
  const open = (await admin.as.call(countySetups.list, { query: { limit: 100 } })).body.items
  expect([refused.id, id].map((one) => open.some((setup) => setup.id === one))).toEqual([false, true])
  await maintainSetups(portal.services)
  expect((await admin.as.call(countySetups.get, { params: { id: empty.id } })).status).toBe(200)
  await maintainSetups({ ...portal.services, clock: at(29) })
  expect((await admin.as.call(countySetups.get, { params: { id: empty.id } })).status).toBe(404)
  expect((await admin.as.call(countySetups.get, { params: { id: refused.id } })).status).toBe(404)
  expect(await readdir(join(portal.folder, 'county-setups', refused.id))).toEqual([])
  expect((await admin.as.call(countySetups.get, { params: { id } })).status).toBe(200)
  await maintainSetups({ ...portal.services, clock: at(31) })
  expect((await admin.as.call(countySetups.get, { params: { id } })).status).toBe(404)
})

test('the matches of joins are counted over whole files, and again for a join that was changed', async () => {
  const { id } = await admin.create()
  const params = { id }
  const numbers = Array.from({ length: 6_000 }, (_, at) => `0${410_000_000 + at * 37}`)
  const parcels = numbers.map((apn, at) => `${apn},${at} EXAMPLE ORCHARD LN,TESTWELL AVERY`)
  await admin.upload(id, ['PARCEL_ID,SITUS_ADDR,OWNER1', ...parcels].join('\n'))
  // The first rows of the one file are the last ones of the other.
  const buildings = numbers.toReversed().map((apn) => `${apn},${apn.slice(1)},1985`)
  await admin.upload(id, ['PARCEL_ID,ACCT,YR_BLT', ...buildings].join('\n'), 'buildings.csv')
  const counted = await admin.waitFor(id, ({ joinCounts }) => joinCounts.length > 0)
  expect(counted.joinCounts).toMatchObject([{ rows: 6_000, matchedRows: 6_000, isUnique: true }])
  const { joins } = (await admin.as.call(countySetups.proposal, { params })).body
  expect(joins).toMatchObject([{ matched: 1, doubt: null }])

  const { version, document } = (await admin.as.call(countySetups.document, { params })).body
  if (!document) throw new Error('nothing was proposed')
  const on = [{ column: 'PARCEL_ID', equals: 'ACCT' }]
  const save = async (at: number, match?: 'LETTERS_AND_DIGITS') => {
    const join = { file: 'buildings', on, ...(match && { match }), take: { rows: 'FIRST' as const } }
    const edited = { ...document, joins: [join] }
    await admin.as.call(countySetups.saveDocument, { params, body: { version: at, document: edited } })
    const isCounted = ({ joinCounts: [count] }: typeof counted) =>
      count?.join.match === match && count?.join.on[0]?.equals === 'ACCT'
    return (await admin.waitFor(id, isCounted)).joinCounts[0]?.matchedRows
  }
  expect(await save(version)).toBe(0)
  expect(await save(version + 1, 'LETTERS_AND_DIGITS')).toBe(6_000)

  const { joins: _, ...alone } = { ...document, files: document.files.slice(0, 1), property: {} }
  const body = { version: version + 2, document: alone }
  expect((await admin.as.call(countySetups.saveDocument, { params, body })).status).toBe(200)
  expect((await admin.as.call(countySetups.get, { params })).body.joinCounts).toEqual([])
})

test('tables of a count that was killed with each attempt are dropped, and those of a count in progress stay', async () => {
  const { clickhouse, db } = portal.services
  const [counting, killed] = [newId(), newId()]
  const key = `county-joins:${counting}`
  await addJob(db, 'count-county-joins', { setupId: counting }, { jobKey: key, delayMs: 60_000 })
  const tables = [counting, killed].map((id) => `join_setup_${id.replaceAll('-', '_')}__main`)
  for (const name of tables) await clickhouse.run(`create table ${name} (c0 String) engine = Log`)
  await maintainSetups(portal.services)
  const left = await clickhouse.rows(`select name from system.tables where startsWith(name, 'join_setup_')`)
  expect(left).toEqual([{ name: tables[0] }])
})

/** From now on, files whose keys end like this find no space, as the operating system says it. */
function fillDisk(ending: string) {
  const { files } = portal.services
  const { write } = files
  return vi
    .spyOn(files, 'write')
    .mockImplementation((key, content) => (key.endsWith(ending) ? writeFile('/dev/full', 'x') : write(key, content)))
}

test('a file that finds the disk full leaves no table and no rest, and a table keeps what was read of it', async () => {
  const { id } = await admin.create()
  const stored = join(portal.folder, 'county-setups', id)
  const entries = ['first.csv', 'second.csv'].map((name) => ({ name, content: Readable.from([makeParcels(5)]) }))
  const zip = new Uint8Array(await buffer(createZip(entries, new Date())))
  const disk = fillDisk('second_csv.json')
  await admin.upload(id, zip, 'parcels.zip')
  expect(await admin.waitForProposal(id)).toMatchObject({
    files: [{ status: 'FAILED', message: diskFullMessage }],
    ...{ tables: [], proposal: { status: 'NONE' } },
  })
  expect(await readdir(stored)).toEqual([])
  disk.mockRestore()
  await admin.upload(id, zip, 'parcels.zip')
  expect((await admin.waitForProposal(id)).tables).toMatchObject([{ id: 'first_csv' }, { id: 'second_csv' }])

  fillDisk('second_csv.json')
  const body = { choices: { headerLine: 2 } }
  await admin.as.call(countySetups.changeTable, { params: { id, tableId: 'second_csv' }, body })
  const { tables } = await admin.waitFor(id, (setup) => setup.tables.every(({ isReading }) => !isReading))
  expect(tables[1]).toMatchObject({ rowCount: 5, message: expect.stringContaining('no space left') })
})
