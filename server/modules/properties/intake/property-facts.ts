import type { Property } from '@dooryard/contract/properties'
import type { TargetType } from '@dooryard/contract/vocabularies'
import type { RollColumns, SaleColumns } from '../mapping/roll.ts'

export type Mortgage = NonNullable<Property['mortgages']>[number]

/** Null is unknown, but of what `Known` names. */
type Facts<Columns, Known extends keyof Columns> = Pick<Columns, Known> & {
  [Name in Exclude<keyof Columns, Known>]: Columns[Name] | null
}

/** What a source says of one property. Everything else of a property follows from this. */
export type PropertyFacts = Facts<RollColumns, 'signals' | 'isVacant'> & {
  apn: string
  countyFips: string
  targetTypes: TargetType[]
}

export type SaleFacts = Facts<SaleColumns, 'recordedOn' | 'isMonthOnly' | 'isDeedInferred' | 'isMultiParcel'>

export type RollRow = { apn: string; countyFips: string; property: PropertyFacts | null; sale: SaleFacts | null }
