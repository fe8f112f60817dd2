import { signalMask, targetTypeMask } from '../../server/modules/properties/records/bit-masks.ts'

/** The 64 bits of a hash as four uniform numbers from 0 to 1: four independent random numbers for one hash. */
const splitChances = (name: string) =>
  [0, 16, 32, 48].map((shift, at) => `bitAnd(bitShiftRight(${name}, ${shift}), 65535) / 65536 as ${name}${at + 1}`)

const pick = (chance: string, values: readonly string[]) =>
  `arrayElement([${values.map((value) => `'${value}'`).join(', ')}], 1 + toUInt8(floor(${chance} * ${values.length})))`

const caseSql = (cases: readonly (readonly [condition: string, value: string])[], otherwise: string) =>
  `multiIf(${cases.map(([condition, value]) => `${condition}, ${value}`).join(', ')}, ${otherwise})`

const firstNames = ['ADA', 'BERT', 'CLEO', 'DORA', 'EGON', 'FAY', 'GUS', 'HEDY', 'IVO', 'JUNE', 'KAI', 'LEA', 'MILO']
const syllables = ['TEST', 'SAM', 'PLA', 'MOCK', 'DUM', 'FAB', 'NIL', 'ZED', 'QUIN', 'VOL', 'RED', 'HAM', 'BRO', 'LUN']
const endings = ['WELL', 'PLER', 'HOLDER', 'INGTON', 'MAN', 'SEN', 'FIELD', 'STEAD', 'OVER', 'BURY', 'LEY', 'TON']
const streets = ['ORCHARD', 'MEADOW', 'QUARRY', 'MILL', 'CHAPEL', 'RIVER', 'STATION', 'SUMMIT', 'GARDEN', 'HARBOR']
const streetTypes = ['LN', 'ST', 'AVE', 'RD', 'DR', 'CT']
const lenders = syllables.flatMap((one) => [`${one} EXAMPLE BANK`, `${one} SAMPLE CREDIT UNION`, `${one} MORTGAGE CO`])
const states = ['CA', 'TX', 'FL', 'NY', 'PA', 'IL', 'OH', 'GA', 'NC', 'MI', 'TN', 'MA']

const surname = (hash: string) =>
  `concat(${pick(`${hash}1`, syllables)}, ${pick(`${hash}2`, syllables)}, ${pick(`${hash}3`, endings)})`

/** Each signal with its condition, at the rates that county datasets and registries show. */
const signalBits = [
  ['VACANT', 'e1 < 0.04'],
  ['TAX_DELINQUENT', 'e2 < 0.03'],
  ['PRE_FORECLOSURE', 'e3 < 0.004'],
  ['AUCTION', 'e3 < 0.0005'],
  ['BANK_OWNED', 'e3 > 0.998'],
  ['INHERITED', "owner_type = 'ESTATE'"],
  ['FREE_AND_CLEAR', 'ifNull(open_loans = 0, false)'],
  ['HIGH_EQUITY', 'ifNull(ltv_percent <= 50, false)'],
  ['LOW_EQUITY', 'ifNull(ltv_percent >= 80, false)'],
  ['TIRED_LANDLORD', "startsWith(occupancy, 'ABSENTEE') and ifNull(last_sale_date <= '2011-10-01', false)"],
  ['SENIOR_EXEMPTION', 'e4 < 0.07'],
  ['OUT_OF_STATE_OWNER', "occupancy = 'ABSENTEE_OUT_OF_STATE'"],
  ['RECENTLY_SOLD', "ifNull(last_sale_date > '2025-10-01', false)"],
  ['CODE_VIOLATION', 'f1 < 0.002'],
] as const

const targetBits = [
  ['OWNER_OCCUPANT', "occupancy = 'OWNER_OCCUPIED' and owner_type = 'INDIVIDUAL'"],
  ['ABSENTEE_OWNER', "startsWith(occupancy, 'ABSENTEE') and properties_owned = 1 and owner_type = 'INDIVIDUAL'"],
  ['LANDLORD', "startsWith(occupancy, 'ABSENTEE') and properties_owned >= 2"],
  ['FLIPPER', 'f2 < 0.01'],
  ['CASH_BUYER', 'ifNull(cash_purchase, false)'],
  ['INSTITUTIONAL', "properties_owned >= 10 and owner_type != 'INDIVIDUAL'"],
] as const

