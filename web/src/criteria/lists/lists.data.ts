import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { maxPropertyLists, propertyLists } from '@dooryard/contract/data/property-lists'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { useQuery } from '@tanstack/react-query'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { useSession } from '../../lib/session/session.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { showUndoToast } from '../../ui/toasts/undo-toast.tsx'
import { formatChange } from './list-messages.ts'

/** All of them are one page. */
const allLists = { limit: maxPropertyLists }

/** The criteria of a list: all of its properties, purchased ones too. */
export const buildListCriteria = (id: string): Criteria => ({ only: { listIds: [id] }, exclude: { delivered: false } })

/** Whether the user has lists of their own. */
export const useHasLists = () => ['CONSUMER_USER', 'ENTERPRISE_USER'].includes(useSession().user?.role ?? '')

export const useListsQuery = (isWanted = true) => {
  const enabled = useHasLists() && isWanted
  return useQuery({ ...buildLiveQuery(propertyLists.list, { query: allLists }), enabled })
}

/** The lists of the user, the last changed first; undefined while they load, and for users who have none. */
export const usePropertyLists = (isWanted?: boolean) => useListsQuery(isWanted).data?.items

/** The lists that have a property. */
export const useListsWith = (propertyId: string) =>
  useQuery(buildLiveQuery(propertyLists.list, { query: { ...allLists, propertyId } }))

/** Returns the name of a list in criteria: null if it is gone, undefined while it is unknown. */
export function useListNames(ids: readonly string[]): (id: string) => string | null | undefined {
  const lists = usePropertyLists(ids.length > 0)
  return (id) => lists && (lists.find((list) => list.id === id)?.name ?? null)
}

const dependents = [propertyLists.list, propertyLists.get, savedSearches.list]

/** What is added or removed: properties, or all that match. */
export type ListedProperties = { propertyIds: string[] } | { criteria: Criteria }

/** Adds properties to a list or removes them, with an undo. `isSearched`: what the screen shows depends on it. */
export function useChangeList({ isSearched = false } = {}) {
  const refreshes = isSearched ? 'all' : dependents
  const { mutate: undo } = useEndpointMutation(propertyLists.change, {
    refreshes,
    // Without an undo of its own, which would lead in circles.
    onSuccess: (answer, { body: { action } }) => showSuccessToast(formatChange(action, answer)),
  })
  const change = useEndpointMutation(propertyLists.change, {
    refreshes,
    // Told also where the button is gone by then: a removal clears the selection it was made from.
    onSuccess: (answer, { params, body: { action } }) => {
      const message = formatChange(action, answer)
      if (answer.changed.length === 0) return showSuccessToast(message)
      const back = { action: action === 'ADD' ? ('REMOVE' as const) : ('ADD' as const), propertyIds: answer.changed }
      showUndoToast(message, () => undo({ params, body: back }), { topic: `list:${params.id}` })
    },
  })
  const apply = (action: 'ADD' | 'REMOVE', id: string, what: ListedProperties) =>
    change.mutate({ params: { id }, body: { action, ...what } })
  return { apply, applyAsync: change.mutateAsync, isPending: change.isPending }
}
