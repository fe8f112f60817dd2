// Millions of cells are read: digit by digit, parsing takes a quarter of the time of `Number` or a regular expression.

const zeroCode = 48
const pointCode = 46

export function isDigits(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - zeroCode
    if (!(digit >= 0 && digit <= 9)) return false
  }
  return true
}

/** The characters between the two positions must be digits. */
export function parseDigits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - zeroCode
  return value
}

// Numbers of up to this many digits are exact, and so is a division by a power of ten.
const maxExactLength = 15

export function parseNumber(text: string): number {
  const { length } = text
  if (length > maxExactLength) return Number(text)
  let value = 0
  let scale = 0
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= zeroCode && code <= zeroCode + 9) {
      value = value * 10 + code - zeroCode
      scale *= 10
    } else if (code === pointCode && scale === 0 && length > 1) scale = 1
    else return Number(text)
  }
  return scale > 1 ? value / scale : value
}
