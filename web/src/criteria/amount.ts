const factors = { k: 1e3, m: 1e6, b: 1e9 }

/** A number as people type it: `350k`, `$1.2m`, `1,500`, `80%`. Undefined for nothing, null for what is no number. */
export function parseAmount(typed: string): number | undefined | null {
  const text = typed.replace(/[\s,$%]/g, '').toLowerCase()
  if (text === '') return undefined
  const [, digits, factor] = /^(\d*\.?\d+|\d+\.)([kmb])?$/.exec(text) ?? []
  if (digits === undefined) return null
  const amount = Number(digits) * (factor ? factors[factor as keyof typeof factors] : 1)
  return Number.isSafeInteger(Math.trunc(amount)) ? Math.round(amount * 100) / 100 : null
}

/** Why a text is no amount; undefined when it is one, or says nothing. What is counted comes in whole numbers. */
export function amountProblem(typed: string, { isWhole = false } = {}): string | undefined {
  const amount = parseAmount(typed)
  if (isWhole && amount && !Number.isInteger(amount)) return 'A whole number, please'
  if (amount !== null) return undefined
  const text = typed.replace(/[\s,$%]/g, '')
  if (text.startsWith('-') && parseAmount(text.slice(1)) !== null) return '0 or more, please'
  return /^-?\d+[kmb]?$/i.test(text) ? 'Less than that, please' : 'A number, please'
}
