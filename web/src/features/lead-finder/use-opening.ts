import type { Criteria } from '@dooryard/contract/criteria'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { savedSearch, savedSearchList } from '../../criteria/saved-searches.data.ts'
import type { FinderState, OnFinder } from './finder-state.ts'

/** The saved search that the address names, else the default one; null where there is none, undefined until that is known. */
function useNamed(saved: string | undefined, isWanted: boolean): string | null | undefined {
  // The list and not the call for the default: where there is none that answers with an error.
  const first = useQuery({ ...savedSearchList({ limit: 1 }), enabled: isWanted && saved === undefined })
  if (saved !== undefined) return saved
  if (first.isError) return null
  if (!first.data || first.isPlaceholderData) return undefined
  return first.data.items.find(({ isDefault }) => isDefault)?.id ?? null
}

/**
 * What the screen opens with where the address does not say: the saved search that it names, else the default one, else
 * everything. Undefined while that is still being asked. The address takes it over, in place of itself.
 */
export function useOpening({ criteria, saved }: FinderState, onState: OnFinder): Criteria | undefined {
  const isOpen = criteria !== undefined
  const named = useNamed(saved, !isOpen)
  const { data, isError } = useQuery({ ...savedSearch(named ?? ''), enabled: !isOpen && typeof named === 'string' })
  const isKnown = named === null || isError || data !== undefined
  const take = useEffectEvent(() => onState({ criteria: data?.criteria ?? {}, saved: data?.id }))
  const wantsToOpen = !isOpen && isKnown
  useEffect(() => {
    if (wantsToOpen) take()
  }, [wantsToOpen])
  return criteria
}
