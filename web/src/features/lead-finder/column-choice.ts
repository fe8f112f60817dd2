/** The columns that are shown to somebody who has chosen none. */
export const usualColumns = [
  'address',
  'ownerName',
  'kind',
  'yearBuilt',
  'estimatedValue',
  'lastSaleDate',
  'signals',
] as const

const key = 'dooryard.lead-finder.columns'

/** The columns that a text names, those of them that there are, each once; the address, which opens a row, always. */
export function readColumns(text: string | undefined | null, known: readonly string[]): string[] | undefined {
  const named = [...new Set((text ?? '').split(','))].filter((column) => known.includes(column))
  if (named.length === 0) return undefined
  return named.includes('address') ? named : ['address', ...named]
}

/** Moves a column by one place; nothing moves past the ends. */
export function moveColumn(columns: readonly string[], column: string, by: 1 | -1): string[] {
  const from = columns.indexOf(column)
  const to = from + by
  if (from === -1 || to < 0 || to >= columns.length) return [...columns]
  const rest = columns.filter((other) => other !== column)
  return [...rest.slice(0, to), column, ...rest.slice(to)]
}

/** What this browser last chose. */
export function rememberedColumns(known: readonly string[]): string[] | undefined {
  try {
    return readColumns(localStorage.getItem(key), known)
  } catch {
    return undefined // without storage nothing was kept
  }
}

/** Keeps a choice for the next visit; undefined forgets it. */
export function rememberColumns(columns: readonly string[] | undefined) {
  try {
    if (columns) localStorage.setItem(key, columns.join(','))
    else localStorage.removeItem(key)
  } catch {
    // Without storage the address alone has it.
  }
}
