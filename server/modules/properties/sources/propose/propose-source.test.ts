import { describe, expect, test } from 'vitest'
import { compileSource } from '../compile/compile-source.ts'
import { genericHeaders } from '../generic-source.ts'
import { mapRow } from '../map-rows.fixture.ts'
import { getSources, makeRows, propose, proposeTable, street, toTable } from './measure/made-up-tables.fixture.ts'

describe('addresses', () => {
  test('a bare State with other states makes City and ZIP beside it the owner’s', () => {
    const proposal = propose('PARCEL|SITE_ADDR|OWNER|CITY|STATE|ZIP', (row) => [
      `12-${row + 1000}`,
      street(row),
      'TESTWELL AVERY',
      row % 9 === 0 ? 'FAR MEADOW' : 'FERNDALE',
      row % 9 === 0 ? 'PA' : 'OH',
      '44101',
    ])
    expect(getSources(proposal)).toMatchObject({
      situsAddress: { columns: ['SITE_ADDR'] },
      mailingCity: { columns: ['CITY'] },
      mailingState: { columns: ['STATE'] },
      mailingZip: { columns: ['ZIP'] },
    })
    expect(getSources(proposal)).not.toHaveProperty('situsCity')
  })

  test('lines that shift between columns are read from all of them', () => {
    const proposal = propose('PIN|TAXPAYER_NAME|TAXPAYER_ADDRESS|TAXPAYER_ADDRESS_2|TAXPAYER_ADDRESS_3', (row) => {
      const lines = row % 3 === 0 ? ['C/O SAMPLETON LEE', street(row)] : [street(row)]
      const [one = '', two = '', three = ''] = [...lines, 'FERNDALE   OH 44101']
      return [`12-${row + 1000}`, 'TESTWELL AVERY', one, two, three]
    })
    const lines = ['TAXPAYER_ADDRESS', 'TAXPAYER_ADDRESS_2', 'TAXPAYER_ADDRESS_3']
    expect(getSources(proposal)).toMatchObject({
      mailingAddress: { columns: lines, transforms: [{ type: 'ADDRESS_LINES', part: 'STREET' }] },
      mailingCity: { columns: lines.slice(1), transforms: [{ type: 'ADDRESS_LINES', part: 'CITY' }] },
    })
  })

  test('parts win over a cell that has city and ZIP as well', () => {
    const proposal = propose(
      'APN|Property Address|Property Street Number|Property Street Name|Property Street Type',
      (row) => [`12-${row + 1000}`, `${street(row)} FERNDALE 44101`, String(row + 10), 'EXAMPLE ORCHARD', 'LN'],
    )
    expect(getSources(proposal)['situsAddress']).toEqual({
      columns: ['Property Street Number', 'Property Street Name', 'Property Street Type'],
      transforms: [{ type: 'JOIN', separator: ' ' }],
    })
  })

  test('a mailing address that copies the property’s own is left out, so occupancy stays unknown', () => {
    const proposal = propose('ParcelID|PropertyAddress|OwnerName|OwnerAddress|SaleDate|SalePrice', (row) => [
      `P${1000 + (row % 80)}`,
      `${street(row)}, FERNDALE`,
      'TESTWELL AVERY',
      `${street(row)}, FERNDALE, OH`,
      `April ${1 + (row % 28)}, 20${10 + (row % 10)}`,
      '$120,000',
    ])
    const sources = getSources(proposal)
    expect(Object.keys(sources).filter((field) => field.startsWith('mailing'))).toEqual([])
    expect(sources).toMatchObject({
      situsCity: { columns: ['PropertyAddress'], transforms: [{ type: 'ADDRESS_PART', part: 'CITY' }] },
      // Parcels repeat with other days, so each row is a sale.
      recordedOn: { columns: ['SaleDate'], transforms: [{ type: 'DATE', formats: ['Month D, YYYY'] }] },
      price: { columns: ['SalePrice'] },
    })
    expect(proposal.unplaced.map(({ column }) => column)).toContain('OwnerAddress')
  })
})

