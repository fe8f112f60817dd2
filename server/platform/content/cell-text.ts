import { dayMs } from '@dooryard/contract/time'
/** Excel writes what XML cannot hold as `_x000D_`. */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** A number as Excel shows it, which is with 15 digits: it keeps `0.10000000000000001` for 0.1. */
export function numberText(value: string): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(15)))
}

const lastSerial = 2_958_465 // 31 December 9999

/**
 * The calendar day of a serial number, as YYYY-MM-DD; the number itself where it is none. Days count from 1900, or on
 * old Macs from 1904. Excel takes 1900 for a leap year, as Lotus 1-2-3 did, so that its days before March are one less.
 */
export function dayText(value: string, has1904Dates: boolean): string {
  const serial = Math.floor(Number(value))
  // Below 1 is a time of day.
  if (!(serial >= 1 && serial <= lastSerial) || (serial === 60 && !has1904Dates)) return numberText(value)
  const from = has1904Dates ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  return new Date(from + serial * dayMs).toISOString().slice(0, 10)
}

/** From 0; -1 where its name is none. */
export function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}

/** On one line, so that a line of the text is a row of the sheet. */
export function csvField(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ')
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}
