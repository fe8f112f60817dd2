import { isMailingState } from '../../places/states.ts'
import { cityAfterComma, owners, streetBeforeComma } from '../address-readers.ts'
import { anyDay, firstOfMonth, isDay } from '../dates.ts'
import type { Reader } from '../reader.ts'
import { armsLengthBy, bathrooms, text } from '../readers.ts'
import { type Call, call } from './calls.ts'
import * as words from './column-words.ts'
import {
  cellsOf,
  exactly,
  type Find,
  type Found,
  type Place,
  type Placed,
  placing,
  plain,
  type Sample,
} from './placing.ts'
import { type Crosswalk, crosswalkOf, useOfState } from './propose-use.ts'

export type Unplaced = { header: string; filled: number; looks: string; hint: string | null }

export type Proposal = {
  key: Placed
  columns: Placed[]
  sale: Placed[]
  unplaced: Unplaced[]
  /** What must be written before a property has a class; null where one follows already, or nothing says a use. */
  crosswalk: Crosswalk | null
}

/** No recorded date can lie after `today`; `key` is the column of the parcel's number. */
export type Known = { today: string; countyFips: string; key?: string | undefined }

/** By the names that agencies use, and by what readers make of the cells; undefined without a parcel number. */
export function proposeMapping(sample: Sample, known: Known): Proposal | undefined {
  const { today, key: keyHeader } = known
  const { place, find, taken } = placing(sample, today)
  const [key] = place('key', keyHeader === undefined ? findKey(sample, find) : exactly(call(text, keyHeader)))
  if (!key) return undefined
  const properties = propertyColumns(sample, place, find)
  const isFree = (header: string) => !taken.has(header)
  const { use, crosswalk } = useColumns(sample, properties, isFree, place, known)
  properties.push(...use)
  const isOfProperties = properties.some(({ ours }) => saysProperty.has(ours))
  const sold = lastSale(sample, place, find)
  const isOfSales = sold.some(({ ours }) => ours === 'recordedOn') && (!isOfProperties || repeatsParcels(sample, key))
  const sale = isOfSales ? [...sold, ...furtherOfSale(sample, taken, place, find)] : []
  // A roll that lists sales alone must not make properties of which nothing is known.
  const columns = isOfSales && !isOfProperties ? [] : isOfSales ? properties : [...properties, ...sold.map(inRow)]
  const used = new Set([key, ...columns, ...sale].flatMap(({ headers }) => headers))
  return {
    key,
    columns,
    sale,
    crosswalk: columns.length > 0 ? crosswalk : null,
    unplaced: sample.header
      .filter((header) => header !== '' && !used.has(header))
      .map((header) => leftOver(header, sample)),
  }
}

function propertyColumns(sample: Sample, place: Place, find: Find): Placed[] {
  const columns = [
    ...place('ownerNames', exactly(ownersIn(sample))),
    ...place('bathrooms', exactly(pairIn(sample, words.bathNames.full, words.bathNames.half, bathrooms))),
  ]
  for (const [ours, known] of [...Object.entries(words.columnWords), ['lotSqft', words.acreWords] as const])
    if (!columns.some((placed) => placed.ours === ours)) columns.push(...place(ours, find(known)))
  return columns
    .map((placed) => (isCopyOfSitus(placed, columns, sample) ? { ...placed, doubt: copied } : placed))
    .flatMap((placed) => streetAndCity(placed, columns, sample, place))
}

// Longer than a state.
const streetThenCity = /,[^\d,]{4,}$/
const mostRows = 0.5
const saysMore = 'it says more than the street in most rows'

