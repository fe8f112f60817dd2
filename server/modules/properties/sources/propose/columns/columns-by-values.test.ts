import { describe, expect, test } from 'vitest'
import { compileSource } from '../../compile/compile-source.ts'
import { mapRow } from '../../map-rows.fixture.ts'
import { getSources, makeRows, propose, proposeTable, street, toTable } from '../measure/made-up-tables.fixture.ts'

const parcel = (row: number) => `12-${row + 1000}`

/** What the proposed source reads from the first row of a table. */
function readFirst(header: string, makeRow: (row: number) => string[]) {
  const { document } = proposeTable(toTable(header, makeRows(makeRow)))
  if (!document) throw new Error('The table was refused')
  const cells = Object.fromEntries(header.split('|').map((column, at) => [column, makeRow(0)[at] ?? '']))
  return mapRow(compileSource(document), cells).property
}

describe('addresses', () => {
  test('a suite in the second line is kept, and an addressee in the first is passed over', () => {
    const header = 'PARCEL_NO|OWNER|ADDRESS1|ADDRESS2|ADDRESS3|CITY|STATE|ZIP|SITE_ADDR'
    const owner = (row: number) => [parcel(row), 'TESTWELL AVERY', row % 9 ? '' : 'C/O SAMPLETON LEE', street(row + 40)]
    const place = (row: number) => ['FERNDALE', row % 7 ? 'OH' : 'PA', '44101-', street(row)]
    expect(readFirst(header, (row) => [...owner(row), row % 3 ? '' : 'STE 300', ...place(row)])).toMatchObject({
      mailingAddress: '50 EXAMPLE ORCHARD LN STE 300',
      mailingCity: 'FERNDALE',
      mailingState: 'PA',
      mailingZip: '44101',
      situsAddress: '10 EXAMPLE ORCHARD LN',
    })
  })

  test('a street without its number is read after the column of house numbers', () => {
    const header = 'PARID|PROPERTYHOUSENUM|PROPERTYADDRESS'
    expect(readFirst(header, (row) => [parcel(row), String(row + 10), 'EXAMPLE ORCHARD LN'])).toMatchObject({
      situsAddress: '10 EXAMPLE ORCHARD LN',
    })
  })

  test('states that are written out are read as their codes', () => {
    const header = 'PARCEL|OWNER_NAME|OWNER_ADDRESS|OWNER_CITY|OWNER_STATE|OWNER_ZIPCODE'
    const owner = (row: number) => [parcel(row), 'TESTWELL AVERY', street(row), 'FERNDALE']
    const states = (row: number) => [row % 5 ? 'OHIO' : 'PENNSYLVANIA', '441011234']
    expect(readFirst(header, (row) => [...owner(row), ...states(row)])).toMatchObject({
      mailingState: 'PA',
      mailingZip: '44101-1234',
    })
  })

  test('the line below the taxpayer’s street has the city, whatever other city is named', () => {
    const header = 'PID|MAILING_MUNIC_NM|OWNER_NM|TAXPAYER_NM|TAXPAYER_NM_1|TAXPAYER_NM_2'
    const sources = getSources(
      propose(header, (row) => {
        const name = `TESTWELL ${'ABCDEFG'[row % 7]}VERY`
        return [parcel(row), 'OAKMERE', name, name, street(row), `FERNDALE OH ${44_101 + (row % 9)}`]
      }),
    )
    expect(sources).toMatchObject({
      mailingAddress: { columns: ['TAXPAYER_NM_1', 'TAXPAYER_NM_2'] },
      mailingCity: { columns: ['TAXPAYER_NM_2'] },
    })
  })
})

describe('owners and exemptions', () => {
  test('last and first names in two columns are one owner', () => {
    const names = (row: number) => [parcel(row), 'TESTWELL', 'AVERY']
    expect(readFirst('PARCEL|OWNRLSTNME|OWNRFRSTNME', names)).toMatchObject({ ownerNames: ['TESTWELL AVERY'] })
  })

  test('a list of exemptions says who lives there', () => {
    const header = 'PARCEL|EXEMPTIONS'
    const cells = (row: number) => [parcel(row), ['HS, OV65', 'EX-XV', 'HS'][row % 3] ?? '']
    expect(readFirst(header, cells)).toMatchObject({ isHomestead: true })
    expect(getSources(propose(header, cells))['isHomestead']).toMatchObject({
      transforms: [{ table: { 'HS, OV65': true, 'EX-XV': false, HS: true } }],
    })
  })
})

