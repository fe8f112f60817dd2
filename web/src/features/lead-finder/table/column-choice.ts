import { useMemo } from 'react'
import type { OnFinder } from '../finder-state.ts'
import { columnsByKey } from './row-columns.tsx'

/** The columns that are shown to somebody who has chosen none. */
const usualColumns = ['address', 'ownerName', 'kind', 'yearBuilt', 'estimatedValue', 'lastSaleDate', 'signals']

const storageKey = 'dooryard.lead-finder.columns'

/** The columns that a text names, those of them that there are, each once; the address, which opens a row, always. */
export function readColumns(
  text: string | undefined | null,
  isKnown: (column: string) => boolean,
): string[] | undefined {
  const named = [...new Set((text ?? '').split(','))].filter(isKnown)
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

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null // without storage nothing was kept
  }
}

/** Keeps a choice in this browser for the next visit; undefined forgets it. */
function store(columns: readonly string[] | undefined) {
  try {
    if (columns) localStorage.setItem(storageKey, columns.join(','))
    else localStorage.removeItem(storageKey)
  } catch {
    // Without storage the address alone has it.
  }
}

export type ColumnChoice = ReturnType<typeof useColumnChoice>

/** The columns shown: as the address says, else as this browser last chose, else the usual ones. */
export function useColumnChoice(text: string | undefined, onState: OnFinder) {
  const { keys, columns } = useMemo(() => {
    const isKnown = (key: string) => columnsByKey.has(key)
    const keys = readColumns(text, isKnown) ?? readColumns(readStored(), isKnown) ?? usualColumns
    return { keys, columns: keys.flatMap((key) => columnsByKey.get(key) ?? []) }
  }, [text])
  const choose = (next: readonly string[] | undefined) => {
    store(next)
    onState({ columns: (next ?? usualColumns).join(',') })
  }
  return { keys, columns, choose }
}
