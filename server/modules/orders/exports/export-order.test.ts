import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { exportColumns } from '@dooryard/contract/orders/export/export-columns'
import type { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import { exportPresets, maxExportPresets } from '@dooryard/contract/orders/export/export-presets'
import { tradePresets } from '@dooryard/contract/orders/export/trade-presets'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { parse } from 'csv-parse/sync'
import readSheet from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import type { z } from 'zod'
import { signInWithPassword, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { enableCallReady, fulfilTestOrder, placeConsumerOrder } from '../call-ready/call-orders.fixture.ts'
import { purgeExportFiles } from './export-order.ts'

type LayoutInput = z.input<typeof ExportLayout>
type Placed = Awaited<ReturnType<typeof placeConsumerOrder>>

let portal: Portal
let order: Placed
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  await enableCallReady(portal)
  order = await placeConsumerOrder(portal)
})
afterAll(() => portal.close())

async function download({ owner, params }: Pick<Placed, 'owner' | 'params'>, body: LayoutInput) {
  const link = await owner.as.call(privateOrders.export, { params, body: body as ExportLayout })
  if (link.status !== 200) throw new Error(JSON.stringify(link.body))
  const file = await fetch(portal.url + link.body.url)
  return { name: file.headers.get('content-disposition') ?? '', bytes: Buffer.from(await file.arrayBuffer()) }
}

const parseCsv = (bytes: Buffer) => parse<Record<string, string>>(bytes.toString(), { columns: true })

/** The files of a ZIP by name. */
async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-export-'))
  try {
    await writeFile(join(folder, 'export.zip'), bytes)
    const zip = await openPromise(join(folder, 'export.zip'), { lazyEntries: true, autoClose: false })
    const files = new Map<string, Buffer>()
    for await (const entry of zip.eachEntry())
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
    zip.close()
    return files
  } finally {
    await rm(folder, { recursive: true })
  }
}

const readDelivered = async ({ owner, params }: Placed) => {
  const { body } = await owner.as.call(privateOrders.download, { params })
  return parseCsv(Buffer.from(await (await fetch(portal.url + body.url)).arrayBuffer()))
}

test('every preset gives the delivered leads in their order, and its preview is its beginning', async () => {
  const delivered = await readDelivered(order)
  for (const preset of tradePresets.values) {
    const { bytes, name } = await download(order, { preset })
    const [headers = [], ...rows] = parse(bytes.toString())
    expect(name).toContain(`-${preset.toLowerCase().replaceAll('_', '-')}.csv`)
    const { body } = await order.owner.as.call(privateOrders.previewExport, {
      params: order.params,
      body: { preset } as ExportLayout,
    })
    expect(body).toMatchObject({ headers, leads: 50 })
    expect(body.rows.map((cells) => cells.map((cell) => String(cell ?? '')))).toEqual(rows.slice(0, 5))
    if (preset !== 'DIALER') expect(rows).toHaveLength(delivered.length)
  }
  const all = parseCsv((await download(order, { preset: 'RAW' })).bytes)
  for (const header of ['Owner Name', 'Parcel Number', 'Phone 1', 'Phone 3', 'Email 1', 'Last Sale Price'])
    expect(all.map((row) => row[header])).toEqual(delivered.map((row) => row[header]))
  expect(all[0]).toMatchObject({ 'Order ID': order.id, 'Data Source': expect.stringMatching(/demo/i) })
  expect(new Set(all.map((row) => row['Lead ID'])).size).toBe(50)
})

test('a dialer gets one row per callable number, or up to five a lead', async () => {
  const numbers = (await readDelivered(order))
    .flatMap((row) => [row['Phone 1'], row['Phone 2'], row['Phone 3']])
    .filter(Boolean)
  const rows = parseCsv((await download(order, { preset: 'DIALER' })).bytes)
  expect(rows.map((row) => row['Phone'])).toEqual(numbers)
  const expiry = (await order.now()).expiresAt?.slice(0, 10) ?? ''
  const [until = ''] = rows.map((row) => row['Callable Until'])
  expect(until <= expiry).toBe(true)
  const [lead] = parseCsv((await download(order, { preset: 'DIALER_LEADS' })).bytes)
  expect(Object.keys(lead ?? {}).slice(3, 5)).toEqual(['Phone 1', 'Phone 1 Type'])
  expect(lead).toHaveProperty('Phone 5 Type')
})

