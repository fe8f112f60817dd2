/** Made-up cells: the people, streets and numbers do not exist. Each kind gives the cell of a row. */
const pick = (cells: string) => {
  const words = cells.split('|')
  return (row: number, salt = 0) => words[(row * 7 + salt * 3 + Math.floor(row / words.length)) % words.length] ?? ''
}

const surname = pick('Ferrowick|Ostwald|Quillby|Hartnose|Mirandel|Tolbeck|Vansdyke|Ashmoor|Brindle|Corvane|Dunmarsh')
const given = pick('Alda|Bexley|Corwin|Dara|Edwyn|Fenna|Gail|Hollis|Ines|Jorah|Kip|Lena|Milo')
const road = pick('Larkspur|Old Mill|Cinder|Juniper|Meadowlark|Third|Quarry|Willet|Harrow|Beacon|Tansy')
const way = pick('ST|AVE|RD|DR|LN|CT')
const town = pick('FERNDALE|OAKMERE|STILLWELL|EAST HARBOR|PINE GROVE')
const pad = (value: number, length: number) => String(value).padStart(length, '0')
const house = (row: number) => String(100 + ((row * 37) % 4_800))
const dollars = (row: number, base: number) => String(base + ((row * 7_919) % 400) * 500)
const day = (row: number) => [2001 + (row % 22), 1 + (row % 12), 1 + (row % 28)] as const

type Cell = (row: number) => string

