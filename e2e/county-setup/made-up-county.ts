/** Properties of the made-up county, enough for the smallest order. */
export const madeUpRows = 64

const header =
  'PARCEL_NO,OWN1,OWN2,SITUS,SITUS_CITY,PHY_ZIPCD,OWN_ADDR1,OWN_CITY,OWN_ST,OWN_ZIP,USE_CD,USE_DESC,JV,LND_VAL,CALC_ACREA,YR_BLT,TOT_LVG_AR,SALE_DT1,SALE_PRC1'

const pad = (value: number, digits: number) => String(value).padStart(digits, '0')

const buildParcelNumber = (at: number) => `${pad(at, 4)}-15-${pad((at * 7) % 100, 2)}-003`

/** Coined owners, every fourth of whom lives elsewhere. */
function buildOwner(at: number, city: string, zip: string): string[] {
  const names = [`TESTWELL AVERY ${String.fromCharCode(65 + (at % 26))}`, at % 3 === 0 ? 'TESTWELL JORDAN' : '']
  const isAway = at % 4 === 0
  const address = isAway
    ? [`7${pad(at, 2)} SAMPLE MESA RD`, 'CHEYENNE', 'WY', '82001']
    : [buildSitus(at), city, 'WY', zip]
  return [...names, ...address]
}

const buildSitus = (at: number) => `${101 + at * 2} EXAMPLE ORCHARD LN`

const buildSale = (at: number) => [
  `${pad(1 + (at % 12), 2)}/${pad(1 + (at % 28), 2)}/${2004 + (at % 20)}`,
  String(150_000 + at * 1_100),
]

/** A property of coined people and streets, in the words of an assessor. */
const buildRow = (at: number) => {
  const [first = '', second = '', ...mailing] = buildOwner(at, 'ANYTOWN', '82633')
  return [
    ...[buildParcelNumber(at), first, second, buildSitus(at), 'ANYTOWN', '82633', ...mailing],
    ...(at % 5 === 0 ? ['1120', 'CONDOMINIUM'] : ['1010', 'SINGLE FAMILY RESIDENCE']),
    ...[180_000 + at * 1_250, 40_000 + at * 200, (0.15 + (at % 9) / 20).toFixed(2), 1948 + at, 1_100 + at * 12],
    ...buildSale(at),
  ].join(',')
}

/** The roll of a county, generated, from a parcel on: two lines of title, then the header. Nobody in it exists. */
export const buildMadeUpCounty = (first = 0) =>
  [
    'Converse County Assessor - real property roll (generated; every name is fictional),,,',
    'Run date 10/01/2026,,,',
    header,
    ...Array.from({ length: madeUpRows }, (_, at) => buildRow(first + at)),
  ].join('\r\n')

const parcelHeader =
  'PARCEL_NO,OWN1,OWN2,SITUS,SITUS_CITY,PHY_ZIPCD,USE_CD,USE_DESC,JV,LND_VAL,CALC_ACREA,YR_BLT,YR_SURVEY,TOT_LVG_AR,LATITUDE,LONGITUDE'
const ownerHeader = 'PARCEL_NO,OWN_ADDR1,OWN_CITY,OWN_ST,OWN_ZIP,SALE_DT1,SALE_PRC1'

const uses = ['Q7,CLASS Q7', '1010,SINGLE FAMILY RESIDENCE', '1040,TOWNHOUSE', '2010,RETAIL STORE']

/**
 * A county in two files with the parcel number in both: the year built stands in `YR_SURVEY`, which its name does not
 * say, and the code `Q7` is on no list.
 */
export function buildTwoTables(rows = madeUpRows): { parcels: string; owners: string } {
  const numbers = Array.from({ length: rows }, (_, at) => at)
  const owners = numbers.map((at) => buildOwner(at, 'SAMPLETON', '82225'))
  const parcels = numbers.map((at) =>
    [
      ...[buildParcelNumber(at), ...(owners[at]?.slice(0, 2) ?? []), buildSitus(at), 'SAMPLETON', '82225'],
      ...[uses[at % 4], 180_000 + at * 125, 40_000 + at * 20, (0.15 + (at % 9) / 20).toFixed(2)],
      ...[1948 + (at % 64), 1901 + (at % 64), 1_100 + (at % 90) * 12],
      ...[(42.65 + ((at * 37) % 71) / 100).toFixed(5), (-104.85 + ((at * 53) % 73) / 100).toFixed(5)],
    ].join(','),
  )
  const sales = numbers.map((at) =>
    [buildParcelNumber(at), ...(owners[at]?.slice(2) ?? []), ...buildSale(at)].join(','),
  )
  return { parcels: [parcelHeader, ...parcels].join('\n'), owners: [ownerHeader, ...sales].join('\n') }
}
