const whole = new Intl.NumberFormat('en-US')

/** `1,234`: a whole number with thousands separators. */
export const formatNumber = (value: number): string => whole.format(value)

/** `1,024 MB`: bytes as whole megabytes, rounded down. */
export const formatMegabytes = (bytes: number): string => `${formatNumber(Math.floor(bytes / 1024 ** 2))} MB`

/** `1 credit`, `1,200 credits`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** `$1,234.50`, `−$74.50`: an amount in cents. */
/** Cents as a decimal number for a table: `49.00`. */
export const toDecimal = (cents: number): string => (cents / 100).toFixed(2)

export const formatMoney = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100).replace('-', '−')

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dayOfMonth = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** `November 2, 2026`, in UTC. */
export const formatDay = (at: Date): string => day.format(at)

/** `Nov 2, 2026`, in UTC. */
export const formatShortDay = (at: Date): string => shortDay.format(at)

/** `November 2, 2026 at 9:30 AM UTC`. */
export const formatDayAndTime = (at: Date): string => `${instant.format(at)} UTC`

/** `November 2 to December 2, 2026`, in UTC. */
export const formatPeriod = (start: Date, end: Date): string =>
  `${(start.getUTCFullYear() === end.getUTCFullYear() ? dayOfMonth : day).format(start)} to ${day.format(end)}`

/** `Yes`, `No`, or null for unknown. */
export const formatYesNo = (value: boolean | null | undefined): string | null =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : null