/** A property's address that says street and city in one is parted at its comma; others that say more are doubted. */
function streetAndCity(placed: Placed, columns: readonly Placed[], sample: Sample, place: Place): Placed[] {
  if (placed.ours !== 'situsAddress' && placed.ours !== 'mailingAddress') return [placed]
  const [header = ''] = placed.headers
  const said = cellsOf(header, sample).filter((cell) => cell !== '')
  const isMostly = (pattern: RegExp) => said.filter((cell) => pattern.test(cell)).length > said.length * mostRows
  if (placed.ours === 'mailingAddress' || !isMostly(streetThenCity))
    return [isMostly(/,/) ? { ...placed, doubt: placed.doubt ?? saysMore } : placed]
  const hasCity = columns.some(({ ours }) => ours === 'situsCity')
  return [
    ...place('situsAddress', exactly(call(streetBeforeComma, header))),
    ...(hasCity ? [] : place('situsCity', exactly(call(cityAfterComma, header)))),
  ]
}

/** The class of a property, by the state's own list of codes; else what somebody must write a crosswalk for. */
function useColumns(
  sample: Sample,
  columns: readonly Placed[],
  isFree: (header: string) => boolean,
  place: Place,
  { countyFips }: Known,
): { use: Placed[]; crosswalk: Crosswalk | null } {
  const headersOf = (ours: string) => columns.flatMap((placed) => (placed.ours === ours ? placed.headers : []))
  const [description] = headersOf('useDescription')
  const named = [...headersOf('useCode'), ...headersOf('useDescription')]
  const others = sample.header.filter((header) => isFree(header) && words.saysUse.test(plain(header)))
  const candidates = [...named, ...others].map((header) => ({
    header,
    cells: cellsOf(header, sample),
    described: description === undefined || description === header ? undefined : cellsOf(description, sample),
  }))
  for (const candidate of candidates) {
    const known = useOfState(candidate, countyFips)
    if (!known) continue
    const described = description !== undefined ? [] : place('useDescription', exactly(known.description))
    return { use: [...described, ...place('use', exactly(known.use))], crosswalk: null }
  }
  const [crosswalk = null] = candidates.flatMap((candidate) => crosswalkOf(candidate) ?? [])
  return { use: [], crosswalk }
}

const copied = 'it repeats the property’s own address in most rows: if it is a copy, leave it out'

// In no county do more owners than this live in what they own.
const occupantsAtMost = 0.8

function isCopyOfSitus({ ours, headers }: Placed, columns: readonly Placed[], sample: Sample): boolean {
  const situs = columns.find((placed) => placed.ours === 'situsAddress')
  if (ours !== 'mailingAddress' || !situs) return false
  const here = cellsOf(situs.headers[0] ?? '', sample)
  const pairs = cellsOf(headers[0] ?? '', sample).flatMap((there, at) => (there && here[at] ? [[there, here[at]]] : []))
  return (
    pairs.length > 20 &&
    pairs.filter(([there, at]) => there?.startsWith(at ?? '')).length > pairs.length * occupantsAtMost
  )
}

function lastSale(sample: Sample, place: Place, find: Find): Placed[] {
  const month = pairIn(sample, words.saleMonthNames.year, words.saleMonthNames.month, firstOfMonth)
  const sold = place('recordedOn', exactly(month) ?? find(words.saleWords.recordedOn))
  const price = place('price', find(words.saleWords.price))
  const qualifying = sample.header.find((header) => words.qualifiesSales.test(plain(header)))
  const doubt =
    qualifying === undefined
      ? null
      : `it goes by the price alone: ${qualifying} may say which sales count, see broward-fl-sales.ts`
  const armsLength = price.flatMap(({ headers: [header = ''] }) =>
    place('armsLength', { call: call(armsLengthBy, header), doubt }),
  )
  return [...sold, ...price, ...armsLength]
}

const inRow = (placed: Placed): Placed => ({ ...placed, ours: rowNames[placed.ours] ?? placed.ours })
const rowNames: Record<string, string> = { recordedOn: 'lastSaleDate', price: 'lastSalePrice' }

const saysProperty = new Set(['situsAddress', 'ownerNames', 'assessedValue', 'marketValue', 'estimatedValue'])