const sumTerms = (terms: readonly string[]) => terms.join(' + ')

/** The columns of the table and their expressions; each may use those before it. */
const columns: Record<string, string> = {
  source: "concat('bench-', zips.county)",
  property_id: 'h',
  apn: "concat(zips.county, '-', toString(h % 100000000))",
  state: 'zips.state',
  county_fips: 'zips.county',
  address: `concat(toString(1 + toUInt32(f3 * 9900)), ' EXAMPLE ', ${pick('f4', streets)}, ' ',
    ${pick('f1', streetTypes)})`,
  unit: "if(a4 > 0.92, concat('APT ', toString(1 + h % 400)), '')",
  city: 'zips.city',
  zip: 'zips.zip',
  // About 3 miles around the center of the ZIP, denser near it; some datasets have no position.
  lat: 'if(b4 < 0.03, null, zips.lat + (g1 + g2 - 1) * 0.06)',
  lng: 'if(b4 < 0.03, null, zips.lng + (g3 + g4 - 1) * 0.07)',
  owner_type: caseSql(
    [
      ['a2 < 0.75', "'INDIVIDUAL'"],
      ['a2 < 0.84', "'TRUST'"],
      ['a2 < 0.92', "'LLC'"],
      ['a2 < 0.945', "'CORPORATION'"],
      ['a2 < 0.965', "'GOVERNMENT'"],
      ['a2 < 0.975', "'ESTATE'"],
      ['a2 < 0.985', "'NONPROFIT'"],
      ['a2 < 0.99', "'BUILDER'"],
    ],
    "'UNKNOWN'",
  ),
  owner_key:
    "if(a3 < 0.78, bitXor(h, 1), cityHash64(zips.county, toUInt32(pow(owner_chance, 3) * zips.rows * 3), 'owner'))",
  owner_names: `multiIf(owner_type = 'UNKNOWN', [], owner_type = 'INDIVIDUAL',
    if(f2 < 0.4,
      [concat(${surname('k')}, ' ', ${pick('k4', firstNames)}),
        concat(${surname('k')}, ' ', ${pick('f4', firstNames)})],
      [concat(${surname('k')}, ' ', ${pick('k4', firstNames)})]),
    [concat(${surname('k')}, ' ', toString(owner_key % 90),
      if(owner_type = 'TRUST', ' FAMILY TRUST', ' HOLDINGS LLC'))])`,
  properties_owned: 'if(a3 < 0.78, 1, toUInt32(2 + 1 / (owner_chance + 0.002)))',
  occupancy: caseSql(
    [
      ['a3 < 0.6', "'OWNER_OCCUPIED'"],
      ['c1 < 0.5', "'ABSENTEE_IN_STATE'"],
      ['c1 < 0.78', "'ABSENTEE_OUT_OF_STATE'"],
      ['c1 < 0.79', "'ABSENTEE_FOREIGN'"],
      ['c1 < 0.86', "'VACANT'"],
    ],
    "'UNKNOWN'",
  ),
  mailing_address: `if(occupancy = 'UNKNOWN' or f1 < 0.02, '',
    if(occupancy = 'OWNER_OCCUPIED', address, concat(toString(1 + owner_key % 900), ' SAMPLE PLAZA')))`,
  mailing_state: `multiIf(mailing_address = '', '', occupancy = 'ABSENTEE_OUT_OF_STATE', ${pick('c2', states)},
    zips.state)`,
  mailing_city: "if(mailing_address = '', '', if(occupancy = 'OWNER_OCCUPIED', zips.city, 'EXAMPLE CITY'))",
  mailing_zip:
    "if(mailing_address = '', '', if(occupancy = 'OWNER_OCCUPIED', zips.zip, toString(10000 + owner_key % 400)))",
  mailing_country: "if(mailing_address = '', '', 'US')",
  acquired_by_qc: "multiIf(c3 < 0.5, 'UNKNOWN', c3 < 0.56, 'YES', 'NO')",
  use_code: 'toString(100 + cityHash64(zips.county, asset_sub_group) % 90)',
  use_description: 'asset_sub_group',
  asset_class: caseSql(
    [
      ['a1 < 0.76', "'RESIDENTIAL'"],
      ['a1 < 0.79', "'MULTIFAMILY'"],
      ['a1 < 0.91', "'VACANT_LAND'"],
      ['a1 < 0.94', "'AGRICULTURAL'"],
      ['a1 < 0.96', "'EXEMPT'"],
      ['a1 < 0.975', "'COMMERCIAL'"],
      ['a1 < 0.985', "'RETAIL'"],
      ['a1 < 0.992', "'OFFICE'"],
    ],
    "'INDUSTRIAL'",
  ),
  asset_sub_group: caseSql(
    [
      ['a1 < 0.55', "'SINGLE_FAMILY'"],
      ['a1 < 0.66', "'CONDOMINIUM'"],
      ['a1 < 0.72', "'TOWNHOUSE'"],
      ['a1 < 0.74', "'DUPLEX'"],
      ['a1 < 0.76', "'MANUFACTURED_HOME'"],
      ['a1 < 0.79', "'APARTMENT_5_TO_19'"],
      ['a1 < 0.89', "'RESIDENTIAL_LAND'"],
      ['a1 < 0.91', "'LAND_OTHER'"],
      ['a1 < 0.94', "'FARM'"],
      ['a1 < 0.96', "'GOVERNMENT'"],
    ],
    "'STORE'",
  ),
  asset_use_type: "if(asset_sub_group = 'SINGLE_FAMILY', 'DETACHED_HOUSE', '')",
  bedrooms: 'if(a1 > 0.76 or b3 < 0.2, null, toUInt8(1 + (g1 + b2) * 2.7))',
  bathrooms: 'if(a1 > 0.76 or b3 < 0.2, null, floor(2 + (g2 + b2) * 3) / 2)',
  living_area_sqft: 'if(a1 > 0.79 or b3 < 0.1, null, toUInt32(500 + pow(b2, 2) * 4200 + b1 * 300))',
  lot_sqft: 'if(c4 < 0.1, null, toUInt32(exp(7.5 + c4 * 3 + b1)))',
  year_built: 'if(a1 > 0.79 or b3 < 0.12, null, toUInt16(2025 - pow(g4, 1.4) * 130))',
  units: "if(asset_class = 'MULTIFAMILY', toUInt16(5 + b1 * 40), if(a1 < 0.72, 1, null))",
  stories: 'if(a1 > 0.79 or b3 < 0.3, null, floor(2 + g3 * 3) / 2)',
  estimated_value: `if(b4 > 0.93, null, toUInt32(exp((b1 + b2 + b3 - 1.5) * 1.1)
    * (90000 + cityHash64(zips.county) % 400000 + cityHash64(zips.zip) % 120000) / 100) * 100)`,
  assessed_value: 'toUInt32(estimated_value * (0.3 + (cityHash64(zips.state) % 70) / 100))',
  market_value: 'estimated_value',
  last_sale_date:
    "if(d1 < 0.14, null, greatest(toDate32('1950-01-01'), toDate32('2026-10-15') - toInt32(-log(1 - d2) * 4200)))",
  last_sale_price: 'if(isNull(last_sale_date) or d3 < 0.25, null, toUInt32(estimated_value * (0.35 + d4 * 0.7)))',
  last_sale_deed_type: `if(isNull(last_sale_date), 'UNKNOWN',
    multiIf(c3 < 0.5, 'UNKNOWN', c3 < 0.56, 'QUITCLAIM', c3 < 0.9, 'WARRANTY', 'GRANT'))`,
  cash_purchase: 'if(isNull(last_sale_date) or d3 < 0.4, null, d4 < 0.3)',
  arms_length: 'if(isNull(last_sale_price) or d3 < 0.5, null, c3 > 0.56)',
  previous_sale_date:
    'if(d1 < 0.6 or isNull(last_sale_date), null, addDays(last_sale_date, -200 - toInt32((d1 - 0.6) * 14000)))',
  previous_sale_price: 'if(isNull(previous_sale_date), null, toUInt32(last_sale_price * 0.7))',
  open_loans: 'if(cityHash64(zips.county) % 3 = 0, null, multiIf(e4 < 0.38, 0, e4 < 0.84, 1, e4 < 0.97, 2, 3))',
  loans: 'range(ifNull(open_loans, 0))',
  'mortgages.position': 'arrayMap(i -> i + 1, loans)',
  'mortgages.loan_type': `arrayMap(i -> if(i = 0,
    multiIf(f2 < 0.7, 'CONVENTIONAL', f2 < 0.85, 'FHA', f2 < 0.93, 'VA', 'COMMERCIAL'), 'HELOC'), loans)`,
  'mortgages.lender': `arrayMap(i -> ${pick('c2', lenders)}, loans)`,
  'mortgages.lender_type':
    "arrayMap(i -> multiIf(c2 < 0.33, 'BANK', c2 < 0.66, 'CREDIT_UNION', 'MORTGAGE_COMPANY'), loans)",
  'mortgages.amount': 'arrayMap(i -> toUInt32(estimated_value * 0.6 / (i * 3 + 1)), loans)',
  'mortgages.originated_on': 'arrayMap(i -> addDays(last_sale_date, i * 700), loans)',
  'mortgages.rate_type': "arrayMap(i -> if(f2 < 0.9, 'FIXED', 'ADJUSTABLE'), loans)",
  open_balance:
    'if(isNull(open_loans), null, if(open_loans = 0, 0, toInt64(estimated_value * 0.6 * d4 * least(open_loans, 2))))',
  equity_amount: 'toInt64(estimated_value) - open_balance',
  equity_percent: 'round(100 * equity_amount / nullIf(estimated_value, 0), 1)',
  ltv_percent: 'round(100 * open_balance / nullIf(estimated_value, 0), 1)',
  signals: `toUInt32(${sumTerms(
    signalBits.map(([signal, condition]) => `${signalMask.toMask([signal])} * (${condition})`),
  )})`,
  target_types: `toUInt16(${sumTerms(
    targetBits.map(([type, condition]) => `${targetTypeMask.toMask([type])} * (${condition})`),
  )})`,
  owner_words: "concat(' ', arrayStringConcat(owner_names, ' '))",
  lender_words: "arrayMap(lender -> concat(' ', lender), `mortgages.lender`)",
}

