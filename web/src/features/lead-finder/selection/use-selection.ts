import { useMemo, useRef, useState } from 'react'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { showErrorToast } from '../../../ui/toasts/toasts.ts'
import type { PropertyQuery } from '../search/lead-finder.data.ts'
import { emptySelection, listRange, maxSelected, type SelectedIds, updateSelection } from './selection-rules.ts'

export type Selection = ReturnType<typeof useSelection>

/** The manually selected properties. Scrolling and sorting keep them; another search clears them. */
export function useSelection(propertyQuery: PropertyQuery, fetchIdAt: (index: number) => Promise<string | undefined>) {
  const search = propertyQuery.criteria
  const [state, setState] = useState<{ search: unknown; selected: SelectedIds }>({ search, selected: emptySelection })
  if (state.search !== search) setState({ search, selected: emptySelection })
  const selected = state.search === search ? state.selected : emptySelection
  const latest = useRef({ propertyQuery, selected, fetchIdAt })
  latest.current = { propertyQuery, selected, fetchIdAt }
  // Start of a Shift-click range; in another sort order, that index belongs to another row.
  const anchor = useRef<{ propertyQuery: PropertyQuery; index: number }>(undefined)
  const actions = useMemo(() => {
    const set = (ids: readonly string[], isOn: boolean) => {
      const next = updateSelection(latest.current.selected, ids, isOn)
      if (next.isFull) showErrorToast(`At most ${maxSelected} properties can be selected at once.`)
      setState((previous) => ({ ...previous, selected: next.selected }))
    }
    return {
      set,
      clear: () => setState((previous) => ({ ...previous, selected: emptySelection })),
      /**
       * Toggles one property or, with `isRange`, selects all since the last one toggled, fetching rows that were never
       * visible.
       */
      toggle: async (id: string, index: number, isRange: boolean) => {
        const { propertyQuery, selected, fetchIdAt } = latest.current
        const anchorIndex =
          isRange && anchor.current?.propertyQuery === propertyQuery ? anchor.current.index : undefined
        anchor.current = { propertyQuery, index }
        if (anchorIndex === undefined) return set([id], !selected.has(id))
        try {
          const ids = await Promise.all(listRange(anchorIndex, index).map((at) => fetchIdAt(at)))
          // Ignored if the query changed meanwhile.
          if (latest.current.propertyQuery !== propertyQuery) return
          set(
            ids.filter((one) => one !== undefined),
            true,
          )
        } catch (error) {
          showErrorToast(getErrorMessage(error))
        }
      },
    }
  }, [])
  return { ...actions, selected, has: (id: string | undefined) => id !== undefined && selected.has(id) }
}