function furtherOfSale(sample: Sample, taken: ReadonlySet<string>, place: Place, find: Find): Placed[] {
  const { recordedOn: _, price: __, ...others } = words.saleWords
  const named = (names: readonly string[]) => {
    const headers = sample.header.filter((header) => !taken.has(header) && names.includes(plain(header)))
    return headers.length > 0 ? { call: call(owners, ...headers), doubt: null } : undefined
  }
  return [
    ...place('buyerNames', named(words.buyerNames)),
    ...place('sellerNames', named(words.sellerNames)),
    ...Object.entries(others).flatMap(([ours, known]) => place(ours, find(known))),
  ]
}

const ownersIn = ({ header }: Sample): Call | undefined => {
  const headers = header.filter((name) => words.ownerNames.test(plain(name)))
  return headers.length > 0 ? call(owners, ...headers) : undefined
}

function pairIn(
  { header }: Sample,
  names: readonly string[],
  others: readonly string[],
  make: (one: string, other: string) => Reader<unknown>,
): Call | undefined {
  const one = header.find((name) => names.includes(plain(name)))
  const other = header.find((name) => others.includes(plain(name)))
  return one === undefined || other === undefined ? undefined : call(make, one, other)
}

/** The column named like a parcel's number; else the first in which every row says something else. */
function findKey(sample: Sample, find: Find): Found | undefined {
  const named = find(words.keyWords)
  if (named) return named
  const isUnique = (cells: readonly string[]) => !cells.includes('') && new Set(cells).size === cells.length
  const header = sample.rows.length < 2 ? undefined : sample.header.find((name) => isUnique(cellsOf(name, sample)))
  return header === undefined
    ? undefined
    : { call: call(text, header), doubt: 'it is the first column in which every row differs' }
}

// A few parcels twice are mistakes of a roll of properties.
const repeatsAllowed = 0.02

function repeatsParcels(sample: Sample, key: Placed): boolean {
  const parcels = cellsOf(key.headers[0] ?? '', sample)
  return new Set(parcels).size < parcels.length * (1 - repeatsAllowed)
}

function leftOver(header: string, sample: Sample): Unplaced {
  const cells = cellsOf(header, sample)
  const said = cells.filter((cell) => cell !== '').length
  return {
    header,
    filled: cells.length === 0 ? 0 : said / cells.length,
    looks: looksLike(cells),
    hint: words.hints.find(([says]) => says.test(plain(header)))?.[1] ?? null,
  }
}

const maxWordsNamed = 12

const kinds: readonly (readonly [looks: string, is: (cell: string) => boolean])[] = [
  ['yes or no', (cell) => /^(y|n|yes|no|true|false)$/i.test(cell)],
  ['states', (cell) => isMailingState(cell.toUpperCase())],
  ['dates', (cell) => anyDay.some((format) => isDay(cell, format))],
  ['years', (cell) => /^(1[789]|20)\d\d$/.test(cell)],
  ['five digits', (cell) => /^\d{5}(-\d{4})?$/.test(cell)],
  ['coordinates', (cell) => /^-?\d{1,3}\.\d{4,}$/.test(cell) && Math.abs(Number(cell)) <= 180],
  ['money', (cell) => /^\$\s?[\d,]+(\.\d\d)?$/.test(cell)],
  ['numbers', (cell) => /^-?[\d,]*\.?\d+$/.test(cell)],
]

function looksLike(cells: readonly string[]): string {
  const said = cells.filter((cell) => cell !== '')
  const different = new Set(said)
  if (said.length === 0) return 'empty'
  if (different.size === 1 && said.length > 1) return 'the same in every row'
  const kind = kinds.find(([, is]) => said.filter(is).length >= said.length * 0.95)
  if (kind) return kind[0]
  return different.size <= maxWordsNamed ? `one of ${different.size} words` : 'text'
}