/** Columns that other columns need and the table does not have. */
const helperColumns = ['loans']

/** Inserts the properties of one chunk of the ZIPs of `bench_zips`; a different seed gives different ones. */
export function propertySql(chunk: number, seed: number): string {
  const names = Object.keys(columns).filter((name) => !helperColumns.includes(name))
  // The texts are computed above as the table would; its own general expression takes as long as everything else.
  return `insert into properties (${names.map((name) => `\`${name}\``).join(', ')})
    with ${[
      `cityHash64(zips.zip, n, ${seed}) as h`,
      ...'abcdefg'.split('').map((name) => `cityHash64(h, '${name}') as ${name}`),
      ...'abcdefg'.split('').flatMap(splitChances),
      'b2 as owner_chance',
      'cityHash64(owner_key) as k',
      ...splitChances('k'),
      ...Object.entries(columns).map(([name, sql]) => `${sql} as \`${name}\``),
    ].join(',\n      ')}
    select ${names.map((name) => `\`${name}\``).join(', ')}
    from (select * from bench_zips where chunk = ${chunk} order by county, zip) as zips array join range(rows) as n
    settings insert_allow_materialized_columns = 1, max_threads = 1, max_insert_threads = 1,
      min_insert_block_size_rows = 2000000, min_insert_block_size_bytes = 0, prefer_column_name_to_alias = 0`
}
