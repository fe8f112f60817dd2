import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RollSource } from '../mapping/roll.ts'
import { genericHeaders } from '../sources/generic.ts'
import { mapRow } from '../sources/map-rows.fixture.ts'
import { proposeSource } from './propose-source.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-propose-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
const createRequest = async (
  lines: readonly string[],
  wish: { key?: string; name?: string; countyFips?: string } = {},
) => {
  files += 1
  const path = join(folder, `roll-${files}.csv`)
  await writeFile(path, lines.join('\n'))
  return { path, name: 'Example County, assessor', countyFips: '47037', today: '2026-11-20', ...wish }
}
const propose = async (...args: Parameters<typeof createRequest>) => proposeSource(await createRequest(...args))

/** Writes a proposed source file with its imports rewritten to resolve from a temporary folder. */
async function writeSource(text: string): Promise<string> {
  files += 1
  const path = join(folder, `source-${files}.ts`)
  const sources = text.replaceAll("'./", `'${join(import.meta.dirname, '../sources')}/`)
  await writeFile(path, sources.replaceAll("'../mapping/", `'${join(import.meta.dirname, '../mapping')}/`))
  return path
}

/** Imports the source that the file declares. */
async function importSource(text: string): Promise<RollSource> {
  const [source] = Object.values((await import(await writeSource(text))) as Record<string, RollSource>)
  if (!source) throw new Error('The file declares no source.')
  return source
}

// The first columns of the headers that these agencies publish, with made-up rows.
const philadelphia = [
  'location,market_value,number_of_bathrooms,owner_1,owner_2,parcel_number,sale_date,sale_price,' +
    'state_code,zip_code,zoning',
  '12 EXAMPLE ORCHARD LN,265000,1.5,TESTWELL AVERY,,0001,2022-05-24 00:00:00,250000,PA,19146,RSA5',
  '14 EXAMPLE ORCHARD LN,275000,2,SAMPLETON LEE,TESTWELL AVERY,0002,2071-10-01 00:00:00,1,NJ,19146,RSA5',
]
const nashville = [
  'UniqueID ,ParcelID,LandUse,PropertyAddress,SaleDate,SalePrice,OwnerName,OwnerAddress,Acreage,FullBath,HalfBath',
  ...Array.from({ length: 30 }, (_, at) => {
    const street = `${at} EXAMPLE ORCHARD LN`
    const sale = '"April 9, 2013","$120,000 "'
    return `${at},P${at % 20},DUPLEX,"${street}, ANTIOCH",${sale},TESTWELL,"${street}, ANTIOCH, TN",0.5,2,1`
  }),
]
const easthampton = [
  'PROP_ID,TOTAL_VAL,FY,LOT_SIZE,LS_DATE,LS_PRICE,SITE_ADDR,CITY,OWNER1,OWN_ADDR,OWN_CITY,OWN_STATE,OWN_ZIP,lat,lon',
  '1-2,310000,2025,0.25,20240509,299000,12 EXAMPLE LN,EXAMPLETON,TESTWELL AVERY,9 SAMPLE RD,SAMPLE CITY,MA,01027,' +
    '42.2671,-72.6690',
]
const broward = [
  'CO_NO,PARCEL_ID,DOR_UC,VI_CD,CLERK_NO,QUAL_CD,SALE_YR,SALE_MO,SALE_PRC,MULTI_PAR_SAL',
  '16,504200AA0010,001,I,100000001,11,2025,03,100,',
  '16,504200AA0020,001,I,100000002,01,2025,04,455000,C',
]

test('Philadelphia’s columns are mapped, wrapped years are detected, and the rest is listed', async () => {
  const { text, unsure, unplaced, isGeneric } = await propose(philadelphia)
  expect(unplaced).toEqual([
    { header: 'zoning', filled: 1, contents: 'the same in every row', hint: expect.any(String) },
  ])
  expect(unsure.map(({ column }) => column)).toEqual(['lastSaleDate'])
  expect(isGeneric).toBe(false)
  const row = { location: '14 EXAMPLE LN', parcel_number: '2', owner_1: 'TESTWELL AVERY', sale_date: '2071-10-01' }
  expect(mapRow(await importSource(text), row)).toMatchObject({
    apn: '2',
    property: { situsAddress: '14 EXAMPLE LN', ownerNames: ['TESTWELL AVERY'], lastSaleDate: '1971-10-01' },
    sale: null,
  })
})

