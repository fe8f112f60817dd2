import type { Criteria } from '@dooryard/contract/criteria'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { savedSearch, savedSearchList } from '../../criteria/saved-searches.data.ts'
import type { FinderState, OnFinder } from './finder-state.ts'

/**
 * What the screen opens with where the address does not say: the saved search that it names, else the default one, else
 * everything. Undefined while that is still being asked. The address takes it over, in place of itself.
 */
export function useOpening({ criteria, saved }: FinderState, onState: OnFinder): Criteria | undefined {
  const isOpen = criteria !== undefined
  const named = useQuery({ ...savedSearch(saved ?? ''), enabled: !isOpen && saved !== undefined })
  // The list and not the call for the default: where there is none that answers with an error.
  const first = useQuery({ ...savedSearchList({ limit: 1 }), enabled: !isOpen && saved === undefined })
  const { data, isError, isPlaceholderData } = saved === undefined ? first : named
  const listed = data && 'items' in data ? data.items.find(({ isDefault }) => isDefault) : data
  const isKnown = isError || (data !== undefined && !isPlaceholderData)
  const take = useEffectEvent(() => onState({ criteria: listed?.criteria ?? {}, saved: listed?.id }))
  const wantsToOpen = !isOpen && isKnown
  useEffect(() => {
    if (wantsToOpen) take()
  }, [wantsToOpen])
  return criteria
}
