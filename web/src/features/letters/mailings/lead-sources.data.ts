import { campaigns } from '@dooryard/contract/orders/campaigns'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { usePropertyLists } from '../../../criteria/lists/lists.data.ts'
import { readChosenLeads } from '../../../entities/lead/chosen-leads.ts'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { useUser } from '../../../lib/session/use-user.ts'

const query = { page: 1, limit: 100 }

/** Where leads can come from, with the one that is chosen although the list does not have it. */
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
  if (options.some(({ value }) => value === chosen)) return options
  const label =
    chosen === 'selection' ? `${pluralize(readChosenLeads().length, 'selected lead')}` : 'The order you came from'
  return [...options, { value: chosen, label }]
}
