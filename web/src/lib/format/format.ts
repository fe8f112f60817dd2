const locale = 'en-US'

const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const calendarDayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const longMonthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const clockFormat = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const timeFormat = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
const dayAndTimeFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const shortDayFormat = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const weekdayFormat = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
const longDayFormat = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' })
const zonedFormat = new Intl.DateTimeFormat(locale, {
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
})
const numberFormat = new Intl.NumberFormat(locale)
const wholeFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const tenthsFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const compactFormat = new Intl.NumberFormat(locale, { notation: 'compact' })
const dollarFormat = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

export const emptyValue = '–'

const orEmptyValue =
  <Value>(format: (value: Value) => string) =>
  (value: Value | null | undefined) =>
    value === null || value === undefined ? emptyValue : format(value)

/** `Mar 5, 2025`: an instant in the user's time zone, a calendar date as it is. */
export const formatDay = orEmptyValue((value: string) =>
  (value.length === 10 ? calendarDayFormat : dayFormat).format(new Date(value)),
)
/** `2026-11` → `Nov 2026`. */
export const formatMonth = (month: string | undefined) =>
  month === undefined ? '' : monthFormat.format(new Date(month))
/** `2026-11-02` → `November 2026`. */
export const formatLongMonth = (day: string) => longMonthFormat.format(new Date(day))
/** `Nov 2`: the UTC day of an instant in milliseconds, for the axes of charts. */
export const formatShortDay = (instant: number) => shortDayFormat.format(instant)
/** `2026-11-02` → `Monday`. */
export const formatWeekday = (day: string) => weekdayFormat.format(new Date(day))
/** `Monday, November 2`: the day of an instant in milliseconds, in the user's time zone. */
export const formatLongDay = (instant: number) => longDayFormat.format(instant)
/** `Mar 5, 2025, 9:30:12 AM EST`: for tooltips of times, which name no zone. */
export const formatWithTimeZone = (value: string) => zonedFormat.format(new Date(value))
/** The user's time zone, such as `America/Chicago`. */
export const { timeZone: userTimeZone } = zonedFormat.resolvedOptions()
/** `9:30 AM`. */
export const formatClock = (value: string) => clockFormat.format(new Date(value))
export const formatTime = orEmptyValue((value: string) => timeFormat.format(new Date(value)))
export const formatDayAndTime = orEmptyValue((value: string) => dayAndTimeFormat.format(new Date(value)))
export const formatNumber = orEmptyValue((value: number) => numberFormat.format(value))
/** `about 5,404,000` for what is estimated. */
export const formatAbout = (words: string, isEstimate: boolean | undefined) => (isEstimate ? `about ${words}` : words)
/** `1.2`: at most one digit after the point. */
export const formatTenths = (value: number) => tenthsFormat.format(value)
/** `420`, `55K`, `2.1M`: for small spaces. */
export const formatCompact = (value: number) => compactFormat.format(value)
export const formatDollars = orEmptyValue((value: number) => dollarFormat.format(value))
/** Formats cents: `$1,234.56`, `−$74.50`. */
export const formatMoney = orEmptyValue(({ amount, currency }: { amount: number; currency: string }) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 100).replace('-', '−'),
)

/** `83%`, `4.2%`, `0.03%`: never rounded to 0% or 100%. */
export function formatShare(share: number): string {
  const percent = share * 100
  const digits =
    percent === 0 || percent === 100 ? 0 : percent < 0.1 || percent > 99.9 ? 2 : percent < 10 || percent > 99 ? 1 : 0
  const shown = Number(percent.toFixed(digits))
  if (shown === 0 && percent > 0) return '<0.01%'
  if (shown === 100 && percent < 100) return '>99.99%'
  return `${shown}%`
}

type PricedCredits = { price: { amount: number; currency: string }; credits: number }

/** `4.9¢`, `$1.20`: the price per credit of a plan or pack. */
export function formatPerCredit({ price: { amount, currency }, credits }: PricedCredits): string {
  const cents = amount / Math.max(1, credits)
  const tenths = Math.round(cents * 10) / 10
  return currency === 'USD' && tenths < 100 ? `${tenths}¢` : formatMoney({ amount: Math.round(cents), currency })
}

/** `1 credit`, `1,200 credits`. */
export const pluralize = (count: number, one: string, many = `${one}s`) =>
  `${numberFormat.format(count)} ${count === 1 ? one : many}`

/** `MAIL_READY` → `Mail Ready`. */
export const toTitleCase = (value: string) =>
  value
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** `Purchased for mail` → `purchased for mail`: a label within a sentence. */
export const toLowerFirst = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** Adds a period to user text unless it ends with punctuation. */
export const toSentence = (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`)

/** A relative time, coarse enough to stay true for a while. */
export function formatAgo(at: number, now = Date.now()): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ago` : formatDay(new Date(at).toISOString())
}

const uppercaseWord = /^(?:[NS][EW]|[NSEW]|LLC|LP|LLP|PLLC|USA|US|REO|PO|II|III|IV|VI|VII|[A-Z]{2}\d+|\d+[A-Z])$/
const abbreviation =
  /^(?:ST|RD|DR|LN|CT|PL|SQ|BLVD|PKWY|HWY|TRL|TPKE|CTR|MTN|MT|FT|JR|SR|BLDG|FL|RM|LTD|MR|MRS|MS|DR|MD|RR|TR|CR|CV|PT|GDNS|GRV|PH)$/

/**
 * Initials and the like keep their capitals: a short word without a vowel, unless it is an abbreviation such as
 * `Blvd`.
 */
const isUppercaseWord = (word: string) =>
  uppercaseWord.test(word) || (word.length <= 5 && /^(?=[A-Z])[^AEIOUY]*$/.test(word) && !abbreviation.test(word))

/** County datasets are in capitals: `1208 EXAMPLE ORCHARD LN` → `1208 Example Orchard Ln`. */
export const toReadableCase = orEmptyValue((value: string) =>
  value === value.toUpperCase()
    ? value
        .split(/(?<=[\s/&-])/)
        .map((part) => {
          const word = part.replace(/[\s,./&-]+$/, '')
          return isUppercaseWord(word) ? part : part.charAt(0) + part.slice(1).toLowerCase()
        })
        .join('')
    : value,
)

export const formatYesNo = orEmptyValue((value: boolean) => (value ? 'Yes' : 'No'))

/** `38 ms`, `1.2 s`. */
export const formatDuration = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

const byteUnits = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${(value < 10 && power > 0 ? tenthsFormat : wholeFormat).format(value)} ${byteUnits[power]}`
}

/** `(615) 555-0142`. */
export const formatPhone = (digits: string) =>
  /^\d{10}$/.test(digits) ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : digits

/** Pretty-prints JSON; returns other text unchanged. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