test('a number that may not be called is in the file only when that is chosen, with the reason', async () => {
  const columns = [{ column: 'PHONE' as const }, { column: 'PHONE_TYPE' as const }]
  const [row] = await portal.db
    .selectFrom('orderLeads')
    .select(['rank', 'contacts'])
    .where('orderId', '=', order.id)
    .orderBy('rank')
    .limit(1)
    .execute()
  const contact = { type: 'PHONE', source: 'Test', asOf: '2026-11-01' }
  const phones = [
    { ...contact, value: '6155550198', scrub: 'NATIONAL_DNC', lineType: 'MOBILE' },
    { ...contact, value: '6155550199', scrub: 'CLEAN', lineType: 'LANDLINE' },
  ]
  const setPhones = (contacts: unknown) =>
    portal.db
      .updateTable('orderLeads')
      .set({ contacts: JSON.stringify(contacts) })
      .where('orderId', '=', order.id)
      .where('rank', '=', row?.rank ?? 0)
      .execute()
  await setPhones(phones)
  const [plain] = parseCsv((await download(order, { columns })).bytes)
  expect(plain).toMatchObject({ 'Phone 1': '6155550199', 'Phone 2': '', 'Phone 2 Type': '' })
  const [marked] = parseCsv((await download(order, { columns, includeSuppressed: true })).bytes)
  expect(marked).toMatchObject({
    ...{ 'Phone 1': '6155550199', 'Phone 1 Do-Not-Call Check': 'Clean' },
    ...{ 'Phone 2': '6155550198', 'Phone 2 Type': 'Mobile', 'Phone 2 Do-Not-Call Check': 'National do-not-call' },
  })
  const rows = parseCsv((await download(order, { preset: 'DIALER', includeSuppressed: true })).bytes)
  expect(rows[1]).toMatchObject({ Phone: '6155550198', 'Phone Do-Not-Call Check': 'National do-not-call' })
  await setPhones(row?.contacts)
})

test('a workbook opens in a spreadsheet with texts as texts and numbers as numbers', async () => {
  const name = '=HYPERLINK("http://example.com") & <b>'
  await portal.db.updateTable('orders').set({ orderName: name }).where('id', '=', order.id).execute()
  const columns = [
    { column: 'MAILING_ZIP' as const, header: 'ZIP' },
    { column: 'YEAR_BUILT' as const },
    { column: 'LIST_NAMES' as const },
  ]
  const { bytes, name: fileName } = await download(order, { format: 'XLSX', columns })
  expect(fileName).toContain('-columns.xlsx')
  const [sheet] = await readSheet(bytes)
  const [headers, ...rows] = sheet?.data ?? []
  expect(headers).toEqual(['ZIP', 'Year Built', 'List Names'])
  expect(rows).toHaveLength(50)
  const zips = parseCsv((await download(order, { columns })).bytes).map((row) => row['ZIP'] || null)
  expect(rows.map(([zip]) => zip)).toEqual(zips)
  expect(rows.some(([, year]) => typeof year === 'number')).toBe(true)
  expect(rows[0]?.[2]).toBe(name)
  expect((await download(order, { columns })).bytes.toString()).toContain(`"'=HYPERLINK(""http`)
  await portal.db.updateTable('orders').set({ orderName: 'To call' }).where('id', '=', order.id).execute()
})

test('split files share the leads without loss, in either format', async () => {
  const all = parseCsv((await download(order, { preset: 'RAW' })).bytes)
  for (const [split, header] of [
    ['STATE', 'Property State'],
    ['COUNTY', 'County FIPS'],
  ] as const) {
    const { bytes, name } = await download(order, { preset: 'RAW', split })
    expect(name).toContain('-raw.zip')
    const files = await unzip(bytes)
    const parts = [...files.values()].map(parseCsv)
    expect(parts.map((rows) => [...new Set(rows.map((row) => row[header]))]).every(({ length }) => length === 1)).toBe(
      true,
    )
    expect(files.size).toBe(new Set(all.map((row) => row[header])).size)
    expect(
      parts
        .flat()
        .map((row) => row['Lead ID'])
        .sort(),
    ).toEqual(all.map((row) => row['Lead ID']).sort())
  }
  const { bytes } = await download(order, { preset: 'RAW', format: 'XLSX', split: 'ROWS', rowsPerFile: 20 })
  const files = await unzip(bytes)
  expect([...files.keys()].map((name) => name.slice(-13))).toEqual(['part-001.xlsx', 'part-002.xlsx', 'part-003.xlsx'])
  const sheets = await Promise.all([...files.values()].map((content) => readSheet(content)))
  expect(sheets.map(([sheet]) => (sheet?.data.length ?? 0) - 1)).toEqual([20, 20, 10])
})