describe('amounts and codes', () => {
  test('a Tax Value as large as the land is no tax', () => {
    const header = 'PARCEL|LandValue|BldgValue|TaxValue|TaxBilled'
    const values = (row: number) => [parcel(row), String(20_000 + row * 90), String(90_000 + row * 70)]
    const taxes = (row: number) => [String(110_000 + row * 160), `${1_200 + row}.50`]
    expect(getSources(propose(header, (row) => [...values(row), ...taxes(row)]))).toMatchObject({
      assessedValue: { columns: ['TaxValue'] },
      taxAmount: { columns: ['TaxBilled'] },
    })
  })

  test('a fee is no price, and a legal name is no legal description', () => {
    const header = 'PARCEL|SALE_DATE|CONVEY_FEE|LEGAL_NAME'
    const letter = (row: number) => String.fromCharCode(65 + (row % 26), 65 + (row % 25))
    const cells = (row: number) => [parcel(row), '1/2/2019', String(100 + row), `TESTWELL ${letter(row)}VERY`]
    const sources = getSources(propose(header, cells))
    expect(sources).toMatchObject({ ownerNames: { columns: ['LEGAL_NAME'] } })
    expect(sources).not.toHaveProperty('lastSalePrice')
    expect(sources).not.toHaveProperty('legalDescription')
  })

  test('codes, states and days of eight digits are no values and no uses', () => {
    const header = 'PARCEL|OWNER_ADDRESS|LAND_CODE|LAND|STATECODE|SALE_CODE|SALE|BUILDING_NO'
    const place = (row: number) => [parcel(row), street(row), String(110 + (row % 9)), String(30_000 + row * 50)]
    const sale = (row: number) => [row % 8 ? 'OH' : 'PA', String(row % 12), `2019${row % 2 ? '05' : '11'}2${row % 9}`]
    const sources = getSources(propose(header, (row) => [...place(row), ...sale(row), String(1_000 + (row % 50))]))
    expect(sources).toMatchObject({ landValue: { columns: ['LAND'] }, lastSaleDate: { columns: ['SALE'] } })
    expect(sources).not.toHaveProperty('improvementValue')
    expect(sources).not.toHaveProperty('useCode')
    expect(sources).not.toHaveProperty('lastSalePrice')
  })

  test('words beside a code describe it where each code has its own', () => {
    const codes = ['D1', 'D2', 'D3']
    const words = ['RES SINGLE FAM', 'RES CONDO', 'VACANT LAND']
    const header = 'SCHEDNUM|D_CLASS|D_CLASS_CN'
    const proposal = propose(header, (row) => [parcel(row), codes[row % 3] ?? '', words[row % 3] ?? ''])
    expect(getSources(proposal)).toMatchObject({ useDescription: { columns: ['D_CLASS_CN'] } })
    expect(proposal.uses?.codes.map(({ use }) => use)).toEqual(['SINGLE_FAMILY', 'CONDOMINIUM', 'LAND_OTHER'])
  })

  test('a class that is the same in all rows is no use code where words describe another', () => {
    const [codes, words] = [
      ['5100', '5200', '4010'],
      ['1-FAMILY PLATTED LOT', '2-FAMILY DWELLING', 'APARTMENTS'],
    ]
    const proposal = propose('PARCELPIN|PROPERTY_CLASS|TAX_LUC|TAX_LUC_DESCRIPTION', (row) => [
      ...[parcel(row), 'R', codes[row % 3] ?? '', words[row % 3] ?? ''],
    ])
    expect(getSources(proposal)).toMatchObject({ useCode: { columns: ['TAX_LUC'] } })
  })

  test('names are read without their section and remarks, and words of sales by what they say', () => {
    const names = ['SYSTEM DATA: Year Built (YYYY)', 'DEED REFERENCE 1: Liber (DR1)', 'DEED REFERENCE 1: Folio (DR1)']
    const header = ['Account ID', ...names, 'SALES SEGMENT 2: Consideration', 'SALES SEGMENT 1: How Conveyed'].join('|')
    const cells = (row: number) => [parcel(row), String(1950 + (row % 60)), String(5_000 + row), String(100 + row)]
    const sales = (row: number) => [String(90_000 + row), row % 3 ? 'Arms-Length Improved (1)' : 'Non-Arms-Length (5)']
    expect(readFirst(header, (row) => [...cells(row), ...sales(row)])).toMatchObject({ yearBuilt: 1950 })
    expect(getSources(propose(header, (row) => [...cells(row), ...sales(row)]))).toMatchObject({
      lastSaleDocument: { columns: names.slice(1) },
      previousSalePrice: { columns: ['SALES SEGMENT 2: Consideration'] },
      armsLength: { transforms: [{ table: { 'Arms-Length Improved (1)': true, 'Non-Arms-Length (5)': false } }] },
    })
  })

  test('sales are at arm’s length, are not, or their words say neither', () => {
    const words = {
      ...{ QUALIFIED: true, DISQUALIFIED: false, UNQUALIFIED: false, 'Valid sale': true, 'Not a valid sale': false },
      ...{ 'ARMS LENGTH SALE': true, "NOT AN ARM'S LENGTH SALE": false, 'Not at arm’s length': false },
    }
    const cells = [...Object.keys(words), 'Other', 'Unverified']
    const proposal = propose('PARCEL|SALE_DATE|SALE_PRICE|SALE_REMARK', (row) => [
      ...[parcel(row), `1/${1 + (row % 28)}/2019`, String(90_000 + row), cells[row % cells.length] ?? ''],
    ])
    expect(getSources(proposal)['armsLength']).toEqual({
      ...{ columns: ['SALE_REMARK'], transforms: [{ type: 'LOOKUP', table: words, otherwise: 'UNKNOWN' }] },
    })
  })

  test('of parcel numbers that differ, the other is named', () => {
    const rows = (other: (row: number) => string) => (row: number) => [`12-${row + 1000}`, other(row)]
    const doubt = (other: (row: number) => string) => propose('PIN|PARCEL_ID', rows(other)).fields[0]?.doubt
    expect(doubt((row) => `R${5_000 + row * 3}`)).toMatch(/fits as well/)
    expect(doubt((row) => `12${row + 1000}`)).toBeNull()
  })
})

