import { useMemo, useRef, useState } from 'react'
import { sentenceFor } from '../../../lib/errors.ts'
import { toastFailure } from '../../../ui/toasts/toasts.ts'
import type { Question } from '../search/lead-finder.data.ts'
import { maxSelected, nothingSelected, rangeFrom, type Selected, withSelected } from './selection-rules.ts'

export type Selection = ReturnType<typeof useSelection>

/** The properties that are chosen by hand. Scrolling and sorting keep them; another search drops them. */
export function useSelection(question: Question, fetchIdAt: (index: number) => Promise<string | undefined>) {
  const search = question.criteria
  const [held, setHeld] = useState<{ search: unknown; selected: Selected }>({ search, selected: nothingSelected })
  if (held.search !== search) setHeld({ search, selected: nothingSelected })
  const selected = held.search === search ? held.selected : nothingSelected
  const now = useRef({ question, selected, fetchIdAt })
  now.current = { question, selected, fetchIdAt }
  // Where a range begins that is chosen with the Shift key; in another order of the rows that place is another row's.
  const from = useRef<{ question: Question; index: number }>(undefined)
  const acts = useMemo(() => {
    const set = (ids: readonly string[], isOn: boolean) => {
      const next = withSelected(now.current.selected, ids, isOn)
      if (next.isFull) toastFailure(`At most ${maxSelected} properties can be selected at once.`)
      setHeld((old) => ({ ...old, selected: next.selected }))
    }
    return {
      set,
      clear: () => setHeld((old) => ({ ...old, selected: nothingSelected })),
      /** Turns one on or off, or with `isRange` all from the last one turned, fetching those that were never in sight. */
      toggle: async (id: string, index: number, isRange: boolean) => {
        const { question, selected, fetchIdAt } = now.current
        const start = isRange && from.current?.question === question ? from.current.index : undefined
        from.current = { question, index }
        if (start === undefined) return set([id], !selected.has(id))
        try {
          const ids = await Promise.all(rangeFrom(start, index).map((at) => fetchIdAt(at)))
          // Somebody who has asked for others in the meantime does not want these.
          if (now.current.question !== question) return
          set(
            ids.filter((one) => one !== undefined),
            true,
          )
        } catch (error) {
          toastFailure(sentenceFor(error))
        }
      },
    }
  }, [])
  return { ...acts, selected, has: (id: string | undefined) => id !== undefined && selected.has(id) }
}