test('Nashville’s repeated parcels make each row a sale, and a copied address is doubted', async () => {
  const { text, unsure, unplaced } = await propose(nashville)
  expect(unsure).toEqual([
    { column: 'use', reason: expect.stringMatching(/ what LandUse leads to: .* Most frequent: 30 × DUPLEX$/) },
    { column: 'mailingAddress', reason: expect.stringMatching(/^it repeats the property’s own/) },
  ])
  expect(unplaced.map(({ header }) => header)).toEqual(['UniqueID'])
  const row = {
    ParcelID: 'P1',
    PropertyAddress: '12  EXAMPLE ORCHARD LN, ANTIOCH',
    SaleDate: 'May 1, 2015',
    SalePrice: '$90,000 ',
    Acreage: '0.5',
    FullBath: '1',
    HalfBath: '1',
  }
  expect(mapRow(await importSource(text), row)).toMatchObject({
    property: {
      situsAddress: '12 EXAMPLE ORCHARD LN',
      situsCity: 'ANTIOCH',
      bathrooms: 1.5,
      lotSqft: 21_780,
      lastSaleDate: null,
    },
    sale: { recordedOn: '2015-05-01', price: 90_000 },
  })
})

test('Easthampton’s dates, coordinates and mailing address are read, and a lot in acres is doubted', async () => {
  const { text, unsure, unplaced } = await propose(easthampton)
  expect(unsure.map(({ column }) => column)).toEqual(['lotSqft'])
  expect(unplaced.map(({ header }) => header)).toEqual(['FY'])
  const [header = '', line = ''] = easthampton
  const cells = line.split(',')
  const row = Object.fromEntries(header.split(',').map((name, at) => [name, cells[at] ?? '']))
  expect(mapRow(await importSource(text), row).property).toMatchObject({
    lat: 42.2671,
    lng: -72.669,
    lotSqft: 10_890,
    mailingState: 'MA',
    lastSaleDate: '2024-05-09',
    marketValue: 310_000,
  })
})

test('a sales-only roll creates no properties', async () => {
  const { text, unsure, unplaced } = await propose(broward)
  expect(unsure).toEqual([{ column: 'sale.armsLength', reason: expect.stringMatching(/QUAL_CD may say which sales/) }])
  expect(unplaced.map(({ header }) => header)).toEqual(['CO_NO', 'DOR_UC', 'VI_CD', 'QUAL_CD', 'MULTI_PAR_SAL'])
  const row = { PARCEL_ID: '5', SALE_YR: '2025', SALE_MO: '03', SALE_PRC: '100' }
  expect(mapRow(await importSource(text), row)).toMatchObject({
    property: null,
    sale: { recordedOn: '2025-03-01', isMonthOnly: true, price: null, armsLength: false },
  })
})

test('a file with our own headers is recognized, and most of them are mapped', async () => {
  const { isGeneric, unplaced, text } = await propose([
    genericHeaders.join(','),
    genericHeaders.map(() => '').join(','),
  ])
  expect(isGeneric).toBe(true)
  const placed = genericHeaders.filter((header) => !unplaced.some((column) => column.header === header))
  expect(placed).toEqual(
    expect.arrayContaining(['address', 'owner_1', 'zip', 'mailing_state', 'year_built', 'sale_date']),
  )
  await importSource(text)
})

const makeUseColumn = (header: string, values: readonly string[]) => [
  `apn,address,${header}`,
  ...Array.from({ length: 30 }, (_, at) => `P${at},${at} EXAMPLE LN,${values[at % values.length]}`),
]
const florida = makeUseColumn('DOR_UC', ['001', '4', '099'])
const massachusetts = makeUseColumn('USE_CODE', ['1010', '102', '9030'])

test('an address with more than street and city is doubted', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `P${at},"${at} EXAMPLE LN, ANTIOCH, TN 37013","9 EXAMPLE RD, TN"`)
  const { unsure, text } = await propose(['apn,address,owner_address', ...lines])
  const reason = 'it says more than the street in most rows'
  expect(unsure).toEqual(['situsAddress', 'mailingAddress'].map((column) => ({ column, reason })))
  expect(text).toContain(`    // UNSURE: ${reason}\n    situsAddress: street('address')`)
})

