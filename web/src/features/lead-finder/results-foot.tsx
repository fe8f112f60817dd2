import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SaveSearchButton } from '../../criteria/save-search.tsx'
import { savedSearch } from '../../criteria/saved-searches.data.ts'
import { useOnDemand } from '../../ui/hooks.ts'
import type { OnFinder } from './finder-state.ts'
import { OrderBar } from './order-bar.tsx'
import type { Selection } from './use-selection.ts'

type ResultsFootProps = {
  criteria: Criteria
  isEmpty: boolean
  isCounted: boolean
  saved: string | undefined
  selection: Selection
  onEdit: (edit: (now: Criteria) => Criteria) => void
  onState: OnFinder
}

/** What can be done with what is found; while some of it is selected, with that. */
export function ResultsFoot({ criteria, isEmpty, isCounted, saved, selection, onEdit, onState }: ResultsFootProps) {
  const { data } = useQuery({ ...savedSearch(saved ?? ''), enabled: saved !== undefined, staleTime: 60_000 })
  const [BulkBar, load] = useOnDemand(async () => (await import('./bulk-bar.tsx')).BulkBar)
  const hasSome = selection.selected.size > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next selection, where it could not be had
  useEffect(() => {
    if (hasSome && !BulkBar) load()
  }, [hasSome])
  if (hasSome && BulkBar) return <BulkBar criteria={criteria} selection={selection} onEdit={onEdit} />
  return (
    <OrderBar criteria={criteria} isWanted={isCounted} isEmpty={isEmpty}>
      {!isEmptyCriteria(criteria) && (
        <SaveSearchButton
          criteria={criteria}
          saved={saved === undefined ? undefined : data}
          onSaved={(search) => onState({ saved: search.id })}
        />
      )}
    </OrderBar>
  )
}
