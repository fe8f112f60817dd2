import { useCallback, useMemo, useRef, useState } from 'react'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { showErrorToast } from '../../../ui/toasts/toasts.ts'
import type { PropertyQuery } from '../search/lead-finder.data.ts'
import {
  emptySelection,
  isSelected,
  listRange,
  maxSelected,
  nothingSelected,
  type Selected,
  setSelected,
} from './selection-rules.ts'

export type Selection = ReturnType<typeof useSelection>

/**
 * The selected properties: by hand, or all that match but those unticked. Scrolling and sorting keep them; another
 * search clears them.
 */
export function useSelection(propertyQuery: PropertyQuery, fetchIdAt: (index: number) => Promise<string | undefined>) {
  const search = propertyQuery.criteria
  const [state, setState] = useState<{ search: unknown; selected: Selected }>({ search, selected: nothingSelected })
  if (state.search !== search) setState({ search, selected: nothingSelected })
  const selected = state.search === search ? state.selected : nothingSelected
  const latest = useRef({ propertyQuery, selected, fetchIdAt })
  latest.current = { propertyQuery, selected, fetchIdAt }
  // Start of a Shift-click range; in another sort order, that index belongs to another row.
  const anchor = useRef<{ propertyQuery: PropertyQuery; index: number }>(undefined)
  const actions = useMemo(() => {
    const set = (ids: readonly string[], isOn: boolean) => {
      const { selected } = latest.current
      const next = setSelected(selected, ids, isOn)
      if (next.isFull)
        showErrorToast(
          selected.isAll
            ? `At most ${maxSelected} properties can be deselected. Add filters to exclude more.`
            : `At most ${maxSelected} properties can be selected one by one. Select all that match instead.`,
        )
      setState((previous) => ({ ...previous, selected: next.selected }))
    }
    return {
      set,
      clear: () => setState((previous) => ({ ...previous, selected: nothingSelected })),
      selectAll: () => setState((previous) => ({ ...previous, selected: { isAll: true, ids: emptySelection } })),
      /**
       * Toggles one property or, with `isRange`, selects all since the last one toggled, fetching rows that were never
       * visible.
       */
      toggle: async (id: string, index: number, isRange: boolean) => {
        const { propertyQuery, selected, fetchIdAt } = latest.current
        const anchorIndex =
          isRange && anchor.current?.propertyQuery === propertyQuery ? anchor.current.index : undefined
        anchor.current = { propertyQuery, index }
        if (anchorIndex === undefined) return set([id], !isSelected(selected, id))
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
  const has = useCallback((id: string | undefined) => id !== undefined && isSelected(selected, id), [selected])
  return { ...actions, selected, isEmpty: !selected.isAll && selected.ids.size === 0, has }
}