export const cellKinds: Record<string, Cell> = {
  parcel: (row) => `${pad(10 + (row % 80), 2)}-${pad((row * 31) % 900, 3)}-${pad(row, 4)}`,
  digits: (row) => pad(4_010_000_000 + row * 1_013, 12),
  account: (row) => `R${pad(100_000 + row * 17, 7)}`,
  row: (row) => String(row + 1),
  house,
  direction: (row) => (row % 3 === 0 ? 'N' : row % 3 === 1 ? 'E' : ''),
  road: (row) => road(row).toUpperCase(),
  way,
  'road way': (row) => `${road(row).toUpperCase()} ${way(row)}`,
  line: (row) => `${house(row)} ${road(row).toUpperCase()} ${way(row)}`,
  'other line': (row) =>
    row % 3 === 0 ? `PO BOX ${100 + row}` : `${house(row + 11)} ${road(row + 5).toUpperCase()} ${way(row + 2)}`,
  'line city zip': (row) =>
    `${house(row)} ${road(row).toUpperCase()} ${way(row)}, ${town(row)}, OH ${44_100 + (row % 9)}`,
  'city state zip': (row) => `${town(row + 3)}, ${row % 11 === 0 ? 'PA' : 'OH'} ${44_100 + (row % 40)}`,
  'city state': (row) => `${town(row + 3)} ${row % 11 === 0 ? 'PA' : 'OH'}`,
  unit: (row) => (row % 9 === 0 ? String(1 + (row % 14)) : ''),
  town,
  'other town': (row) => (row % 13 === 0 ? 'FAR MEADOW' : town(row + 2)),
  state: (row) => (row % 17 === 0 ? 'PA' : row % 29 === 0 ? 'FL' : 'OH'),
  'own state': () => 'OH',
  zip: (row) => String(44_101 + (row % 7)),
  'zip 9': (row) => (row % 2 ? `${44_101 + (row % 60)}-${pad(row % 9_999, 4)}` : String(44_101 + (row % 60))),
  country: (row) => (row % 40 === 0 ? 'CANADA' : ''),
  person: (row) => `${surname(row).toUpperCase()} ${given(row).toUpperCase()}`,
  'person 2': (row) => (row % 3 === 0 ? `${surname(row).toUpperCase()} ${given(row + 4).toUpperCase()}` : ''),
  lat: (row) => (41.1 + (row % 400) / 3_777).toFixed(6),
  lng: (row) => (-81.9 + (row % 400) / 3_777).toFixed(6),
  'plane x': (row) => String(2_100_000 + row * 137),
  'plane y': (row) => String(640_000 + row * 91),
  land: (row) => dollars(row, 20_000),
  building: (row) => (row % 10 === 0 ? '0' : dollars(row + 3, 90_000)),
  total: (row) => String(Number(dollars(row, 20_000)) + (row % 10 === 0 ? 0 : Number(dollars(row + 3, 90_000)))),
  money: (row) => dollars(row, 60_000),
  zero: () => '0',
  tax: (row) => `${1_100 + ((row * 31) % 4_000)}.${pad(row % 100, 2)}`,
  price: (row) => (row % 4 === 0 ? '0' : dollars(row + 9, 70_000)),
  code: (row) => ['510', '511', '520', '550', '400'][row % 5] ?? '',
  class: (row) => ['R', 'C', 'R', 'A', 'I'][row % 5] ?? '',
  use: (row) =>
    ['Single family dwelling', 'Two family dwelling', 'Condominium unit', 'Vacant residential land', 'Retail store'][
      row % 5
    ] ?? '',
  zone: (row) => ['R-1', 'R-2', 'C-1', 'AG'][row % 4] ?? '',
  beds: (row) => String(2 + (row % 4)),
  baths: (row) => String(1 + (row % 3)),
  half: (row) => String(row % 2),
  few: (row) => String(1 + (row % 2)),
  stories: (row) => ['1', '1.5', '2'][row % 3] ?? '',
  area: (row) => String(900 + ((row * 53) % 2_400)),
  'lot sqft': (row) => String(4_000 + ((row * 211) % 30_000)),
  acres: (row) => ((4_000 + ((row * 211) % 30_000)) / 43_560).toFixed(3),
  year: (row) => (row % 20 === 0 ? '0' : String(1905 + ((row * 13) % 115))),
  'late year': (row) => String(1985 + ((row * 13) % 35)),
  'roll year': () => '2026',
  'M/D/YYYY': (row) => `${day(row)[1]}/${day(row)[2]}/${day(row)[0]}`,
  'YYYY-MM-DD': (row) => `${day(row)[0]}-${pad(day(row)[1], 2)}-${pad(day(row)[2], 2)}`,
  YYYYMMDD: (row) => `${day(row)[0]}${pad(day(row)[1], 2)}${pad(day(row)[2], 2)}`,
  'D-MON-YY': (row) => `${pad(day(row)[2], 2)}-JAN-${day(row)[0]}`,
  book: (row) => String(2_000 + (row % 4_000)),
  page: (row) => String(1 + ((row * 17) % 900)),
  instrument: (row) => `2019${pad(row * 31, 7)}`,
  'book/page': (row) => `${2_000 + (row % 4_000)}/${1 + ((row * 17) % 900)}`,
  deed: (row) => ['WD', 'QC', 'TD'][row % 3] ?? '',
  'Q/U': (row) => (row % 3 ? 'Q' : 'U'),
  'Y/N': (row) => (row % 3 ? 'Y' : 'N'),
  plat: (row) => `${['Harrow', 'Tansy', 'Juniper'][row % 3]} Heights Phase ${1 + (row % 3)}`,
  legal: (row) => `LOT ${row % 40} BLK ${row % 9} HARROW HEIGHTS`,
  wall: (row) => ['BRICK', 'FRAME', 'STUCCO'][row % 3] ?? '',
  condition: (row) => ['AVERAGE', 'GOOD', 'FAIR'][row % 3] ?? '',
  school: (row) => `${town(row)} CITY SCHOOLS`,
  number: (row) => String((row * 13) % 97),
  blank: () => '',
}

/** A table of lines such as `PARID | parcel | key`: a header, the kind of its cells and the field it is. */
export type MadeUpTable = { name: string; columns: { header: string; kind: string; field: string | null }[] }

export function readMadeUpTables(text: string): MadeUpTable[] {
  return text
    .trim()
    .split(/\n(?=## )/)
    .map((block) => {
      const [title = '', ...lines] = block.trim().split('\n')
      const columns = lines.map((line) => {
        const [header = '', kind = '', field = ''] = line.split('|').map((part) => part.trim())
        if (!cellKinds[kind]) throw new Error(`${title} ${header}: there is no kind ${kind}`)
        return { header, kind, field: field === '' ? null : field }
      })
      return { name: title.slice(3), columns }
    })
}

export const makeRows = ({ columns }: MadeUpTable, count = 400): string[][] =>
  Array.from({ length: count }, (_, row) => columns.map(({ kind }) => cellKinds[kind]?.(row) ?? ''))
