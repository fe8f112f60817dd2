import { plural } from '../../../platform/format.ts'

const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const dayInWords = (at: Date): string => dayOfYear.format(at)

/** "November 2 to December 2, 2026". */
export const periodInWords = (start: Date, end: Date): string =>
  start.getUTCFullYear() === end.getUTCFullYear()
    ? `${day.format(start)} to ${dayOfYear.format(end)}`
    : `${dayOfYear.format(start)} to ${dayOfYear.format(end)}`

export const moneyInWords = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

export const creditsInWords = (credits: number): string => plural(credits, 'credit')
