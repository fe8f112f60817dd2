// A made-up roll as wide as Philadelphia's: its columns, and values as long as its own. Nobody lives here.

const pick = (values: string) => {
  const all = values.split('|')
  return (at: number) => all[(at * 7919) % all.length] ?? ''
}
const digits = (from: number, span: number) => (at: number) => String(from + ((at * 48_271) % span))
const always = (value: string) => () => value
const nothing = always('')

const point = (at: number) => ({ lat: 39.87 + (at % 26_000) / 100_000, lng: -75.28 + (at % 31_000) / 100_000 })
const houseNumber = digits(100, 9_000)
const street = pick('EXAMPLE ORCHARD|SAMPLE HILL|MOCKINGBIRD|PLACEHOLDER|N 12TH|W FICTION|E SPECIMEN|TESTWELL')
const kind = pick('ST|AVE|LN|RD|ST|TER')
const location = (at: number) => `${houseNumber(at)} ${street(at)} ${kind(at)}`
const isAbsentee = (at: number) => at % 3 === 0
const family = pick('TESTWELL|SAMPLETON|MOCKLEY|PLACEHOLDER|SPECIMAN|EXAMPLEWICZ')
const given = pick('AVERY|BLAKE|CASEY|DREW|EMERY|FINLEY|HARPER')
const company = pick('HOLDINGS LLC|REALTY INC|FAMILY TRUST|PROPERTIES LP')
const owner = (at: number) =>
  at % 5 === 0 ? `${family(at)} ${at % 999} ${company(at)}` : `${family(at)} ${given(at)} ${at % 26}`
const year = (at: number) => String(1990 + (at % 35))
const day = (at: number) => `${year(at)}-0${1 + (at % 9)}-1${at % 10}`
const category = pick('1  |1  |1  |1  |2  |3  |4  |6  |14 ')
const building = pick(
  'ROW 2 STY MASONRY    |ROW 3 STY MASONRY    |S/D W/B OFF STR MAS  |VACANT LAND RESIDE < ACRE|APTS 5-50 UNITS MASON',
)

const columns: Record<string, (at: number) => string> = {
  the_geom: (at) => `0101000020E6100000${(at * 2_654_435_761).toString(16).padStart(32, 'A')}`,
  the_geom_webmercator: (at) => `0101000020110F0000${(at * 2_246_822_519).toString(16).padStart(32, 'B')}`,
  assessment_date: always('2025-06-11'),
  basements: pick('D|A||H|0'),
  beginning_point: (at) => `${at % 300}' 6" N ${street(at)}`,
  book_and_page: digits(1_000_000, 6_000_000),
  building_code: pick('O30  |O50  |R30  |SR   '),
  building_code_description: building,
  category_code: category,
  category_code_description: pick('SINGLE FAMILY|SINGLE FAMILY|MULTI FAMILY|MIXED USE|VACANT LAND'),
  census_tract: digits(100, 290),
  central_air: pick('Y|N|'),
  cross_reference: nothing,
  date_exterior_condition: nothing,
  depth: digits(40, 90),
  exempt_building: digits(0, 9),
  exempt_land: digits(0, 9),
  exterior_condition: digits(1, 7),
  fireplaces: digits(0, 3),
  frontage: digits(12, 40),
  fuel: pick('A||||'),
  garage_spaces: digits(0, 3),
  garage_type: pick('A||||||'),
  general_construction: pick('A |B |'),
  geographic_ward: digits(10, 56),
  homestead_exemption: pick('0|0|100000'),
  house_extension: nothing,
  house_number: houseNumber,
  interior_condition: digits(1, 7),
  location,
  mailing_address_1: (at) => (isAbsentee(at) ? `${family(at)} ${given(at)}` : 'EXAMPLE RECORDING CO LLC'),
  mailing_address_2: nothing,
  mailing_care_of: nothing,
  mailing_city_state: (at) => (isAbsentee(at) ? 'SAMPLETON NJ' : 'PHILADELPHIA PA'),
  mailing_street: (at) => (isAbsentee(at) ? location(at + 11) : location(at)),
  mailing_zip: (at) => (isAbsentee(at) ? `080${10 + (at % 80)}` : `191${10 + (at % 40)}-${1_000 + (at % 8_000)}`),
  market_value: digits(90_000, 900_000),
  market_value_date: nothing,
  number_of_bathrooms: digits(0, 4),
  number_of_bedrooms: digits(0, 6),
  number_of_rooms: nothing,
  number_stories: digits(1, 3),
  off_street_open: digits(0, 2_500),
  other_building: nothing,
  owner_1: owner,
  owner_2: (at) => (at % 3 === 1 ? `${family(at + 1)} ${given(at + 1)}` : ''),
  parcel_number: (at) => String(880_000_000 + at),
  parcel_shape: pick('E|A|B'),
  quality_grade: pick('C |C+|B |'),
  recording_date: day,
  registry_number: (at) => `${100 + (at % 90)}N${100_000 + (at % 90_000)}`,
  sale_date: day,
  sale_price: (at) => (at % 4 === 0 ? '1' : digits(60_000, 800_000)(at)),
  separate_utilities: nothing,
  sewer: nothing,
  site_type: nothing,
  state_code: (at) => (isAbsentee(at) ? 'NJ  ' : 'PA  '),
  street_code: digits(10_000, 80_000),
  street_designation: (at) => kind(at).padEnd(4),
  street_direction: pick('N|S|E||'),
  street_name: street,
  suffix: nothing,
  taxable_building: digits(60_000, 600_000),
  taxable_land: digits(10_000, 200_000),
  topography: pick('F|A|'),
  total_area: digits(700, 5_000),
  total_livable_area: digits(600, 4_000),
  type_heater: pick('A|H|'),
  unfinished: nothing,
  unit: (at) => (at % 14 === 0 ? String(at % 400) : ''),
  utility: nothing,
  view_type: pick('I|A|0'),
  year_built: digits(1880, 140),
  year_built_estimate: pick('Y|'),
  zip_code: (at) => `191${10 + (at % 40)}`,
  zoning: pick('RSA5|RM1 |CMX2|RSD3'),
  pin: (at) => String(1_001_000_000 + at),
  building_code_new: digits(10, 70),
  building_code_description_new: pick('ROW TYPICAL|TWIN CONVENTIONAL|VACANT LAND|'),
  objectid: (at) => String(500_000_000 + at),
  lat: (at) => `${point(at).lat.toFixed(5)}317843211`,
  lng: (at) => `${point(at).lng.toFixed(5)}214893377`,
}

export const rollHeader: readonly string[] = Object.keys(columns)

/** The line of one made-up parcel. No value has a comma, and its quotes stand in the middle. */
export const rollLine = (at: number): string =>
  `${Object.values(columns)
    .map((column) => column(at))
    .join(',')}\n`
