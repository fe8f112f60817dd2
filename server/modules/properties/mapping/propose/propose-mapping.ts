import { cityAfterComma, owners, streetBeforeComma } from '../address-readers.ts'
import { firstOfMonth } from '../dates.ts'
import type { Reader } from '../reader.ts'
import { armsLengthBy, bathrooms, text } from '../readers.ts'
import {
  type AssignColumn,
  type ColumnMatch,
  createColumnAssigner,
  type FindColumn,
  getCells,
  type MappedColumn,
  normalizeHeader,
  type TableSample,
  toExactMatch,
} from './assign-columns.ts'
import * as words from './column-patterns.ts'
import { type CrosswalkDraft, draftCrosswalk, findStateUse } from './propose-use.ts'
import { callReader, type ReaderCall } from './reader-calls.ts'
import { toUnmappedColumn, type UnmappedColumn } from './unmapped-column.ts'

export type MappingProposal = {
  key: MappedColumn
  columns: MappedColumn[]
  sale: MappedColumn[]
  unplaced: UnmappedColumn[]
  /**
   * The crosswalk to write before properties have a class; null when the class follows already or no column has a use.
   */
  crosswalk: CrosswalkDraft | null
}

/** Recorded dates after `today` are invalid; `key` is the column of the parcel number. */
export type MappingContext = { today: string; countyFips: string; key?: string | undefined }

/**
 * Matches columns by header names that agencies use and by how well readers parse the cells; undefined without a
 * parcel number.
 */
export function proposeMapping(sample: TableSample, known: MappingContext): MappingProposal | undefined {
  const { today, key: keyHeader } = known
  const { place, find, taken } = createColumnAssigner(sample, today)
  const [key] = place(
    'key',
    keyHeader === undefined ? findKey(sample, find) : toExactMatch(callReader(text, keyHeader)),
  )
  if (!key) return undefined
  const properties = mapPropertyColumns(sample, place, find)
  const isFree = (header: string) => !taken.has(header)
  const { use, crosswalk } = mapUseColumns(sample, properties, isFree, place, known)
  properties.push(...use)
  const isOfProperties = properties.some(({ target }) => propertyOnlyColumns.has(target))
  const sold = mapLastSale(sample, place, find)
  const isOfSales =
    sold.some(({ target }) => target === 'recordedOn') && (!isOfProperties || hasRepeatedParcels(sample, key))
  const sale = isOfSales ? [...sold, ...mapOtherSaleColumns(sample, taken, place, find)] : []
  // A sales-only roll must not create properties without data.
  const columns =
    isOfSales && !isOfProperties ? [] : isOfSales ? properties : [...properties, ...sold.map(toPropertyColumn)]
  const used = new Set([key, ...columns, ...sale].flatMap(({ headers }) => headers))
  return {
    key,
    columns,
    sale,
    crosswalk: columns.length > 0 ? crosswalk : null,
    unplaced: sample.header
      .filter((header) => header !== '' && !used.has(header))
      .map((header) => toUnmappedColumn(header, sample)),
  }
}

function mapPropertyColumns(sample: TableSample, place: AssignColumn, find: FindColumn): MappedColumn[] {
  const columns = [
    ...place('ownerNames', toExactMatch(findOwnerColumns(sample))),
    ...place('bathrooms', toExactMatch(findPair(sample, words.bathNames.full, words.bathNames.half, bathrooms))),
  ]
  for (const [target, known] of [...Object.entries(words.columnPatterns), ['lotSqft', words.acrePattern] as const])
    if (!columns.some((column) => column.target === target)) columns.push(...place(target, find(known)))
  return columns
    .map((column) => (isCopyOfSitus(column, columns, sample) ? { ...column, doubt: copyDoubt } : column))
    .flatMap((column) => splitStreetAndCity(column, columns, sample, place))
}

// Longer than a state.
const streetThenCity = /,[^\d,]{4,}$/
const majorityShare = 0.5
const moreThanStreetDoubt = 'it says more than the street in most rows'

/**
 * Splits a property address with street and city at its comma; other addresses with more than a street are marked
 * doubtful.
 */
function splitStreetAndCity(
  column: MappedColumn,
  columns: readonly MappedColumn[],
  sample: TableSample,
  place: AssignColumn,
): MappedColumn[] {
  if (column.target !== 'situsAddress' && column.target !== 'mailingAddress') return [column]
  const [header = ''] = column.headers
  const nonEmpty = getCells(header, sample).filter((cell) => cell !== '')
  const isMostly = (pattern: RegExp) =>
    nonEmpty.filter((cell) => pattern.test(cell)).length > nonEmpty.length * majorityShare
  if (column.target === 'mailingAddress' || !isMostly(streetThenCity))
    return [isMostly(/,/) ? { ...column, doubt: column.doubt ?? moreThanStreetDoubt } : column]
  const hasCity = columns.some(({ target }) => target === 'situsCity')
  return [
    ...place('situsAddress', toExactMatch(callReader(streetBeforeComma, header))),
    ...(hasCity ? [] : place('situsCity', toExactMatch(callReader(cityAfterComma, header)))),
  ]
}

