import { type LineType, lineTypes } from '@dooryard/contract/api/enums'
import { contactReuseDays } from '@dooryard/contract/api/limits'
import { dayMs, minuteMs } from '@dooryard/contract/api/time'

export const vendorPrefix = 'vendor:'

export const getReuseCutoff = (now: Date): Date => new Date(now.getTime() - contactReuseDays * dayMs)

export const formatUtcDay = (at: Date): string => at.toISOString().slice(0, 10)

/**
 * Normalizes a phone number to ten digits. Returns null for numbers outside the North American Numbering Plan
 * (https://www.nanpa.com/numbering/about).
 */
export function normalizePhone(text: string): string | null {
  const digits = text.replace(/\s*(?:ext\.?|x|#)\s*\d{1,6}\s*$/i, '').replace(/\D/g, '')
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(ten) ? ten : null
}

export function normalizeEmail(text: string): string | null {
  const address = text.trim().toLowerCase()
  if (address.length > 254 || !/^[^\s@<>(),;:"\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(address)) return null
  return /\.\.|^\.|\.@|@-|-\.|\.-/.test(address) ? null : address
}

export function parseLineType(words: string): LineType {
  const said = words.toLowerCase()
  if (/voip|internet|virtual/.test(said)) return 'VOIP'
  if (/cell|mobile|wireless|^[mcw]$/.test(said)) return 'MOBILE'
  if (/land|fixed|residential|^l$|^home$/.test(said)) return 'LANDLINE'
  return 'UNKNOWN'
}

export const toLineType = (text: string): LineType => lineTypes.schema.catch('UNKNOWN').parse(text)

type RankedContact = { type: 'PHONE' | 'EMAIL'; value: string; lineType?: LineType | undefined; asOf: string }

const lineOrder: readonly LineType[] = ['MOBILE', 'LANDLINE', 'VOIP', 'UNKNOWN']

/**
 * Sorts phones before emails, mobile lines before others, then newest first. Ties are broken by value, so the order is
 * total.
 */
export function compareContacts(one: RankedContact, other: RankedContact): number {
  if (one.type !== other.type) return one.type === 'PHONE' ? -1 : 1
  const byLine = getLineRank(one) - getLineRank(other)
  if (byLine !== 0) return byLine
  if (one.asOf !== other.asOf) return one.asOf > other.asOf ? -1 : 1
  return one.value < other.value ? -1 : one.value > other.value ? 1 : 0
}

const getLineRank = ({ lineType }: RankedContact) => (lineType ? lineOrder.indexOf(lineType) : 0)

const firstPauseMs = minuteMs
const maxPauseMs = 15 * minuteMs

export const failuresBeforePause = 5

/**
 * Returns how long a vendor is paused after consecutive failures: one minute after five, doubled with each further
 * failure.
 */
export const getPauseMs = (failures: number): number =>
  failures < failuresBeforePause ? 0 : Math.min(firstPauseMs * 2 ** (failures - failuresBeforePause), maxPauseMs)
