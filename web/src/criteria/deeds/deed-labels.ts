import type { Transfer } from '@dooryard/contract/transfers'
import { deedTypes } from '@dooryard/contract/vocabularies'
import { formatDay, formatDollars, formatLongMonth } from '../../lib/format.ts'

export type DatedDeed = Pick<Transfer, 'recordedOn' | 'isMonthOnly'>

/** The day of a deed; of one that a roll knows by the month alone, `March 2021`. */
export const deedDay = (day: string | null, isMonthOnly: boolean) =>
  day !== null && isMonthOnly ? formatLongMonth(day) : formatDay(day)

export const priceWords = (price: number | null) => (price === null ? 'Price unknown' : formatDollars(price))

/** `Warranty deed (inferred)`; nothing where its kind is unknown. */
export function deedKind({ deedType, isDeedInferred }: Pick<Transfer, 'deedType' | 'isDeedInferred'>) {
  if (deedType === 'UNKNOWN') return undefined
  const label = deedType === 'OTHER' ? 'Another kind of deed' : deedTypes.label(deedType)
  return isDeedInferred ? `${label} (inferred)` : label
}

export const paymentWords = (isCash: boolean | null) =>
  isCash === null ? undefined : isCash ? 'paid in cash' : 'bought with a loan'

/** The parts that there are, as one line that begins with a capital letter; nothing where there are none. */
export function lineOf(parts: readonly (string | false | null | undefined)[]): string | undefined {
  const line = parts.filter(Boolean).join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1) || undefined
}
