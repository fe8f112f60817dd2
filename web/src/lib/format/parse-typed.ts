import { z } from 'zod'

/** Removes thousands separators from typed text; null where a separator is misplaced, as in `50,00`. */
export function stripSeparators(typed: string): string | null {
  const [amount = '', ...fractions] = typed.trim().split('.')
  if (!/[\s,]/.test(amount)) return typed.trim()
  if (!/^[^\d\s,]?\s?\d{1,3}(?:([\s,])\d{3}(?:\1\d{3})*)?$/.test(amount)) return null
  return [amount.replace(/[\s,]/g, ''), ...fractions].join('.')
}

/** Parses a whole number with or without separators and a sign; NaN when invalid. */
export function parseWholeNumber(typed: string): number {
  const digits = stripSeparators(typed) ?? ''
  return /^[-+−]?\d{1,12}$/.test(digits) ? Number(digits.replace('−', '-')) : Number.NaN
}

/** Parses a dollar amount such as `1,234.5` or `$49` to cents; NaN when invalid. */
export function parseCents(typed: string): number {
  const [, dollars = '', cents = ''] = /^\$?(\d{1,10})(?:\.(\d{0,2}))?$/.exec(stripSeparators(typed) ?? '') ?? []
  return dollars === '' ? Number.NaN : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** Formats cents for a text field: `49`, `49.50`. */
export const formatDollarInput = (cents: number) => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))

/** A text field for a schema that takes a whole number. */
export const wholeNumberField = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z.string().transform(parseWholeNumber).pipe(schema)

export const amountMessage = 'Enter an amount in dollars'

/** A text field in dollars for a schema that takes cents. */
export const dollarsField = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z.string().transform(parseCents).pipe(z.number(amountMessage)).pipe(schema)