test('a use column asks for a crosswalk of its most frequent values, in the file and in the result', async () => {
  const codes = await propose(makeUseColumn('category_code', ['R1 ', 'R1', 'C 4', 'V9']))
  expect(codes.unsure).toEqual([
    { column: 'use', reason: expect.stringMatching(/what category_code leads to: .* Most frequent: 16 × R1, 7 × C 4/) },
  ])
  expect(codes.text).toContain('// UNSURE: no property has a class before a crosswalk says what category_code leads to')
  expect(codes.text).toContain('//   16 × R1\n')
  const both = await propose(makeUseColumn('category_code,category_code_description', ['1 ,HOUSE', '2 ,VACANT LAND']))
  expect(both.unsure[0]?.reason).toMatch(/Most frequent: 15 × 1 {2}HOUSE, 15 × 2 {2}VACANT LAND$/)
  const others = await propose(makeUseColumn('Building Class', ['101', '202']))
  expect(others.unsure[0]?.reason).toContain("write use: useCode('Building Class', …) as in philadelphia-pa.ts")
})

test('Florida and Massachusetts codes map to classes by their state’s list, and nowhere else', async () => {
  const dor = await propose(florida, { countyFips: '12011' })
  expect(dor.unsure).toEqual([])
  expect(
    mapRow(await importSource(dor.text), { apn: '1', address: '1 EXAMPLE LN', DOR_UC: '4' }).property,
  ).toMatchObject({
    use: 'CONDOMINIUM',
    useDescription: 'Condominium',
  })
  const town = await propose(massachusetts, { countyFips: '25015' })
  expect(town.unsure).toEqual([])
  expect(mapRow(await importSource(town.text), { apn: '1', address: '', USE_CODE: '1010' }).property).toMatchObject({
    use: 'DETACHED_HOUSE',
    useDescription: 'Single family',
  })
  expect((await propose(florida)).unsure).toMatchObject([{ column: 'use' }])
  const unknown = await propose(makeUseColumn('DOR_UC', ['001', 'X']), { countyFips: '12011' })
  expect(unknown.unsure).toMatchObject([{ column: 'use' }])
})

test('a file that is not text is rejected with the message of an import', async () => {
  const wish = await createRequest(['apn'])
  await writeFile(wish.path, Buffer.from([1, 0, 44, 7, 10, 0, 44, 9]))
  await expect(proposeSource(wish)).rejects.toThrow('This is not a text file: upload a CSV or XLSX file.')
})

test('every proposed file compiles, passes the linter and keeps the line length', async () => {
  const rolls = [
    ...[philadelphia, nashville, easthampton, broward].map((lines) => createRequest(lines)),
    ...[createRequest(florida, { countyFips: '12011' }), createRequest(massachusetts, { countyFips: '25015' })],
  ]
  const paths = await Promise.all(rolls.map(async (wish) => writeSource((await proposeSource(await wish)).text)))
  for (const path of paths) {
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => !line.startsWith('import'))
    expect(lines.filter((line) => line.length > 120)).toEqual([])
    expect(lines).toContainEqual(expect.stringMatching(/^export const exampleCountyAssessor(Tn|Fl|Ma) = roll\(\{$/))
  }
  const root = join(import.meta.dirname, '../../../..')
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const types = join(root, 'node_modules/@types')
  const program = ts.createProgram(paths, { ...options, noEmit: true, incremental: false, typeRoots: [types] })
  const problems = ts.getPreEmitDiagnostics(program).filter(({ file }) => file && paths.includes(file.fileName))
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([])
}, 60_000)

test('a request that yields no source is rejected with a message', async () => {
  await expect(propose(['a,b', '1,1', '1,1'])).rejects.toThrow(/^No column looks like the parcel's number: say which/)
  await expect(propose(['a,b', '1,2'], { key: 'c' })).rejects.toThrow('The header has no column "c": it has a, b.')
  await expect(propose(['apn', '1'], { countyFips: '99999' })).rejects.toThrow(/^"99999" is no county/)
  await expect(propose(['apn', '1'], { name: '123' })).rejects.toThrow(/^The roll needs a name/)
  await expect(propose([''])).rejects.toThrow(/empty|nothing in it/)
})

test('other delimiters and lines above the header are detected', async () => {
  const { placed } = await propose([
    'Example County, as of 2026',
    '',
    'apn|owner|zip',
    '1|TESTWELL|37209',
    '2|LEE|37209',
  ])
  expect(placed).toEqual(['key', 'ownerNames', 'situsZip'])
})
