import { z } from 'zod'

/** Takes the separators out of what somebody typed; null where one stands where it does not mean thousands, as in `50,00`. */
function withoutSeparators(typed: string): string | null {
  const [amount = '', ...fractions] = typed.trim().split('.')
  if (!/[\s,]/.test(amount)) return typed.trim()
  if (!/^[^\d\s,]?\s?\d{1,3}(?:([\s,])\d{3}(?:\1\d{3})*)?$/.test(amount)) return null
  return [amount.replace(/[\s,]/g, ''), ...fractions].join('.')
}

/** The whole number that somebody typed, with or without separators and a sign; NaN when it is none. */
export function wholeIn(typed: string): number {
  const digits = withoutSeparators(typed) ?? ''
  return /^[-+−]?\d{1,12}$/.test(digits) ? Number(digits.replace('−', '-')) : Number.NaN
}

/** The cents of an amount that somebody typed in dollars, like `1,234.5` or `$49`; NaN when it is none. */
export function centsIn(typed: string): number {
  const [, dollars = '', cents = ''] = /^\$?(\d{1,10})(?:\.(\d{0,2}))?$/.exec(withoutSeparators(typed) ?? '') ?? []
  return dollars === '' ? Number.NaN : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** Cents as somebody would type them: `49`, `49.50`. */
export const dollarsOf = (cents: number) => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))

/** A text field for what `schema` takes as a whole number. */
export const typedWhole = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z.string().transform(wholeIn).pipe(schema)

export const noAmount = 'Enter an amount in dollars'

/** A text field in dollars for what `schema` takes as cents. */
export const typedDollars = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z.string().transform(centsIn).pipe(z.number(noAmount)).pipe(schema)
