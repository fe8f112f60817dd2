import type { DeedType } from '@dooryard/contract/vocabularies'
import type { Use } from '../derive/use.ts'
import type { Reader } from './reader.ts'

/** Our columns, as far as a roll can say them; everything else follows from these. */
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
  /** When the source recorded the values, and the sale. */
  valueRecordedOn: string
  saleRecordedOn: string
}

export type CsvFormat = { delimiter: string; unknown: readonly string[] }

/** Comma-separated text with a header. `unknown` lists the words that the roll writes for nothing. */
export const csv = ({ delimiter = ',', unknown = [] }: Partial<CsvFormat> = {}): CsvFormat => ({ delimiter, unknown })

/** One published file of a county or city: how its columns become ours. */
export type RollSource = {
  /** Its short name: the partition in the store, and what the import command takes. */
  source: string
  name: string
  countyFips: string
  format: CsvFormat
  /** The parcel's number in the county. */
  key: Reader<string>
  columns: { [Column in keyof RollColumns]?: Reader<RollColumns[Column]> }
}

/** Declares a roll. */
export const roll = (source: RollSource): RollSource => source

/** The columns of the file that the declaration reads. */
export const neededColumns = ({ key, columns }: RollSource): string[] => [
  ...new Set([key, ...Object.values(columns)].flatMap(({ needs }) => needs)),
]
