import { dayMs } from '@dooryard/contract/api/time'
/** Excel writes characters that XML cannot hold as `_x000D_`. */
export const unescapeCell = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Formats a number with 15 digits, as Excel shows it: Excel stores `0.10000000000000001` for 0.1. */
export function formatNumberCell(value: string): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(15)))
}

const maxSerial = 2_958_465 // 31 December 9999

/**
 * Returns the calendar day of a serial number as YYYY-MM-DD, or the number itself where it is no day. Days count from
 * 1900, or from 1904 on old Macs. Excel treats 1900 as a leap year, as Lotus 1-2-3 did, so its days before March 1900
 * are one less.
 */
export function formatDayCell(value: string, has1904Dates: boolean): string {
  const serial = Math.floor(Number(value))
  // A value below 1 is a time of day.
  if (!(serial >= 1 && serial <= maxSerial) || (serial === 60 && !has1904Dates)) return formatNumberCell(value)
  const from = has1904Dates ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  return new Date(from + serial * dayMs).toISOString().slice(0, 10)
}

/** Zero-based; -1 for an invalid column name. */
export function parseColumn(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

/** Written on one line, so that each line of the text is a row of the sheet, without NUL, which cannot be stored. */
export function toCsvField(text: string): string {
  const line = text.replace(/[\r\n\0]+/g, ' ')
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}
