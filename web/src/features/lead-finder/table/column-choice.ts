import { useMemo } from 'react'
import type { OnFinderStateChange } from '../finder-state.ts'
import { columnsByKey } from './row-columns.tsx'

/** The columns shown by default. */
const defaultColumnKeys = ['address', 'ownerName', 'kind', 'yearBuilt', 'estimatedValue', 'lastSaleDate', 'signals']

const storageKey = 'dooryard.lead-finder.columns'

/** Parses column keys, dropping unknown ones and duplicates; the address, which opens a row, is always included. */
export function parseColumns(
  text: string | undefined | null,
  isKnown: (column: string) => boolean,
): string[] | undefined {
  const named = [...new Set((text ?? '').split(','))].filter(isKnown)
  if (named.length === 0) return undefined
  return named.includes('address') ? named : ['address', ...named]
}

/** Moves a column by one position; does nothing at the ends. */
export function moveColumn(columns: readonly string[], column: string, by: 1 | -1): string[] {
  const from = columns.indexOf(column)
  const to = from + by
  if (from === -1 || to < 0 || to >= columns.length) return [...columns]
  const rest = columns.filter((other) => other !== column)
  return [...rest.slice(0, to), column, ...rest.slice(to)]
}

function loadStoredColumns(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null // without storage nothing was saved
  }
}

/** Saves the choice in this browser; undefined deletes it. */
function storeColumns(columns: readonly string[] | undefined) {
  try {
    if (columns) localStorage.setItem(storageKey, columns.join(','))
    else localStorage.removeItem(storageKey)
  } catch {
    // Without storage, only the URL has it.
  }
}

export type ColumnChoice = ReturnType<typeof useColumnChoice>

/** The visible columns: from the URL, else this browser's last choice, else the defaults. */
export function useColumnChoice(text: string | undefined, onState: OnFinderStateChange) {
  const { keys, columns } = useMemo(() => {
    const isKnown = (key: string) => columnsByKey.has(key)
    const keys = parseColumns(text, isKnown) ?? parseColumns(loadStoredColumns(), isKnown) ?? defaultColumnKeys
    return { keys, columns: keys.flatMap((key) => columnsByKey.get(key) ?? []) }
  }, [text])
  const choose = (next: readonly string[] | undefined) => {
    storeColumns(next)
    onState({ columns: (next ?? defaultColumnKeys).join(',') })
  }
  return { keys, columns, choose }
}
