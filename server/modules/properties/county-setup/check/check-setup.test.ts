import { rolls } from '@dooryard/contract/data/rolls'
import type { CountyCheck } from '@dooryard/contract/data/sources/county-check'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { createSetupAdmin, makeParcels } from '../setup-journey.fixture.ts'

let portal: Portal
let admin: Awaited<ReturnType<typeof createSetupAdmin>>
beforeAll(async () => {
  portal = await testPortal({ worker: true })
  admin = await createSetupAdmin(portal)
})
afterAll(() => portal.close())

/** The message of each warning of a check that begins or goes on with a text. */
const findWarning = ({ report }: CountyCheck, text: string) =>
  report?.warnings.find(({ message }) => message.includes(text))?.field

/** What the import of a setup has loaded. */
async function readLoaded(id: string) {
  const { body } = await admin.as.call(rolls.list)
  return body.items.find(({ source }) => source === id)
}

test('a check names what is not as usual, and counts what the import then loads', async () => {
  const { id } = await admin.create({ name: 'Davidson County, odd file', countyFips: '47037' })
  const params = { id }
  const [header = '', ...lines] = makeParcels(400, { from: 2_000 }).trim().split('\n')
  const rows = lines.map((line, at) => {
    const cells = line.split(',')
    const set = (column: string, cell: string) => {
      cells[header.split(',').indexOf(column)] = cell
    }
    if (at % 8 === 0) set('PARCEL_ID', 'ROW')
    if (at === 9 || at === 10) set('PARCEL_ID', `4.1000${at}E+08`)
    if (at % 10 === 1) set('SALE_DATE', '1900-01-01')
    if (at === 2) set('SALE_DATE', '9999-12-31')
    if (at === 3) set('YR_BLT', '20190')
    if (at === 4) set('SALE_PRICE', '999999999')
    if (at % 20 === 5) {
      set('MAIL_STATE', 'ON')
      set('MAIL_ZIP', 'M5V 2T6')
    }
    return [...cells, '149'].join(',')
  })
  await admin.upload(id, `${header},CNTY_FIPS\n${rows.join('\n')}\n`)
  const { documentVersion: version } = await admin.waitForProposal(id)
  const document = await admin.readDocument(id)
  const checked = await admin.check(id)
  expect(checked.report).toMatchObject({
    rowsRead: 400,
    rowsRejected: 49,
    rowsAccepted: 351,
    repeatedParcels: 49,
    properties: 351,
    located: 351,
  })
  expect(findWarning(checked, 'CNTY_FIPS names other counties than Davidson County, TN')).toBe('county')
  expect(findWarning(checked, '49 rows repeat the parcel number of an earlier row')).toBe('key')
  expect(findWarning(checked, '50 rows have ROW')).toBe('key')
  expect(findWarning(checked, '2 parcel numbers are like 1.2E+10: a spreadsheet has cut them off')).toBe('key')
  expect(findWarning(checked, 'Last sale date stand for no date')).toBe('lastSaleDate')
  expect(findWarning(checked, '1900-01-01 in 40 rows, 9999-12-31 in 1 row')).toBe('lastSaleDate')
  expect(findWarning(checked, 'Year built 20190 in 1 row')).toBeTruthy()
  expect(findWarning(checked, '999999999 in 1 row')).toBeTruthy()
  const mailing = checked.report?.fields.filter(({ field }) => ['mailingState', 'mailingZip'].includes(field))
  expect(mailing).toMatchObject([
    { filled: 400, implausible: 0 },
    { filled: 400, implausible: 0 },
  ])
  const { sales, places } = checked.report ?? {}
  expect(places).toEqual([{ name: 'Davidson County, TN', share: 1 }])
  const uses = (await admin.as.call(countySetups.uses, { params, body: { document: { ...document } } })).body
  expect(uses).toMatchObject({ isWhole: true, rows: 400, mappedRows: 400, unlisted: { codes: 0, rows: 0 } })

  const { body } = await admin.as.call(countySetups.import, { params, body: { version, sameCounty: 'KEEP' } })
  expect(await admin.waitForImport(body.id)).toMatchObject({ status: 'LOADED', rowsRejected: 49 })
  expect(await readLoaded(document.source)).toMatchObject({ properties: 351, transfers: sales })
  const abroad = { location: { counties: ['47037'] }, owner: { occupancies: ['ABSENTEE_FOREIGN' as const] } }
  expect((await admin.as.call(properties.count, { body: { criteria: abroad } })).body.count).toBe(20)
})

