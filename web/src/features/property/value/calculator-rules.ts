import { getMaximumOffer } from '@dooryard/contract/properties/valuation'
import { parseWholeNumber } from '../../../lib/format/parse-typed.ts'

export const defaultPercent = 70

export type CalculatorField = 'value' | 'percent' | 'repairs' | 'fee'
export type CalculatorTexts = Record<CalculatorField, string>

/** The value of a field, undefined where it is empty, or a sentence on what is wrong with it. */
export type FieldResult = { amount: number | undefined } | { problem: string }

function parseDollars(typed: string): FieldResult {
  const text = typed.replace('$', '').trim()
  if (text === '') return { amount: undefined }
  const amount = parseWholeNumber(text)
  if (Number.isNaN(amount)) return { problem: 'Enter whole dollars, such as 25,000.' }
  if (amount < 0) return { problem: 'Enter an amount of 0 or more.' }
  return amount > 1_000_000_000 ? { problem: 'Enter at most 1,000,000,000.' } : { amount }
}

function parsePercent(typed: string): FieldResult {
  const text = typed.replace('%', '').trim()
  if (text === '') return { amount: undefined }
  const amount = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  return amount >= 1 && amount <= 100 ? { amount } : { problem: 'Enter a percentage from 1 to 100.' }
}

export const parseCalculatorField = (field: CalculatorField, typed: string): FieldResult =>
  field === 'percent' ? parsePercent(typed) : parseDollars(typed)

type Amounts = Partial<Record<CalculatorField, number | undefined>>

/** The maximum offer, undefined without an after-repair value. Without an own value it is the estimate. */
export function calculateOffer({ value, percent, repairs = 0, fee = 0 }: Amounts, estimate: number | undefined) {
  const afterRepairValue = value ?? estimate
  if (afterRepairValue === undefined) return undefined
  return getMaximumOffer({ afterRepairValue, offerPercent: percent ?? defaultPercent, repairs, fee })
}
