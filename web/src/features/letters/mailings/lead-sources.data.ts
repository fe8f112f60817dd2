import { campaigns } from '@dooryard/contract/orders/campaigns'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { usePropertyLists } from '../../../criteria/lists/lists.data.ts'
import { readChosenLeads } from '../../../entities/lead/chosen-leads.ts'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { useUser } from '../../../lib/session/use-user.ts'

/** The newest orders or campaigns. */
export const maxSources = 100

const query = { page: 1, limit: maxSources }

function describeSource(chosen: string): string {
  if (chosen === 'selection') return pluralize(readChosenLeads().length, 'selected lead')
  return chosen.startsWith('campaign') ? 'The campaign you came from' : 'The order you came from'
}

/** Where leads can come from: the newest orders or campaigns, and the one that is chosen although it is not of these. */
export function useLeadSources(chosen: string) {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  const orders = useQuery({ ...buildLiveQuery(privateOrders.list, { query }), enabled: isConsumer })
  const owned = useQuery({ ...buildLiveQuery(campaigns.list, { query }), enabled: !isConsumer })
  const lists = usePropertyLists()
  const options = [
    { value: '', label: 'All my leads' },
    ...(orders.data?.items ?? []).flatMap(({ id, orderName, deliveredQuantity }) =>
      deliveredQuantity > 0 ? [{ value: `order ${id}`, label: `Order: ${orderName}` }] : [],
    ),
    ...(owned.data?.items ?? []).map(({ id, name }) => ({ value: `campaign ${id}`, label: `Campaign: ${name}` })),
    ...(lists ?? []).map(({ id, name }) => ({ value: `list ${id}`, label: `List: ${name}` })),
  ]
  const hasMore = ((isConsumer ? orders : owned).data?.totalCount ?? 0) > maxSources
  const isListed = options.some(({ value }) => value === chosen)
  return { hasMore, sources: isListed ? options : [...options, { value: chosen, label: describeSource(chosen) }] }
}