test('a check of bare parcels in two files says what is missing, and what was not joined', async () => {
  const { id } = await admin.create({ name: 'Davidson County, bare', countyFips: '47037' })
  const list = (header: string, toRow: (at: number) => string) =>
    `${header}\n${Array.from({ length: 200 }, (_, at) => toRow(at)).join('\n')}\n`
  // A spreadsheet has removed the zero that some began with.
  const pin = (at: number) => String((at < 20 ? 10_000_000 : 100_000_000) + at * 37)
  await admin.upload(
    id,
    list('PIN,OWNER_NAME,ASSESSED_VALUE', (at) => `${pin(at)},TESTWELL AVERY ${at},${90_000 + at * 500}`),
  )
  const built = (at: number) => `${pin(at < 120 ? at : at + 500)},${1950 + (at % 60)},${900 + at * 3}`
  await admin.upload(id, list('PIN,YEAR_BUILT,LIVING_AREA', built), 'buildings.csv')
  await admin.waitForProposal(id)
  const checked = await admin.check(id)
  expect(findWarning(checked, '40% of the rows of buildings match no row of the main table')).toBe('joins')
  expect(
    findWarning(checked, '10% of the parcel numbers have 8 digits, the others one more, and none begins with 0'),
  ).toBe('key')
  expect(findWarning(checked, 'No property has a street address')).toBe('situsAddress')
  expect(findWarning(checked, 'No property has a ZIP or a city')).toBe('situsZip')
  expect(findWarning(checked, 'No property has a position')).toBe('lat')
})

test('pieces of a parcel are counted as such, and not as sales', async () => {
  const { id } = await admin.create({ name: 'Davidson County, pieces', countyFips: '47037' })
  const square = (at: number) => {
    const [west, south] = [-86.78 + at * 0.001, 36.16]
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ].map(([x = 0, y = 0]) => [west + x * 0.0005, south + y * 0.0005])
    return { type: 'Polygon', coordinates: [corners] }
  }
  const features = Array.from({ length: 32 }, (_, at) => ({
    type: 'Feature',
    // Of the last three, each draws another piece of the first parcel.
    properties: { PIN: `${3_000_000 + (at < 29 ? at * 7 : 0)}-00`, SITUS_ADDR: `${100 + at} EXAMPLE QUARRY RD` },
    geometry: square(at),
  }))
  await admin.upload(id, JSON.stringify({ type: 'FeatureCollection', features }), 'pieces.geojson')
  await admin.waitForProposal(id)
  const { report } = await admin.check(id)
  expect(report).toMatchObject({ rowsAccepted: 32, properties: 29, mergedRows: 3, furtherSales: 0, repeatedParcels: 0 })
})

