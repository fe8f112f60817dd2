/** Properties of the made-up county, enough for the smallest order. */
export const madeUpRows = 64

const header =
  'PARCEL_NO,OWN1,OWN2,SITUS,SITUS_CITY,PHY_ZIPCD,OWN_ADDR1,OWN_CITY,OWN_ST,OWN_ZIP,USE_CD,USE_DESC,JV,LND_VAL,CALC_ACREA,YR_BLT,TOT_LVG_AR,SALE_DT1,SALE_PRC1'

const pad = (value: number, digits: number) => String(value).padStart(digits, '0')

/** A property of coined people and streets, in the words of an assessor. */
const buildRow = (at: number) => {
  const away = at % 4 === 0
  const house = 101 + at * 2
  const owner = away
    ? [`7${pad(at, 2)} SAMPLE MESA RD`, 'CHEYENNE', 'WY', '82001']
    : [`${house} EXAMPLE ORCHARD LN`, 'ANYTOWN', 'WY', '82633']
  return [
    ...[`${pad(at, 4)}-15-${pad((at * 7) % 100, 2)}-003`, `TESTWELL AVERY ${String.fromCharCode(65 + (at % 26))}`],
    ...[at % 3 === 0 ? 'TESTWELL JORDAN' : '', `${house} EXAMPLE ORCHARD LN`, 'ANYTOWN', '82633', ...owner],
    ...(at % 5 === 0 ? ['1120', 'CONDOMINIUM'] : ['1010', 'SINGLE FAMILY RESIDENCE']),
    ...[180_000 + at * 1_250, 40_000 + at * 200, (0.15 + (at % 9) / 20).toFixed(2), 1948 + at, 1_100 + at * 12],
    ...[`${pad(1 + (at % 12), 2)}/${pad(1 + (at % 28), 2)}/${2004 + (at % 20)}`, 150_000 + at * 1_100],
  ].join(',')
}

/** The roll of a county, generated: two lines of title, then the header. Nobody in it exists. */
export const buildMadeUpCounty = () =>
  [
    'Converse County Assessor - real property roll (generated; every name is fictional),,,',
    'Run date 10/01/2026,,,',
    header,
    ...Array.from({ length: madeUpRows }, (_, at) => buildRow(at)),
  ].join('\r\n')
