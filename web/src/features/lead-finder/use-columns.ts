import { useMemo } from 'react'
import { readColumns, rememberColumns, rememberedColumns, usualColumns } from './column-choice.ts'
import type { OnFinder } from './finder-state.ts'
import { columnKeys, columnsOf } from './row-columns.tsx'

/** The columns shown: as the address says, else as this browser last chose, else the usual ones. */
export function useColumns(text: string | undefined, onState: OnFinder) {
  const { keys, columns } = useMemo(() => {
    const keys = readColumns(text, columnKeys) ?? rememberedColumns(columnKeys) ?? [...usualColumns]
    return { keys, columns: columnsOf(keys) }
  }, [text])
  const choose = (next: readonly string[] | undefined) => {
    rememberColumns(next)
    onState({ columns: (next ?? usualColumns).join(',') })
  }
  return { keys, columns, choose }
}