test('every sale of a joined file is kept, and its parcel is one property', async () => {
  const { id } = await admin.create({ name: 'Davidson County, all sales', countyFips: '47037' })
  const params = { id }
  const pin = (at: number) => `${2_000_000 + at * 7}-00`
  const parcels = Array.from(
    { length: 60 },
    (_, at) => `${pin(at)},${100 + at} EXAMPLE ORCHARD LN,TESTWELL AVERY ${at}`,
  )
  const sold = (at: number) => `${pin(Math.floor(at / 2))},${2_010 + (at % 2) * 5}-03-02,${100_000 + at * 500}`
  const sales = Array.from({ length: 120 }, (_, at) => sold(at))
  await admin.upload(id, ['PIN,SITUS_ADDR,OWNER_NAME', ...parcels, ''].join('\n'))
  await admin.upload(id, ['PIN,SALE_DATE,SALE_PRICE', ...sales, sold(3), ''].join('\n'), 'sales.csv')
  await admin.waitForProposal(id)
  const { version, document: proposed } = (await admin.as.call(countySetups.document, { params })).body
  const document = {
    ...proposed,
    files: [{ id: 'parcels' }, { id: 'sales' }],
    joins: [{ file: 'sales', on: [{ column: 'PIN', equals: 'PIN' }], take: { rows: 'ALL' } }],
    property: { situsAddress: { columns: ['SITUS_ADDR'] }, ownerNames: { columns: ['OWNER_NAME'] } },
    sale: { recordedOn: { columns: ['sales.SALE_DATE'] }, price: { columns: ['sales.SALE_PRICE'] } },
  }
  expect(await admin.as.call(countySetups.saveDocument, { params, body: { version, document } })).toMatchObject({
    status: 200,
  })
  const { report } = await admin.check(id)
  expect(report).toMatchObject({ rowsRead: 121, rowsRejected: 1, rowsAccepted: 120, properties: 60, sales: 120 })
  expect(report).toMatchObject({ repeatedParcels: 0, mergedRows: 0, furtherSales: 60 })
  const rejects = (await admin.as.call(countySetups.rejects, { params })).body
  expect(rejects).toContain(`3,${pin(1)},It repeats the sale of another row that is joined to this line.`)
  const { body } = await admin.as.call(countySetups.import, {
    params,
    body: { version: version + 1, sameCounty: 'KEEP' },
  })
  expect(await admin.waitForImport(body.id)).toMatchObject({ status: 'LOADED', rowsRejected: 1 })
  expect(await readLoaded(proposed?.source ?? '')).toMatchObject({ properties: 60, transfers: 120 })
})

test('a check holds while only the publisher and its terms change, and no longer', async () => {
  const { id } = await admin.create()
  const params = { id }
  await admin.upload(id, makeParcels(30))
  await admin.waitForProposal(id)
  expect(await admin.check(id)).toMatchObject({ status: 'DONE', isCurrent: true })
  const save = async (change: object) => {
    const { version, document } = (await admin.as.call(countySetups.document, { params })).body
    await admin.as.call(countySetups.saveDocument, { params, body: { version, document: { ...document, ...change } } })
    return (await admin.as.call(countySetups.get, { params })).body.check?.isCurrent
  }
  expect(await save({ publisher: 'Davidson County Assessor', terms: 'Public record' })).toBe(true)
  expect(await save({ property: { yearBuilt: { columns: ['YR_BLT'] } } })).toBe(false)
  // The same in all rows.
  await save({ key: { columns: ['SITUS_CITY'] } })
  const { report } = await admin.check(id)
  const refusal = expect.stringMatching(/^Only 1 of 30 rows could be read/)
  expect([report?.refusal, report?.warnings[0]?.message]).toEqual([refusal, refusal])
  const { documentVersion: version } = (await admin.as.call(countySetups.get, { params })).body
  const reply = await admin.as.call(countySetups.import, { params, body: { version } })
  expect(reply).toMatchObject({ status: 409, body: { message: refusal } })
})

test('a check is canceled, and a new one runs', async () => {
  const { id } = await admin.create()
  await admin.upload(id, makeParcels(3_000))
  const { documentVersion: version } = await admin.waitForProposal(id)
  const params = { id }
  const start = () => admin.as.call(countySetups.startCheck, { params, body: { version } })
  expect(await start()).toMatchObject({ status: 202, body: { status: 'QUEUED' } })
  expect(await start()).toMatchObject({ status: 409 })
  expect(await admin.as.call(countySetups.cancelCheck, { params })).toMatchObject({ body: { status: 'CANCELED' } })
  expect(await admin.as.call(countySetups.cancelCheck, { params })).toMatchObject({ status: 409 })
  expect(await admin.check(id)).toMatchObject({ status: 'DONE', report: { rowsAccepted: 3_000 } })
})
