/** What a line of a list says: a number, and in a change list whether it is added or taken off. */
export type NumberLine = { number: number; isAdded: boolean | null }

const ofArea = /^[2-9]\d{2}$/
const whole = /^1?([2-9]\d{9})$/
const exchange = /^\d{7}$/

/**
 * Reads a line of a do-not-call list: `615,5550142` or `6155550142`, with blanks, quotes or the usual punctuation of
 * phone numbers; further items may follow, of which `A`, `Add`, `D` and `Delete` count and dates do not. Gives the
 * reason where it is none, and null for a blank line. https://telemarketing.donotcall.gov has both forms.
 */
export function readNumberLine(line: string): NumberLine | string | null {
  if (line.trim() === '') return null
  const items = line.split(/[,;\t|]/).map((item) => item.replace(/["']/g, '').trim())
  const [first = '', second = ''] = items.map(digitsOf)
  const isParted = ofArea.test(first)
  if (isParted && !exchange.test(second)) return 'It has an area code and no number of seven digits.'
  const number = isParted ? first + second : whole.exec(first)?.[1]
  if (number === undefined) return 'It has no number of ten digits.'
  const flags = new Set(items.slice(isParted ? 2 : 1).flatMap(flagOf))
  if (flags.size > 1) return 'It says both Add and Delete.'
  const [isAdded = null] = flags
  return { number: Number(number), isAdded }
}

/** What is left of a phone number without its punctuation; what has anything else in it stays as it is. */
const digitsOf = (item: string) => (/^\+?[\d().\s-]+$/.test(item) ? item.replace(/\D/g, '') : item)

function flagOf(item: string): boolean[] {
  if (/^a(dd(ed)?)?$/i.test(item)) return [true]
  return /^d(el(eted?)?)?$/i.test(item) ? [false] : []
}

const [zero, comma] = [48, 44]

/**
 * The number of a line in one of the two forms of the registry, digits and a comma alone; undefined for any other line,
 * which `readNumberLine` is for. A quarter of a billion lines are read like this.
 */
export function plainNumber(bytes: Uint8Array, from: number, to: number): number | undefined {
  const length = to - from
  if (length !== 10 && !(length === 11 && bytes[from + 3] === comma)) return undefined
  let number = 0
  for (let at = from; at < to; at += 1) {
    if (length === 11 && at === from + 3) continue
    const digit = (bytes[at] ?? 0) - zero
    if (digit < 0 || digit > 9) return undefined
    number = number * 10 + digit
  }
  return number >= 2_000_000_000 ? number : undefined
}

export const areaOf = (number: number): number => Math.floor(number / 10_000_000)
