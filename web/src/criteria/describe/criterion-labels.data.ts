import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { isNotFoundError } from '../../lib/api/errors.ts'
import { buildQuery, toQueryKey } from '../../lib/api/query.ts'
import { useSession } from '../../lib/session/session.ts'
import { useCountyName } from '../places/places.data.ts'
import { type CriterionLabel, type CriterionNames, formatCriteria } from './format-criteria.ts'

export function useHasSavedSearches() {
  const { user } = useSession()
  return user?.role === 'CONSUMER_USER' || user?.role === 'ENTERPRISE_USER'
}

async function fetchSearchName(id: string, signal: AbortSignal): Promise<string> {
  try {
    return (await api.call(savedSearches.get, { params: { id } }, { signal })).name
  } catch (error) {
    if (isNotFoundError(error)) return 'Deleted search'
    throw error
  }
}

/** The names of saved searches, including those not in `listed`. A deleted search is labelled as deleted. */
export function useSavedSearchNames(ids: readonly string[], listed: readonly { id: string; name: string }[]) {
  const known = new Map(listed.map(({ id, name }) => [id, name]))
  const unlisted = ids.filter((id) => !known.has(id))
  const { data: names = [] } = useQuery({
    queryKey: [...toQueryKey(savedSearches.get), 'names', unlisted],
    queryFn: ({ signal }) => Promise.all(unlisted.map((id) => fetchSearchName(id, signal))),
    enabled: unlisted.length > 0,
  })
  unlisted.forEach((id, index) => {
    known.set(id, names[index] ?? '…')
  })
  return (id: string) => known.get(id) ?? '…'
}

/** The name of an own order; undefined while it is unknown. */
function useOrderName(orderId: string | undefined): string | undefined {
  const role = useSession().user?.role
  const input = { query: { orderId, limit: 1 } }
  const ofConsumer = useQuery({
    ...buildQuery(privateOrders.list, input),
    enabled: orderId !== undefined && role === 'CONSUMER_USER',
  })
  const ofEnterprise = useQuery({
    ...buildQuery(orders.listAll, input),
    enabled: orderId !== undefined && role === 'ENTERPRISE_USER',
  })
  return (ofConsumer.data ?? ofEnterprise.data)?.items[0]?.orderName
}

/** The names in criteria that only the server knows; none for administrators, who look at those of others. */
export function useCriterionNames({ exclude, only }: Criteria): CriterionNames {
  const hasSearches = useHasSavedSearches()
  const getSearchName = useSavedSearchNames(hasSearches ? (exclude?.savedSearchIds ?? []) : [], [])
  const orderName = useOrderName(only?.orderId)
  return { getOrderName: () => orderName, ...(hasSearches && { getSearchName }) }
}

/** The labels of criteria, with the names that only the server knows. */
export function useCriterionLabels(criteria: Criteria): CriterionLabel[] {
  const getCountyName = useCountyName(criteria.location?.counties)
  return formatCriteria(criteria, getCountyName, useCriterionNames(criteria))
}