describe('measures and days', () => {
  test('the unit of a lot is that of the column beside it, else of its name, else of its values', () => {
    const rows = (unit: string) => (row: number) => [`12-${row + 1000}`, (0.1 + row / 100).toFixed(2), unit]
    const acre = [{ type: 'NUMBER', unit: 'ACRE' }]
    expect(getSources(propose('PARCEL|LOT_SIZE|LOT_UNITS', rows('A')))['lotSqft']).toMatchObject({ transforms: acre })
    expect(getSources(propose('PARCEL|ACRES|X', rows('')))['lotSqft']).toMatchObject({ transforms: acre })
    const guessed = propose('PARCEL|LOT_SIZE|X', rows('')).fields.find(({ field }) => field === 'lotSqft')
    expect(guessed).toMatchObject({ source: { transforms: acre }, doubt: expect.stringContaining('look like acres') })
  })

  test('outlines prove the unit of a lot, and fill the rows without one', () => {
    const proposeLot = (column: string, perSqft: number) => {
      const rows = makeRows((row) => {
        const outline = 4_000 + row * 250
        return [`12-${row + 1000}`, (outline * perSqft).toFixed(4), String(outline)]
      })
      const { fields } = proposeTable(toTable(`PARCEL|${column}|@area_sqft`, rows, { geometry: 'POLYGON' }))
      return fields.find(({ field }) => field === 'lotSqft')
    }
    const inUnit = (column: string, unit: string) => ({
      source: {
        firstOf: [{ columns: [column], transforms: [{ type: 'NUMBER', unit }] }, { columns: ['@area_sqft'] }],
      },
    })
    expect(proposeLot('LOT_SIZE', 1 / 10.7639)).toMatchObject({ ...inUnit('LOT_SIZE', 'SQM'), doubt: null })
    expect(proposeLot('LOT_SQFT', 1 / 43_560)).toMatchObject(inUnit('LOT_SQFT', 'ACRE'))
    expect(proposeLot('ACRES', 1 / 3_000)).toMatchObject({
      ...inUnit('ACRES', 'ACRE'),
      doubt: expect.stringMatching(/^In no/),
    })
  })

  test('two-digit years that wrapped are a century earlier, and a day that is to come or no day is not', () => {
    const proposeDay = (toCome: (row: number) => string) => {
      const day = (row: number) => (row % 20 === 0 ? toCome(row) : `20${10 + (row % 9)}-05-24`)
      const proposal = propose('parcel_number|sale_date', (row) => [`12-${row + 1000}`, `${day(row)} 00:00:00`])
      return getSources(proposal)['lastSaleDate']
    }
    const wrapped = { transforms: [{ type: 'DATE', isWrapped: true }] }
    expect(proposeDay((row) => `20${71 + row / 20}-10-01`)).toMatchObject(wrapped)
    expect(proposeDay((row) => (row === 0 ? '2027-01-15' : '2020-01-15'))).not.toHaveProperty('transforms')
    expect(proposeDay((row) => `2027-01-${10 + row / 20}`)).not.toHaveProperty('transforms')
    expect(proposeDay(() => '2099-12-31')).not.toHaveProperty('transforms')
  })

  test('columns of the plane are not degrees, and an outline gives the point then', () => {
    const table = toTable(
      'PARCEL|X|Y|@lat|@lng|@area_sqft',
      makeRows((row) => [`12-${row + 1000}`, '2100000', '640000', '41.1', '-81.9', '9000']),
    )
    expect(getSources(proposeTable({ ...table, geometry: 'POLYGON' }))).toMatchObject({
      lat: { columns: ['@lat'] },
      lng: { columns: ['@lng'] },
      lotSqft: { columns: ['@area_sqft'] },
    })
  })
})

test('the sum of land and improvements is the total, whatever it is called', () => {
  const proposal = propose('PARCEL|LAND_VALUE|BLDG_VALUE|CUR3', (row) => [
    `12-${row + 1000}`,
    String(20_000 + row * 50),
    String(90_000 + row * 70),
    String(110_000 + row * 120),
  ])
  expect(proposal.fields.find(({ field }) => field === 'marketValue')).toMatchObject({
    source: { columns: ['CUR3'] },
    doubt: expect.any(String),
  })
})

