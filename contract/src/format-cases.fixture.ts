// How values read, in the portal as in mails, invoices and messages: each side has a formatter, and both are held to these.

export const numberCases: readonly [value: number, text: string][] = [
  [0, '0'],
  [999, '999'],
  [1200, '1,200'],
  [1234567, '1,234,567'],
]

export const pluralCases: readonly [count: number, one: string, many: string | undefined, text: string][] = [
  [0, 'property', 'properties', '0 properties'],
  [1, 'credit', undefined, '1 credit'],
  [1, 'property', 'properties', '1 property'],
  [1200, 'credit', undefined, '1,200 credits'],
]

/** Amounts in cents. */
export const moneyCases: readonly [amount: number, currency: string, text: string][] = [
  [0, 'USD', '$0.00'],
  [5, 'USD', '$0.05'],
  [123450, 'USD', '$1,234.50'],
  [4900, 'EUR', '€49.00'],
  [-7450, 'USD', '−$74.50'],
]

/** Days as lists and screens have them, and as sentences of mails and invoices do. */
export const dayCases: readonly [date: string, short: string, long: string][] = [
  ['2025-03-05', 'Mar 5, 2025', 'March 5, 2025'],
  ['2026-11-02T12:00:00.000Z', 'Nov 2, 2026', 'November 2, 2026'],
]
