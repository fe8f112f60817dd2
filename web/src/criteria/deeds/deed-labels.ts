import { deedTypes } from '@dooryard/contract/api/enums'
import type { Transfer } from '@dooryard/contract/properties/transfers'
import { formatDay, formatDollars, formatLongMonth } from '../../lib/format/format.ts'

export type DatedDeed = Pick<Transfer, 'recordedOn' | 'isMonthOnly'>

/** The day of a deed, or `March 2021` when the county dataset has only the month. */
export const formatDeedDay = (day: string | null, isMonthOnly: boolean) =>
  day !== null && isMonthOnly ? formatLongMonth(day) : formatDay(day)

export const formatDeedPrice = (price: number | null) => (price === null ? 'Price unknown' : formatDollars(price))

/** `Warranty deed (inferred)`; undefined when the type is unknown. */
export function formatDeedType({ deedType, isDeedInferred }: Pick<Transfer, 'deedType' | 'isDeedInferred'>) {
  if (deedType === 'UNKNOWN') return undefined
  const label = deedType === 'OTHER' ? 'Another kind of deed' : deedTypes.label(deedType)
  return isDeedInferred ? `${label} (inferred)` : label
}

export const formatDeedPayment = (isCash: boolean | null) =>
  isCash === null ? undefined : isCash ? 'paid in cash' : 'bought with a loan'

/** Joins the parts that are present into one line that starts with a capital letter; undefined when there are none. */
export function joinParts(parts: readonly (string | false | null | undefined)[]): string | undefined {
  const line = parts.filter(Boolean).join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1) || undefined
}
