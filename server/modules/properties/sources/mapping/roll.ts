import type { DeedType, DistressSignal } from '@dooryard/contract/api/enums'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Property } from '@dooryard/contract/properties/properties'
import type { Use } from '../../derive/use.ts'
import type { Reader } from './reader.ts'

export type RollColumns = {
  situsAddress: string
  situsUnit: string
  situsCity: string
  situsZip: string
  lat: number
  lng: number
  ownerNames: string[]
  mailingAddress: string
  mailingCity: string
  mailingState: string
  mailingZip: string
  mailingCountry: string
  /** The owner has an exemption that is granted only to owners who live there. */
  isHomestead: boolean
  useCode: string
  useDescription: string
  use: Use
  bedrooms: number
  bathrooms: number
  livingAreaSqft: number
  lotSqft: number
  yearBuilt: number
  units: number
  stories: number
  effectiveYear: number
  construction: string
  condition: string
  zoning: string
  subdivision: string
  legalDescription: string
  assessedValue: number
  marketValue: number
  estimatedValue: number
  landValue: number
  improvementValue: number
  /** The year for which the county set the values. */
  valueYear: number
  taxAmount: number
  taxYear: number
  lastSaleDate: string
  lastSalePrice: number
  lastSaleDeedType: DeedType
  /** Book and page, or the instrument's number. */
  lastSaleDocument: string
  cashPurchase: boolean
  armsLength: boolean
  previousSaleDate: string
  previousSalePrice: number
  valueRecordedOn: string
  saleRecordedOn: string
  mortgages: NonNullable<Property['mortgages']>
  /** Signals that the roll reports itself, beyond the derived ones. */
  signals: DistressSignal[]
  isVacant: boolean
}

/**
 * `unknown` lists the markers for unknown of the first file, `joinedUnknown` those of each joined one by its id; a
 * missing delimiter is detected from the header.
 */
type TableFormat = {
  delimiter?: string
  unknown: readonly string[]
  joinedUnknown?: ReadonlyMap<string, readonly string[]>
}

/** The markers for unknown in a column: its name begins with the id of the file that it comes from, if joined. */
export function listUnknown({ unknown, joinedUnknown }: TableFormat, column: string): readonly string[] {
  const dot = column.indexOf('.')
  return (dot > 0 && joinedUnknown?.get(column.slice(0, dot))) || unknown
}

/** The columns of a sale. Only the date is required: without it the row has no sale. */
export type SaleColumns = {
  recordedOn: string
  /** The source gives only the month; the day is its first. */
  isMonthOnly: boolean
  price: number
  deedType: DeedType
  /** The deed type is inferred from other data of the source. */
  isDeedInferred: boolean
  armsLength: boolean
  cashPurchase: boolean
  loanAmount: number
  lender: string
  buyerNames: string[]
  /** The buyer's mailing address: with it a buyer is distinguished from others of the same name. */
  buyerMailingAddress: string
  buyerMailingCity: string
  buyerMailingState: string
  buyerMailingZip: string
  sellerNames: string[]
  /** Book and page, or the instrument's number. */
  document: string
  isMultiParcel: boolean
}

type Readers<Columns> = { [Column in keyof Columns]?: Reader<Columns[Column]> }

/** A source compiled to the readers of its rows. */
export type RollSource = {
  /** Its slug: identifies its rows in the store and the source in the import command. */
  source: string
  name: string
  countyFips: string | Reader<string>
  format: TableFormat
  key: Reader<string>
  /** The property columns. Omitted for sales-only rolls, which add to parcels of other rolls. */
  columns?: Readers<RollColumns>
  /** Each row is one sale. A parcel may have several; the latest represents the property. */
  sale?: Readers<SaleColumns> & { recordedOn: Reader<string> }
  /** Only the parcel number and county are required in the header; otherwise every column read is. */
  isFlexible?: boolean
  /** What it was compiled from: plain data, which other threads can be given. */
  document: SourceDocument
}

export function listNeededColumns({ key, countyFips, columns, sale, isFlexible }: RollSource): string[] {
  const identity = typeof countyFips === 'string' ? [key] : [key, countyFips]
  const others = isFlexible ? [] : [...Object.values({ ...columns }), ...Object.values({ ...sale })]
  return [...new Set([...identity, ...others].flatMap(({ needs }) => needs))]
}

/**
 * Restricts a source to the columns of a header. A flexible source drops our columns that the file lacks: all of
 * `columns` for sales-only files, and `sale` when there is no sale date.
 */
export function fitToHeader(source: RollSource, header: readonly string[]): RollSource {
  if (!source.isFlexible) return source
  const { columns, sale, ...rest } = source
  const present = columns && selectReaders(columns, header)
  return {
    ...rest,
    ...(present && Object.keys(present).length > 0 && { columns: present }),
    ...(sale &&
      isPresent(sale.recordedOn, header) && { sale: { ...selectReaders(sale, header), recordedOn: sale.recordedOn } }),
  }
}

const isPresent = ({ needs }: Reader<unknown>, header: readonly string[]) =>
  needs.length === 0 || needs.some((column) => header.includes(column))

const selectReaders = <T extends object>(readers: T, header: readonly string[]): Partial<T> =>
  // Each entry keeps its key.
  Object.fromEntries(Object.entries(readers).filter(([, reader]) => isPresent(reader, header))) as Partial<T>
