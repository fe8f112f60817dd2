import { contactReuseDays } from '@dooryard/contract/limits'
import { dayMs, minuteMs } from '@dooryard/contract/time'
import { type LineType, lineTypes } from '@dooryard/contract/vocabularies'

export const vendorPrefix = 'vendor:'

export const reuseFrom = (now: Date): Date => new Date(now.getTime() - contactReuseDays * dayMs)

export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)

/** Ten digits; null where it is none of the North American Numbering Plan (https://www.nanpa.com/numbering/about). */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/\s*(?:ext\.?|x|#)\s*\d{1,6}\s*$/i, '').replace(/\D/g, '')
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(ten) ? ten : null
}

export function emailAddress(text: string): string | null {
  const address = text.trim().toLowerCase()
  if (address.length > 254 || !/^[^\s@<>(),;:"\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(address)) return null
  return /\.\.|^\.|\.@|@-|-\.|\.-/.test(address) ? null : address
}

export function lineTypeOf(words: string): LineType {
  const said = words.toLowerCase()
  if (/voip|internet|virtual/.test(said)) return 'VOIP'
  if (/cell|mobile|wireless|^[mcw]$/.test(said)) return 'MOBILE'
  if (/land|fixed|residential|^l$|^home$/.test(said)) return 'LANDLINE'
  return 'UNKNOWN'
}

export const knownLineType = (text: string): LineType => lineTypes.schema.catch('UNKNOWN').parse(text)

type Ranked = { type: 'PHONE' | 'EMAIL'; value: string; lineType?: LineType | undefined; asOf: string }

const lineOrder: readonly LineType[] = ['MOBILE', 'LANDLINE', 'VOIP', 'UNKNOWN']

/** Phones before emails, mobile lines before others, the newest first; equals by their value, so the order is total. */
export function bestFirst(one: Ranked, other: Ranked): number {
  if (one.type !== other.type) return one.type === 'PHONE' ? -1 : 1
  const byLine = rank(one) - rank(other)
  if (byLine !== 0) return byLine
  if (one.asOf !== other.asOf) return one.asOf > other.asOf ? -1 : 1
  return one.value < other.value ? -1 : one.value > other.value ? 1 : 0
}

const rank = ({ lineType }: Ranked) => (lineType ? lineOrder.indexOf(lineType) : 0)

const firstPauseMs = minuteMs
const longestPauseMs = 15 * minuteMs

export const failuresBeforePause = 5

/** How long a vendor is left alone after so many failures in a row: a minute after five, twice as long after each more. */
export const pauseAfter = (failures: number): number =>
  failures < failuresBeforePause ? 0 : Math.min(firstPauseMs * 2 ** (failures - failuresBeforePause), longestPauseMs)
