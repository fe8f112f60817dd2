import { formatNumber } from '../../../lib/format.ts'
/** Numbers as they are kept, ten digits each and each once; what is no number; how many came more than once. */
export type ParsedNumbers = { numbers: string[]; wrong: string[]; repeated: number }

/** Reads phone numbers that were pasted, one to a line or with commas or semicolons between them. */
export function parseNumbers(text: string): ParsedNumbers {
  const parts = text
    .split(/[\n\r,;\t]+/)
    .map((part) => part.trim())
    .filter(Boolean)
  const wrong: string[] = []
  const right: string[] = []
  for (const part of parts) {
    const digits = part.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
    if (/^[2-9]\d{9}$/.test(digits)) right.push(digits)
    else wrong.push(part)
  }
  const numbers = [...new Set(right)]
  return { numbers, wrong, repeated: right.length - numbers.length }
}

const named = 3

/** Why what was pasted cannot be sent; nothing where it can. */
export function whyRefused({ numbers, wrong }: ParsedNumbers, most: number): string | undefined {
  if (wrong.length > 0) {
    const shown = wrong.slice(0, named).map((part) => (part.length > 24 ? `${part.slice(0, 24)}…` : part))
    const rest = wrong.length > named ? ` and ${formatNumber(wrong.length - named)} more` : ''
    const are = wrong.length === 1 ? 'is no phone number' : 'are no phone numbers'
    return `${shown.join('; ')}${rest} ${are}. A number has ten digits, like 615-555-0142.`
  }
  if (numbers.length === 0) return 'Enter a phone number'
  if (numbers.length > most) return `At most ${formatNumber(most)} numbers at once`
  return undefined
}

/** `615-555-0142` of ten digits. */
export const formatPhone = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