describe('files that are no roll', () => {
  const place = (row: number) => [String(3_300_000 + row * 7), String(row + 10), 'EXAMPLE ORCHARD', parcel(row)]

  test.each([
    ['permits', 'id|permit_type|permit_status|street_number|street_name|pin', /^These are permits/],
    ['licenses', 'id|license_id|license_description|street_number|street_name|account_number', /^These are licenses/],
  ])('%s are refused', (_, header, reason) => {
    const proposal = propose(header, (row) => {
      const [first = '', ...rest] = place(row)
      return [first, 'ROOFING', 'ACTIVE', ...rest]
    })
    expect(proposal).toMatchObject({ document: null, refusal: expect.stringMatching(reason) })
  })

  test('a table of buildings that names the last permit of each stays a roll', () => {
    const header = 'PARCEL_ID|OWNER_NAME|SITUS_ADDR|YEAR_BUILT|LIVING_AREA|BEDROOMS|PERMIT_NO|PERMIT_DATE'
    const { document, refusal } = propose(header, (row) => [
      ...[parcel(row), `TESTWELL ${row % 30}A`, street(row), String(1950 + (row % 60)), String(900 + row * 7)],
      ...[String(1 + (row % 5)), `B${20_000 + row}`, `1/${1 + (row % 28)}/2019`],
    ])
    expect(refusal).toBeNull()
    expect(document).toMatchObject({ key: { columns: ['PARCEL_ID'] }, property: { yearBuilt: {} } })
  })

  test('a roll that names the last seller and buyer beside its owners stays a roll', () => {
    const header = 'PARCEL_NO|OWNER_NAME|GRANTOR|GRANTEE|SALE_DATE|SALE_PRICE|LAND_VAL'
    const names = (row: number) => [parcel(row), `TESTWELL ${row % 30}A`, 'SAMPLETON LEE', `TESTWELL ${row % 30}A`]
    const { document } = propose(header, (row) => [...names(row), `1/${1 + (row % 28)}/2019`, '120000', '30000'])
    expect(document).toMatchObject({ property: { lastSaleDate: {}, landValue: {} }, key: { columns: ['PARCEL_NO'] } })
    expect(document).not.toHaveProperty('sale')
  })

  test('a month without a day, and days with points, are dates', () => {
    const date = (cell: string) => getSources(propose('PARCEL|SALE_DATE', (row) => [parcel(row), cell]))['lastSaleDate']
    expect(date('199806')).toMatchObject({ transforms: [{ formats: ['YYYYMM'] }] })
    expect(date('2019.06.21')).toMatchObject({ columns: ['SALE_DATE'] })
    expect(date('860801')).toMatchObject({ transforms: [{ formats: ['YYMMDD'] }] })
    const days = (row: number) => [parcel(row), '2019', String(501 + (row % 28))]
    expect(getSources(propose('PARCEL|SALE_YEAR|SALE_MONTHDAY', days))['lastSaleDate']).toEqual({
      columns: ['SALE_YEAR', 'SALE_MONTHDAY'],
      transforms: [{ type: 'YEAR_MONTH_DAY', hasDay: true }],
    })
  })

  test('numbered days and amounts are sales, the second also where its name was cut', () => {
    const price = (row: number) => String(120_000 + row * 500)
    const sales = (row: number) => [parcel(row), '5/6/2019', price(row), '7/8/2004', price(row + 9)]
    const columns = ['lastSaleDate', 'lastSalePrice', 'previousSaleDate', 'previousSalePrice']
    for (const names of ['S_1DATE|S_1AMOUNT|S_2DATE|S_2AMOUNT', 'SALE_DATE_|SALE_PRICE|SALE_DAT_1|SALE_PRI_1']) {
      const sources = getSources(propose(`PARCEL|${names}`, sales))
      expect(columns.map((field) => sources[field])).toMatchObject(names.split('|').map((one) => ({ columns: [one] })))
    }
  })

  test('of numbered sales the latest is the last one, in either order', () => {
    const header = 'PIN|OWNER|SITE_ADDR|sale_date1|sale_price1|sale_date2|sale_price2|sale_date3|sale_price3'
    const sale = (row: number, nth: number) => [`${1990 + nth * 10 + (row % 9)}-05-1${row % 10}`, String(nth * 50_000)]
    const read = (...order: number[]) =>
      getSources(
        propose(header, (row) => [
          ...[`04-${row + 1000}`, 'TESTWELL AVERY', street(row)],
          ...order.flatMap((nth) => sale(row, nth)),
        ]),
      )
    const columns = (number: number) => ({ columns: [`sale_date${number}`] })
    expect(read(3, 2, 1)).toMatchObject({
      ...{ lastSaleDate: columns(1), lastSalePrice: { columns: ['sale_price1'] } },
      ...{ previousSaleDate: columns(2), previousSalePrice: { columns: ['sale_price2'] } },
    })
    expect(read(1, 2, 3)).toMatchObject({
      ...{ lastSaleDate: columns(3), lastSalePrice: { columns: ['sale_price3'] } },
      ...{ previousSaleDate: columns(2), previousSalePrice: { columns: ['sale_price2'] } },
    })
  })

  const newerSecond = (row: number) => [
    ...[`04-${row + 1000}`, 'TESTWELL AVERY', street(row)],
    ...[`1999-05-1${row % 10}`, `2019-05-1${row % 10}`],
  ]

  test('prices and deeds go with the day of their number, and those of another sale are left out', () => {
    const read = (columns: string, ...cells: string[]) =>
      getSources(
        propose(`PIN|OWNER|SITE_ADDR|SALE_DATE1|SALE_DATE2|${columns}`, (row) => [...newerSecond(row), ...cells]),
      )
    const deeds = ['WARRANTY DEED', 'QUIT CLAIM DEED']
    for (const price of ['210000', '0'])
      expect(read('SALE_PRICE1|SALE_PRICE2|DEED_TYPE1|DEED_TYPE2', '90000', price, ...deeds)).toMatchObject({
        ...{ lastSaleDate: { columns: ['SALE_DATE2'] }, lastSalePrice: { columns: ['SALE_PRICE2'] } },
        ...{ lastSaleDeedType: { columns: ['DEED_TYPE2'] }, previousSalePrice: { columns: ['SALE_PRICE1'] } },
      })
    const first = read('SALE_PRICE1|BOOK1|PAGE1', '90000', '1204', '101')
    expect(first).toMatchObject({ previousSalePrice: { columns: ['SALE_PRICE1'] } })
    expect(Object.keys(first)).not.toContain('lastSalePrice')
    expect(Object.keys(first)).not.toContain('lastSaleDocument')
    expect(read('SALE_PRICE|BOOK|PAGE', '210000', '1204', '101')).toMatchObject({
      lastSalePrice: { columns: ['SALE_PRICE'] },
      lastSaleDocument: { columns: ['BOOK', 'PAGE'] },
    })
  })

  test('a day that stands twice is one sale, in two formats or under two numbers', () => {
    const parts = (row: number) => [`04-${row + 1000}`, 'TESTWELL AVERY', street(row), `2019-05-1${row % 10}`]
    const read = (names: string, other: (day: string) => string) =>
      propose(`PIN|OWNER|SITE_ADDR|${names}`, (row) => [...parts(row), other(`1${row % 10}`)]).fields
    for (const fields of [
      read('DEED_DATE|DeedDate', (day) => `05/${day}/2019`),
      read('SALE_DATE1|SALE_DATE2', (day) => `2019-05-${day}`),
    ]) {
      expect(fields.map(({ field }) => field)).toContain('lastSaleDate')
      expect(fields.map(({ field }) => field)).not.toContain('previousSaleDate')
    }
  })

  test('a later sale that few rows have is said', () => {
    const { fields } = propose('PIN|OWNER|SITE_ADDR|SALE_DATE1|SALE_PRICE1|SALE_DATE2|SALE_PRICE2', (row) => [
      ...[`04-${row + 1000}`, 'TESTWELL AVERY', street(row), '1999-05-11', '90000'],
      ...(row % 3 === 0 ? ['2019-05-11', '210000'] : ['', '']),
    ])
    expect(fields.find(({ field }) => field === 'lastSaleDate')).toMatchObject({
      doubt: '"SALE_DATE2" fits as well as "SALE_DATE1".',
    })
  })

  test('a total of land and buildings is no tax where another column has one, and a tax area no price', () => {
    const land = (row: number) => 20_000 + row * 90
    const values = (row: number) => [parcel(row), String(land(row)), String(land(row) * 3), String(land(row) * 4)]
    const taxes = (row: number) => [String(land(row) * 1.4), (land(row) * 0.08).toFixed(2), `0${2_000 + (row % 60)}`]
    const header = 'PARCEL|MARKETLAND|MARKETIMPR|TOTALMARKET|TAXTOTAL|NETTAX|TRA'
    const sources = getSources(propose(header, (row) => [...values(row), ...taxes(row)]))
    expect(sources).toMatchObject({ taxAmount: { columns: ['NETTAX'] }, assessedValue: { columns: ['TAXTOTAL'] } })
    expect(sources).not.toHaveProperty('lastSalePrice')
  })

  test('a full address in other states is the owner’s, and the description named as the code describes it', () => {
    const header = 'PARCEL|PROP_CLASS_DESC|TAX_LUC|TAX_LUC_DESC|TAX_MAP|TAX_DIST|FULL_ADDRESS|SITUS_WHOLE'
    const uses = ['1-FAMILY PLATTED LOT', '2-FAMILY PLATTED LOT', 'STORE']
    const sources = getSources(
      propose(header, (row) => [
        ...[parcel(row), 'Residential', String(5_100 + (row % 3)), uses[row % 3] ?? '', '1', '2'],
        ...[`${street(row + 40)}, FERNDALE, ${row % 9 ? 'OH' : 'PA'} 44101`, street(row)],
      ]),
    )
    expect(sources).toMatchObject({
      useDescription: { columns: ['TAX_LUC_DESC'] },
      situsAddress: { columns: ['SITUS_WHOLE'] },
    })
  })
})