test('another layout costs nothing, is recorded, and its file is deleted after an hour', async () => {
  const balance = () =>
    portal.db.selectFrom('creditAccounts').selectAll().where('userId', '=', order.owner.id).execute()
  const before = await balance()
  await download(order, { preset: 'HUBSPOT' })
  expect(await balance()).toEqual(before)
  const list = () =>
    portal.db
      .selectFrom('orderExports')
      .select(['fileKey', 'fileVersion', 'layout', 'rows'])
      .where('orderId', '=', order.id)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute()
  const [last] = await list()
  expect(last).toMatchObject({ fileVersion: 1, rows: 50, layout: { preset: 'HUBSPOT' } })
  const { body } = await order.owner.as.call(exportPresets.list, {})
  expect(body.lastUsed).toMatchObject([{ campaignType: 'CALL_READY', layout: { preset: 'HUBSPOT' } }])
  portal.clock.advance(61 * 60_000)
  await purgeExportFiles(portal.services)
  portal.clock.advance(-61 * 60_000)
  expect((await list()).every(({ fileKey }) => fileKey === null)).toBe(true)
  expect(await portal.services.files.exists(last?.fileKey ?? '')).toBe(false)
})

test('numbers whose check has expired leave the portal in no layout', async () => {
  const late = await placeConsumerOrder(portal)
  portal.clock.advance(31 * 24 * 60 * 60_000)
  const { as } = await signInWithPassword(portal, late.owner.email)
  for (const endpoint of [privateOrders.export, privateOrders.previewExport])
    expect(await as.call(endpoint, { params: late.params, body: { preset: 'DIALER' } as ExportLayout })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Check them against the do-not-call lists again') },
    })
  portal.clock.advance(-31 * 24 * 60 * 60_000)
})

test("a mail-ready order has no phone columns, and another user's order is not found", async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000 })
  const draft = { orderName: 'Mail', campaignType: 'MAIL_READY' as const, quantity: 50 }
  const { body: placed } = await owner.as.call(privateOrders.place, {
    body: { ...draft, criteria: { location: { states: ['TN'] } } },
  })
  await fulfilTestOrder(portal, placed.id)
  const mail = { owner, params: { id: placed.id } }
  const all = { columns: exportColumns.values.map((column) => ({ column })) }
  const [row] = parseCsv((await download(mail, all)).bytes)
  expect(Object.keys(row ?? {}).join()).not.toMatch(/Phone|Email|Callable/)
  expect(row).toMatchObject({ 'Mailing Country': 'US', Salutation: expect.stringMatching(/^Dear /) })
  expect(
    await owner.as.call(privateOrders.export, {
      params: mail.params,
      body: { columns: [{ column: 'PHONE' }] } as ExportLayout,
    }),
  ).toMatchObject({
    status: 422,
    body: { message: 'A Mail Ready order has no phones and emails. Choose other columns.' },
  })
  expect(
    await owner.as.call(privateOrders.export, { params: order.params, body: { preset: 'RAW' } as ExportLayout }),
  ).toMatchObject({ status: 404 })
})

test.each([
  [{}, 'Choose either a preset or columns'],
  [{ preset: 'RAW', columns: [{ column: 'PHONE' }] }, 'Choose either a preset or columns'],
  [{ preset: 'RAW', split: 'ROWS' }, 'Rows per file are needed to split by rows'],
  [
    { columns: [{ column: 'COUNTY' }, { column: 'PHONE', header: 'county' }], phonesPerLead: 1 },
    'Each column needs a header of its own',
  ],
])('the layout %j is refused with the reason', async (body, message) => {
  const reply = await order.owner.as.call(privateOrders.export, { params: order.params, body: body as ExportLayout })
  expect(reply).toMatchObject({ status: 400, body: { issues: [{ message }] } })
})

test('presets are private, named once whatever the case, and limited', async () => {
  const [mine, theirs] = [await user(portal, { role: 'CONSUMER_USER' }), await user(portal, { role: 'CONSUMER_USER' })]
  const layout = { preset: 'MAIL_HOUSE', split: 'STATE' } as ExportLayout
  const create = (name: string) => mine.as.call(exportPresets.create, { body: { name, layout } })
  const { body: first, status } = await create('Letter shop')
  expect(status).toBe(201)
  expect(await create('LETTER SHOP')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  const params = { id: first.id }
  expect(await theirs.as.call(exportPresets.change, { params, body: { name: 'Mine' } })).toMatchObject({ status: 404 })
  expect(await theirs.as.call(exportPresets.remove, { params })).toMatchObject({ status: 404 })
  expect((await theirs.as.call(exportPresets.list, {})).body.presets).toEqual([])
  const { body: changed } = await mine.as.call(exportPresets.change, { params, body: { name: 'letter shop' } })
  expect(changed).toMatchObject({ name: 'letter shop', layout: { preset: 'MAIL_HOUSE', split: 'STATE' } })
  const replies = await Promise.all(Array.from({ length: maxExportPresets }, (_, at) => create(`Preset ${at}`)))
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(maxExportPresets - 1)
  expect((await mine.as.call(exportPresets.remove, { params })).status).toBe(204)
  expect((await mine.as.call(exportPresets.list, {})).body.presets).toHaveLength(maxExportPresets - 1)
})
