import { formatNumber } from '../../../lib/format/format.ts'
/** The distinct numbers, ten digits each; the invalid parts; and the number of duplicates. */
export type ParsedNumbers = { numbers: string[]; invalid: string[]; repeated: number }

/** Parses pasted phone numbers, separated by line breaks, commas or semicolons. */
export function parseNumbers(text: string): ParsedNumbers {
  const parts = text
    .split(/[\n\r,;\t]+/)
    .map((part) => part.trim())
    .filter(Boolean)
  const invalid: string[] = []
  const right: string[] = []
  for (const part of parts) {
    const digits = part.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
    if (/^[2-9]\d{9}$/.test(digits)) right.push(digits)
    else invalid.push(part)
  }
  const numbers = [...new Set(right)]
  return { numbers, invalid, repeated: right.length - numbers.length }
}

const maxNamed = 3

/** The reason pasted numbers cannot be sent; undefined when they can. */
export function getNumbersError({ numbers, invalid }: ParsedNumbers, max: number): string | undefined {
  if (invalid.length > 0) {
    const shown = invalid.slice(0, maxNamed).map((part) => (part.length > 24 ? `${part.slice(0, 24)}…` : part))
    const rest = invalid.length > maxNamed ? ` and ${formatNumber(invalid.length - maxNamed)} more` : ''
    const are = invalid.length === 1 ? 'is no phone number' : 'are no phone numbers'
    return `${shown.join('; ')}${rest} ${are}. A number has ten digits, like 615-555-0142.`
  }
  if (numbers.length === 0) return 'Enter a phone number'
  if (numbers.length > max) return `At most ${formatNumber(max)} numbers at once`
  return undefined
}

/** Formats ten digits as `615-555-0142`. */
export const formatPhone = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
