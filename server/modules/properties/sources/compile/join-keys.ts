import type { SourceJoin } from '@dooryard/contract/data/sources/source-document'

type Match = SourceJoin['match']

/** The texts of a row's key, one for each pair of columns: of several columns, the filled cells joined by hyphens. */
export const toKeyTexts = (cells: readonly (readonly string[])[]): string[] =>
  cells.map((parts) => parts.filter((part) => part !== '').join('-'))

/** A key with all its zeros, and without those at the beginning of a part. */
export type KeySpelling = { full: string; short: string }

const withoutZeros = (text: string) => text.replace(/^0+(?=.)/, '')

function spellText(text: string, match: Match): KeySpelling {
  if (match === undefined) return { full: text, short: text }
  const parts = text.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  if (match === 'PARTS') return { full: parts.join('-'), short: parts.map(withoutZeros).join('-') }
  const full = parts.join('')
  return { full, short: withoutZeros(full) }
}

export function spellKey(texts: readonly string[], match: Match): KeySpelling {
  const spellings = texts.map((text) => spellText(text, match))
  return { full: spellings.map(({ full }) => full).join('\0'), short: spellings.map(({ short }) => short).join('\0') }
}

/**
 * Gives the keys by which rows of two tables are the same; null for an empty one. Zeros at the beginning count only
 * where two keys of one table would be the same without them.
 */
export function createKeyReader(tables: readonly (readonly KeySpelling[])[]) {
  const ambiguous = new Set(tables.flatMap(listAmbiguous))
  return ({ full, short }: KeySpelling): string | null => {
    if (full.replaceAll('\0', '') === '') return null
    return ambiguous.has(short) ? `${full}\x01` : short
  }
}

function listAmbiguous(spellings: readonly KeySpelling[]): string[] {
  const known = new Map<string, string>()
  const ambiguous: string[] = []
  for (const { full, short } of spellings) {
    const other = known.get(short)
    if (other === undefined) known.set(short, full)
    else if (other !== full) ambiguous.push(short)
  }
  return ambiguous
}
