import type { Property } from '@dooryard/contract/properties'
import type { DeedType, Signal } from '@dooryard/contract/vocabularies'
import type { Use } from '../derive/use.ts'
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
  assessedValue: number
  marketValue: number
  estimatedValue: number
  lastSaleDate: string
  lastSalePrice: number
  lastSaleDeedType: DeedType
  cashPurchase: boolean
  armsLength: boolean
  previousSaleDate: string
  previousSalePrice: number
  valueRecordedOn: string
  saleRecordedOn: string
  mortgages: NonNullable<Property['mortgages']>
  /** What the roll itself says beyond what follows from the rest. */
  signals: Signal[]
  isVacant: boolean
}

export type CsvFormat = { delimiter?: string; unknown: readonly string[] }

/** `unknown` lists the words that the roll writes for nothing; a delimiter not named is seen from the header. */
export const csv = ({ unknown = [], ...format }: Partial<CsvFormat> = {}): CsvFormat => ({ ...format, unknown })

/** What a row says of one sale of its parcel. Only the day is needed: without it there is no sale in the row. */
export type SaleColumns = {
  recordedOn: string
  /** The source says the month alone; the first of it stands for the day. */
  isMonthOnly: boolean
  price: number
  deedType: DeedType
  /** The kind of deed is concluded from something else that the source says. */
  isDeedInferred: boolean
  armsLength: boolean
  cashPurchase: boolean
  loanAmount: number
  lender: string
  buyerNames: string[]
  /** Where the buyer's mail goes: by name and address, a buyer is told from others of the name. */
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

export type RollSource = {
  /** Its short name: by it the store knows its rows, and the import command takes it. */
  source: string
  name: string
  countyFips: string | Reader<string>
  format: CsvFormat
  key: Reader<string>
  /** What a row says of the property. Left out where the roll lists sales alone: they add to parcels of other rolls. */
  columns?: Readers<RollColumns>
  /** Each row is one sale: a parcel may have several, of which the latest speaks for the property. */
  sale?: Readers<SaleColumns> & { recordedOn: Reader<string> }
  /** Only the parcel and its county must be in the header; else every column that is read must be. */
  isFlexible?: boolean
}

export const roll = (source: RollSource): RollSource => source

export function neededColumns({ key, countyFips, columns, sale, isFlexible }: RollSource): string[] {
  const identity = typeof countyFips === 'string' ? [key] : [key, countyFips]
  const others = isFlexible ? [] : [...Object.values({ ...columns }), ...Object.values({ ...sale })]
  return [...new Set([...identity, ...others].flatMap(({ needs }) => needs))]
}

/**
 * What a file with this header publishes. A flexible source loses the columns of ours that the file has nothing for:
 * all of `columns` where the file lists sales alone, and `sale` where it says no day of one.
 */
export function fitToHeader(source: RollSource, header: readonly string[]): RollSource {
  if (!source.isFlexible) return source
  const { columns, sale, ...rest } = source
  const present = columns && presentReaders(columns, header)
  return {
    ...rest,
    ...(present && Object.keys(present).length > 0 && { columns: present }),
    ...(sale &&
      isPresent(sale.recordedOn, header) && { sale: { ...presentReaders(sale, header), recordedOn: sale.recordedOn } }),
  }
}

const isPresent = ({ needs }: Reader<unknown>, header: readonly string[]) =>
  needs.length === 0 || needs.some((column) => header.includes(column))

const presentReaders = <T extends object>(readers: T, header: readonly string[]): Partial<T> =>
  // Each entry keeps the name that it stands under.
  Object.fromEntries(Object.entries(readers).filter(([, reader]) => isPresent(reader, header))) as Partial<T>