test.each([
  ['YYYYMMDD', (row: number) => `2021031${row % 10}.0`],
  ['Month D, YYYY', (row: number) => `Jan ${1 + (row % 28)}, 2020 12:00:00 AM`],
  ['M/D/YYYY', (row: number) => `3/${1 + (row % 28)}/2021 8:00:00 AM`],
] as const)('dates as %s are proposed in a format that reads them', (format, toCell) => {
  const { document } = propose('PARCEL|OWNER|SALE_DATE|SALE_PRICE', (row) => [
    `12-${row + 1000}`,
    ...['TESTWELL AVERY', toCell(row), '120000'],
  ])
  if (!document) throw new Error('There is no document')
  const { property } = mapRow(compileSource(document), {
    PARCEL: '12-1',
    SALE_DATE: toCell(2),
    OWNER: '',
    SALE_PRICE: '',
  })
  expect(property?.lastSaleDate).toMatch(/^202[01]-0[13]-(?:03|12)$/)
  const written = JSON.stringify(document.property?.lastSaleDate)
  // Formats that say everything need not be named.
  expect(written.includes('DATE') ? written : format).toContain(format)
})

describe('parcel numbers', () => {
  test('neither a nameless row number nor an outline becomes the parcel number', () => {
    const proposal = propose('Column 1|geom|OWNER|SITE_ADDR', (row) => [
      String(row + 1),
      `POLYGON ((${row} 1, 2 3, 4 5))`,
      'TESTWELL AVERY',
      street(row),
    ])
    expect(proposal).toMatchObject({ document: null, refusal: expect.stringMatching(/^No column has parcel numbers/) })
  })

  test('values alone make it, with a doubt', () => {
    const proposal = propose('ref|OWNER|ACRES', (row) => [`012-${row + 1000}-00`, 'TESTWELL AVERY', '0.31'])
    expect(proposal.fields[0]).toMatchObject({ field: 'key', source: { columns: ['ref'] }, doubt: expect.any(String) })
  })

  test('a part that is empty in the sample stays a part of it', () => {
    const proposal = propose('muncode|block|lot|qual|property_class|property_location|owner_name', (row) => [
      '0101',
      String(row % 9),
      String(row),
      '',
      '2',
      street(row),
      'TESTWELL AVERY',
    ])
    expect(proposal.fields[0]).toMatchObject({ field: 'key', source: { columns: ['muncode', 'block', 'lot', 'qual'] } })
  })

  test('columns that are it only together are put together, and last sales stay those of properties', () => {
    const proposal = propose('LOTAREA|BORO|BLOCK|LOT|BUILT|SALE_DATE|SALE_PRICE|SITE_ADDR', (row) => [
      ...[String(2_000 + (row % 7) * 125), ['MN', 'BX'][row % 2] ?? '', String((row % 9) + 1), String((row % 40) + 1)],
      ...['1961', `2024-03-${10 + (row % 17)}`, String(210_000 + row * 1_000), street(row)],
    ])
    expect(proposal.document).toMatchObject({
      key: { columns: ['BORO', 'BLOCK', 'LOT'], transforms: [{ type: 'JOIN', separator: '-' }] },
      property: { lastSaleDate: { columns: ['SALE_DATE'] } },
    })
    const doubt = 'No column alone is the parcel number: "BORO", "BLOCK", and "LOT" together tell the rows apart.'
    expect(proposal.fields[0]).toMatchObject({ field: 'key', doubt })
  })

  test.each(['SUFFIX', 'UNIT'])('units of a few lots belong to the parcel number: %s', (name) => {
    const proposal = propose(`TOWN|BLOCK|LOT|${name}|OWNER`, (row) => {
      // One row in 60 is a second unit of the lot before it.
      const lot = row % 60 === 59 ? row - 1 : row
      const unit = lot === row ? '' : 'U2'
      return [String((lot % 3) + 1), String((lot % 9) + 1), String(lot + 1), unit, 'TESTWELL AVERY']
    })
    expect(proposal.fields[0]).toMatchObject({ source: { columns: ['TOWN', 'BLOCK', 'LOT', name] } })
  })

  test.each([
    ['DISTRICT|MAP|PARCEL', 'DISTRICT|MAP|PARCEL'],
    ['MAP|MAJOR|MINOR', 'MAP|MAJOR|MINOR'],
    // Of the tax.
    ['TOWN|MAP|PARCEL|DISTRICT', 'TOWN|MAP|PARCEL'],
  ])('a district is part of the number where it tells parcels apart: %s', (header, key) => {
    const proposal = propose(`${header}|OWNER`, (row) => [
      ...[String((row % 3) + 1), String((Math.floor(row / 3) % 5) + 10), String(Math.floor(row / 15) + 1)],
      ...(header.includes('TOWN') ? [String((row % 2) + 1)] : []),
      'TESTWELL AVERY',
    ])
    expect(proposal.fields[0]).toMatchObject({ source: { columns: key.split('|') } })
  })

  test('numbers of twelve digits with leading zeros are no days', () => {
    const proposal = propose('ASMT|OWNER|ACRES', (row) => [`0${41_000_070_000 + row * 3_000}`, 'TESTWELL AVERY', '0.3'])
    expect(proposal.fields[0]).toMatchObject({ field: 'key', source: { columns: ['ASMT'] }, doubt: expect.any(String) })
  })

  test('a column that someone names is taken', () => {
    const proposal = propose('a|OWNER', (row) => [`X${row}`, 'TESTWELL AVERY'], { key: 'a' })
    expect(proposal.document).toMatchObject({ key: { columns: ['a'] }, county: { fips: '39035' } })
  })
})

