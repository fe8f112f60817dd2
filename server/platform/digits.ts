// Millions of cells are read: digit by digit, a number takes a quarter of what `Number` or an expression does.

const zero = 48
const point = 46

export function isDigits(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - zero
    if (!(digit >= 0 && digit <= 9)) return false
  }
  return true
}

/** The characters between the two places must be digits. */
export function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - zero
  return value
}

// So many digits are exact, and so is a division by a power of ten.
const exactLength = 15

export function numberOf(text: string): number {
  const { length } = text
  if (length > exactLength) return Number(text)
  let value = 0
  let scale = 0
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= zero && code <= zero + 9) {
      value = value * 10 + code - zero
      scale *= 10
    } else if (code === point && scale === 0 && length > 1) scale = 1
    else return Number(text)
  }
  return scale > 1 ? value / scale : value
}
