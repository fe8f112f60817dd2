import type { TargetType } from '@dooryard/contract/api/enums'
import type { PositionSource, Property } from '@dooryard/contract/properties/properties'
import type { RollColumns, SaleColumns } from '../../sources/mapping/roll.ts'

export type Mortgage = NonNullable<Property['mortgages']>[number]

/** Null means unknown. The columns in `Known` are never null. */
type WithNulls<Columns, Known extends keyof Columns> = Pick<Columns, Known> & {
  [Name in Exclude<keyof Columns, Known>]: Columns[Name] | null
}

/** What a source reports about one property. Everything else is derived from it. */
export type PropertyFacts = WithNulls<RollColumns, 'signals' | 'isVacant'> & {
  apn: string
  countyFips: string
  targetTypes: TargetType[]
  /** How `lat` and `lng` were found, where it was not by columns of the roll. */
  positionSource?: PositionSource
}

export type SaleFacts = WithNulls<SaleColumns, 'recordedOn' | 'isMonthOnly' | 'isDeedInferred' | 'isMultiParcel'>

export type MappedRow = { apn: string; countyFips: string; property: PropertyFacts | null; sale: SaleFacts | null }
