// A generated file as wide as Philadelphia's: its columns, with values of similar length and variety. All of it is
// fictional.

type ColumnGenerator = (at: number) => string

/** Hashes a row's number differently for each column, so that no two columns correlate. */
function hashColumn(at: number, column: number): number {
  const once = Math.imul(at + Math.imul(column, 0x9e3779b1), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

let columnCount = 0
const createRandom = (max: number) => {
  columnCount += 1
  const column = columnCount
  return (at: number) => hashColumn(at, column) % max
}

const pickFrom = (all: readonly string[]): ColumnGenerator => {
  const place = createRandom(all.length)
  return (at) => all[place(at)] ?? ''
}
const pick = (values: string) => pickFrom(values.split('|'))
const digits = (from: number, span: number): ColumnGenerator => {
  const more = createRandom(span)
  return (at) => String(from + more(at))
}
const constant = (value: string) => () => value
const empty = constant('')

/** Combines every start with every end: as many names as a county has, from few parts. */
const combineParts = (starts: string, ends: string) =>
  starts.split('|').flatMap((start) => ends.split('|').map((end) => start + end))

const placeStarts =
  'ORCHARD|SAMPLE|MOCK|TEST|FABLE|GARDEN|HOLLOW|MAPLE|PLACE|SPECI|STORY|THISTLE|VIGNET|WILLOW|BRAMBLE|COPPER'
const nameStarts =
  'TEST|SAMPLE|MOCK|PLACE|SPECI|EXAMPLE|FABLE|FICTI|INVENT|NOVEL|PATTERN|PROTO|QUILL|SKETCH|TALE|DRAFT|YARN'
const familyName = pickFrom(
  combineParts(
    nameStarts,
    'WELL|TON|LEY|HOLDER|MAN|WICZ|SON|FORD|BERG|INI|EZ|OWSKI|ARD|ETT|WORTH|STEIN|DALE|BY|MERE|KIN|IAN|OVA',
  ),
)
const givenName = pickFrom(
  combineParts('AV|BL|CAS|DR|EM|FINL|HARP|JO|KIM|LEN|MAR|NIC|OL|QU|RO|SH', 'A|EY|IN|ON|ELLE|ERY|IE|IS'),
)
const initial = pick('A|B|C|D|E|F|G|H|J|K|L|M|N|P|R|S|T|W||||||||')
const company = pick('HOLDINGS LLC|REALTY INC|FAMILY TRUST|PROPERTIES LP|INVESTMENTS LLC|HOMES LLC|GROUP LLC|LLC|LLC')
const towns = pickFrom(combineParts(placeStarts, 'TON|VILLE|BURG| CITY| PARK'))
const stateAway = pick('NJ|NJ|NJ|NY|NY|FL|CA|DE|MD|PA|PA|PA|PA|VA|TX')

const latitude = createRandom(26_000)
const longitude = createRandom(31_000)
const point = (at: number) => ({ lat: 39.87 + latitude(at) / 100_000, lng: -75.28 + longitude(at) / 100_000 })
const houseNumber = digits(100, 9_000)
const street = pickFrom(
  combineParts(placeStarts, 'FIELD|HILL|BROOK|SIDE|VIEW|GROVE|MONT|DALE|WOOD| RUN|ER|S|ING|STONE|BRIDGE|GATE'),
)
const direction = pick('N|S|E|W|||||')
const streetSuffix = pick('ST|ST|ST|AVE|LN|RD|TER|PL|DR|CT|BLVD')
const location = (at: number) =>
  `${houseNumber(at)} ${direction(at)} ${street(at)} ${streetSuffix(at)}`.replace('  ', ' ')
const away = createRandom(3)
const isAbsentee = (at: number) => away(at) === 0
const ownerTypeIndex = createRandom(5)
const lot = digits(1, 999)
const person = (at: number) => `${familyName(at)} ${givenName(at)} ${initial(at)}`.trim()
const owner = (at: number) => (ownerTypeIndex(at) === 0 ? `${familyName(at)} ${lot(at)} ${company(at)}` : person(at))
const day = (): ColumnGenerator => {
  const [year, month, date] = [createRandom(35), createRandom(12), createRandom(28)]
  return (at) => `${1990 + year(at)}-${String(1 + month(at)).padStart(2, '0')}-${String(1 + date(at)).padStart(2, '0')}`
}
const nominalSale = createRandom(4)
const price = digits(600, 8_000)
const zipAway = digits(10_000, 89_000)
const zipHere = digits(10, 40)
const value = digits(900, 9_000)
const plusFour = digits(1_000, 8_000)
const category = pick('1  |1  |1  |1  |2  |3  |4  |6  |14 ')
const building = pick(
  'ROW 2 STY MASONRY    |ROW 3 STY MASONRY    |S/D W/B OFF STR MAS  |VACANT LAND RESIDE < ACRE|APTS 5-50 UNITS MASON',
)

const columns: Record<string, ColumnGenerator> = {
  the_geom: (at) => `0101000020E6100000${(at * 2_654_435_761).toString(16).padStart(32, 'A')}`,
  the_geom_webmercator: (at) => `0101000020110F0000${(at * 2_246_822_519).toString(16).padStart(32, 'B')}`,
  assessment_date: constant('2025-06-11'),
  basements: pick('D|A||H|0'),
  beginning_point: (at) => `${at % 300}' 6" N ${street(at)}`,
  book_and_page: digits(1_000_000, 6_000_000),
  building_code: pick('O30  |O50  |R30  |SR   '),
  building_code_description: building,
  category_code: category,
  category_code_description: pick('SINGLE FAMILY|SINGLE FAMILY|MULTI FAMILY|MIXED USE|VACANT LAND'),
  census_tract: digits(100, 290),
  central_air: pick('Y|N|'),
  cross_reference: empty,
  date_exterior_condition: empty,
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
  house_extension: empty,
  house_number: houseNumber,
  interior_condition: digits(1, 7),
  location,
  mailing_address_1: (at) => (isAbsentee(at) ? person(at + 1) : 'EXAMPLE RECORDING CO LLC'),
  mailing_address_2: empty,
  mailing_care_of: empty,
  mailing_city_state: (at) => (isAbsentee(at) ? `${towns(at)} ${stateAway(at)}` : 'PHILADELPHIA PA'),
  mailing_street: (at) => (isAbsentee(at) ? location(at + 11) : location(at)),
  mailing_zip: (at) => (isAbsentee(at) ? zipAway(at) : `191${zipHere(at)}-${plusFour(at)}`),
  market_value: (at) => `${value(at)}00`,
  market_value_date: empty,
  number_of_bathrooms: digits(0, 4),
  number_of_bedrooms: digits(0, 6),
  number_of_rooms: empty,
  number_stories: digits(1, 3),
  off_street_open: digits(0, 2_500),
  other_building: empty,
  owner_1: owner,
  owner_2: (at) => (at % 3 === 1 && ownerTypeIndex(at) !== 0 ? person(at + 2) : ''),
  parcel_number: (at) => String(880_000_000 + at),
  parcel_shape: pick('E|A|B'),
  quality_grade: pick('C |C+|B |'),
  recording_date: day(),
  registry_number: (at) => `${100 + (at % 90)}N${100_000 + (at % 90_000)}`,
  sale_date: day(),
  sale_price: (at) => (nominalSale(at) === 0 ? '1' : `${price(at)}00`),
  separate_utilities: empty,
  sewer: empty,
  site_type: empty,
  state_code: (at) => `${isAbsentee(at) ? stateAway(at) : 'PA'}  `,
  street_code: digits(10_000, 80_000),
  street_designation: (at) => streetSuffix(at).padEnd(4),
  street_direction: direction,
  street_name: street,
  suffix: empty,
  taxable_building: digits(60_000, 600_000),
  taxable_land: digits(10_000, 200_000),
  topography: pick('F|A|'),
  total_area: digits(700, 5_000),
  total_livable_area: digits(600, 4_000),
  type_heater: pick('A|H|'),
  unfinished: empty,
  unit: (at) => (at % 14 === 0 ? String(at % 400) : ''),
  utility: empty,
  view_type: pick('I|A|0'),
  year_built: digits(1880, 140),
  year_built_estimate: pick('Y|'),
  zip_code: (at) => `191${zipHere(at)}`,
  zoning: pick('RSA5|RM1 |CMX2|RSD3'),
  pin: (at) => String(1_001_000_000 + at),
  building_code_new: digits(10, 70),
  building_code_description_new: pick('ROW TYPICAL|TWIN CONVENTIONAL|VACANT LAND|'),
  objectid: (at) => String(500_000_000 + at),
  lat: (at) => `${point(at).lat.toFixed(5)}317843211`,
  lng: (at) => `${point(at).lng.toFixed(5)}214893377`,
}

export const rollHeader: readonly string[] = Object.keys(columns)

/** The line of one generated parcel. No value has a comma, and quotes occur only inside a value. */
export const rollLine = (at: number): string =>
  `${Object.values(columns)
    .map((column) => column(at))
    .join(',')}\n`
