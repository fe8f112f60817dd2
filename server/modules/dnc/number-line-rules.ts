export type NumberLine = { number: number; isAdded: boolean | null }

const ofArea = /^[2-9]\d{2}$/
const whole = /^1?([2-9]\d{9})$/
const exchange = /^\d{7}$/

/** The reason where it is none, null for a blank line. Both forms are of https://telemarketing.donotcall.gov. */
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

const digitsOf = (item: string) => (/^\+?[\d().\s-]+$/.test(item) ? item.replace(/\D/g, '') : item)

function flagOf(item: string): boolean[] {
  if (/^a(dd(ed)?)?$/i.test(item)) return [true]
  return /^d(el(eted?)?)?$/i.test(item) ? [false] : []
}

const [zero, comma] = [48, 44]

/** The two forms of the registry alone, for speed: a quarter of a billion lines are read like this. */
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