/** The property class by the state's own codes; else the crosswalk that has to be written. */
function mapUseColumns(
  sample: TableSample,
  columns: readonly MappedColumn[],
  isFree: (header: string) => boolean,
  place: AssignColumn,
  { countyFips }: MappingContext,
): { use: MappedColumn[]; crosswalk: CrosswalkDraft | null } {
  const getHeaders = (target: string) => columns.flatMap((column) => (column.target === target ? column.headers : []))
  const [description] = getHeaders('useDescription')
  const named = [...getHeaders('useCode'), ...getHeaders('useDescription')]
  const others = sample.header.filter((header) => isFree(header) && words.useHeaders.test(normalizeHeader(header)))
  const candidates = [...named, ...others].map((header) => ({
    header,
    cells: getCells(header, sample),
    described: description === undefined || description === header ? undefined : getCells(description, sample),
  }))
  for (const candidate of candidates) {
    const known = findStateUse(candidate, countyFips)
    if (!known) continue
    const described = description !== undefined ? [] : place('useDescription', toExactMatch(known.description))
    return { use: [...described, ...place('use', toExactMatch(known.use))], crosswalk: null }
  }
  const [crosswalk = null] = candidates.flatMap((candidate) => draftCrosswalk(candidate) ?? [])
  return { use: [], crosswalk }
}

const copyDoubt = 'it repeats the property’s own address in most rows: if it is a copy, leave it out'

// No county has a larger share of owner-occupants.
const maxOccupantShare = 0.8

function isCopyOfSitus(
  { target, headers }: MappedColumn,
  columns: readonly MappedColumn[],
  sample: TableSample,
): boolean {
  const situs = columns.find((column) => column.target === 'situsAddress')
  if (target !== 'mailingAddress' || !situs) return false
  const here = getCells(situs.headers[0] ?? '', sample)
  const pairs = getCells(headers[0] ?? '', sample).flatMap((there, at) =>
    there && here[at] ? [[there, here[at]]] : [],
  )
  return (
    pairs.length > 20 &&
    pairs.filter(([there, at]) => there?.startsWith(at ?? '')).length > pairs.length * maxOccupantShare
  )
}

function mapLastSale(sample: TableSample, place: AssignColumn, find: FindColumn): MappedColumn[] {
  const month = findPair(sample, words.saleMonthNames.year, words.saleMonthNames.month, firstOfMonth)
  const sold = place('recordedOn', toExactMatch(month) ?? find(words.salePatterns.recordedOn))
  const price = place('price', find(words.salePatterns.price))
  const qualifying = sample.header.find((header) => words.saleQualificationHeaders.test(normalizeHeader(header)))
  const doubt =
    qualifying === undefined
      ? null
      : `it goes by the price alone: ${qualifying} may say which sales count, see broward-fl-sales.ts`
  const armsLength = price.flatMap(({ headers: [header = ''] }) =>
    place('armsLength', { call: callReader(armsLengthBy, header), doubt }),
  )
  return [...sold, ...price, ...armsLength]
}

const toPropertyColumn = (column: MappedColumn): MappedColumn => ({
  ...column,
  target: propertyColumnBySaleColumn[column.target] ?? column.target,
})
const propertyColumnBySaleColumn: Record<string, string> = { recordedOn: 'lastSaleDate', price: 'lastSalePrice' }

const propertyOnlyColumns = new Set(['situsAddress', 'ownerNames', 'assessedValue', 'marketValue', 'estimatedValue'])

function mapOtherSaleColumns(
  sample: TableSample,
  taken: ReadonlySet<string>,
  place: AssignColumn,
  find: FindColumn,
): MappedColumn[] {
  const { recordedOn: _, price: __, ...others } = words.salePatterns
  const named = (names: readonly string[]) => {
    const headers = sample.header.filter((header) => !taken.has(header) && names.includes(normalizeHeader(header)))
    return headers.length > 0 ? { call: callReader(owners, ...headers), doubt: null } : undefined
  }
  return [
    ...place('buyerNames', named(words.buyerNames)),
    ...place('sellerNames', named(words.sellerNames)),
    ...Object.entries(others).flatMap(([target, known]) => place(target, find(known))),
  ]
}

const findOwnerColumns = ({ header }: TableSample): ReaderCall | undefined => {
  const headers = header.filter((name) => words.ownerHeaders.test(normalizeHeader(name)))
  return headers.length > 0 ? callReader(owners, ...headers) : undefined
}

function findPair(
  { header }: TableSample,
  names: readonly string[],
  others: readonly string[],
  make: (one: string, other: string) => Reader<unknown>,
): ReaderCall | undefined {
  const one = header.find((name) => names.includes(normalizeHeader(name)))
  const other = header.find((name) => others.includes(normalizeHeader(name)))
  return one === undefined || other === undefined ? undefined : callReader(make, one, other)
}

/** The column named like a parcel number; else the first with a distinct value in every row. */
function findKey(sample: TableSample, find: FindColumn): ColumnMatch | undefined {
  const named = find(words.keyPattern)
  if (named) return named
  const isUnique = (cells: readonly string[]) => !cells.includes('') && new Set(cells).size === cells.length
  const header = sample.rows.length < 2 ? undefined : sample.header.find((name) => isUnique(getCells(name, sample)))
  return header === undefined
    ? undefined
    : { call: callReader(text, header), doubt: 'it is the first column in which every row differs' }
}

// A few duplicate parcels are mistakes in a roll of properties.
const maxRepeatShare = 0.02

function hasRepeatedParcels(sample: TableSample, key: MappedColumn): boolean {
  const parcels = getCells(key.headers[0] ?? '', sample)
  return new Set(parcels).size < parcels.length * (1 - maxRepeatShare)
}