test('a file of sales alone creates no properties', () => {
  const header = 'CO_NO|PARCEL_ID|DOR_UC|VI_CD|CLERK_NO|QUAL_CD|SALE_YR|SALE_MO|SALE_PRC|MULTI_PAR_SAL'
  const { document } = propose(header, (row) => [
    ...['16', `504200AA${1000 + row}`, '001', 'I', String(100_000_001 + row), row % 3 ? '01' : '11'],
    ...['2025', '03', '455000', row % 9 ? '' : 'C'],
  ])
  expect(document).toMatchObject({
    key: { columns: ['PARCEL_ID'] },
    sale: {
      recordedOn: { columns: ['SALE_YR', 'SALE_MO'], transforms: [{ type: 'YEAR_MONTH_DAY' }] },
      price: { columns: ['SALE_PRC'] },
    },
  })
  expect(document).not.toHaveProperty('property')
})

test('most of our own headers are placed', () => {
  const placed = Object.keys(getSources(proposeTable(toTable(genericHeaders.join('|'), []))))
  expect(placed).toEqual(
    expect.arrayContaining(['key', 'situsAddress', 'ownerNames', 'situsZip', 'mailingState', 'yearBuilt']),
  )
})

test('of cells of megabytes a proposal reads the beginning', () => {
  const page = `A${' '.repeat(20_000)}1`
  const proposal = propose('PARCEL|OWNER|SITE_ADDR|NOTE|YEAR_BUILT', (row) => [
    ...[`12-${row + 1000}`, 'TESTWELL AVERY'],
    ...[row % 20 ? street(row) : page, row % 9 ? '' : `${'1'.repeat(20_000)}x`],
    `${1950 + (row % 60)}${' '.repeat(20_000)}x`,
  ])
  expect(getSources(proposal)).toMatchObject({
    situsAddress: { columns: ['SITE_ADDR'] },
    yearBuilt: { columns: ['YEAR_BUILT'] },
  })
})

test('address points and personal property are refused with the reason', () => {
  const points = toTable(
    'ADDR_ID|ADDR_NUM|STREET_NAME|ZIP_CODE',
    makeRows((row) => [`${row}`, `${row + 10}`, 'ORCHARD', '44101']),
  )
  expect(proposeTable({ ...points, geometry: 'POINT' }).refusal).toMatch(/^These are address points/)
  const equipment = propose('ACCOUNT|OWNER|FURNITURE_FIXTURES|NAICS_CODE', (row) => [
    `${row + 10_000}`,
    'TESTWELL LLC',
    '900',
    '4411',
  ])
  expect(equipment.refusal).toMatch(/^This looks like personal property/)
})
