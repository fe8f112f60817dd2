import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { usePropertyLists } from '../../../criteria/lists/lists.data.ts'
import { readChosenLeads } from '../../../entities/lead/chosen-leads.ts'
import { buildLiveQuery, buildQuery } from '../../../lib/api/query.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { useUser } from '../../../lib/session/use-user.ts'

/** All leads, `order <id>`, `campaign <id>`, `list <id>`, or those selected on the board. */
export const allLeads = 'all'
export const selectedLeads = 'selection'

/** Suggested of each kind; others are found by their names. */
const maxSuggestions = 20
/** What the API takes as a part of a name. */
const maxSearchLength = 100

type LeadSource = { value: string; label: string }

/** The orders, campaigns and lists of the user whose names contain a text, the newest without one. */
export function useLeadSources(text: string) {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  const query = { limit: maxSuggestions, search: text || undefined }
  const own = useQuery({ ...buildLiveQuery(privateOrders.list, { query }), enabled: isConsumer })
  const inCampaigns = useQuery({ ...buildLiveQuery(orders.listAll, { query }), enabled: !isConsumer })
  const owned = useQuery({ ...buildLiveQuery(campaigns.list, { query }), enabled: !isConsumer })
  const lists = usePropertyLists()
  const delivered = ((isConsumer ? own : inCampaigns).data?.items ?? []).filter((one) => one.deliveredQuantity > 0)
  const named = (lists ?? []).filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  const groups = [
    { group: 'Campaigns', items: (owned.data?.items ?? []).map(({ id, name }) => toSource('campaign', id, name)) },
    { group: 'Orders', items: delivered.map(({ id, orderName }) => toSource('order', id, orderName)) },
    { group: 'Lists', items: named.slice(0, maxSuggestions).map(({ id, name }) => toSource('list', id, name)) },
  ].filter(({ items }) => items.length > 0)
  const asked = isConsumer ? [own] : [inCampaigns, owned]
  return {
    groups,
    error: asked.find(({ error }) => error !== null)?.error ?? null,
    // Those found for the text before are no answer to this one.
    isPending: asked.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
  }
}

const kinds = { campaign: 'Campaign', order: 'Order', list: 'List' } as const
const kindPrefix = new RegExp(`^(?:${Object.values(kinds).join('|')}): `)

const toSource = (kind: keyof typeof kinds, id: string, name: string): LeadSource => ({
  value: `${kind} ${id}`,
  label: `${kinds[kind]}: ${name}`,
})

/** The part of a name that is searched for by a text, which may be what remains of the label of a choice. */
export const toSearch = (text: string): string => text.trim().replace(kindPrefix, '').slice(0, maxSearchLength)

/** The name of the leads that are chosen, wherever the choice comes from. */
export function useSourceLabel(source: string): string {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  const [kind, id = ''] = source.split(' ')
  const query = { orderId: id, limit: 1 }
  const isOrder = kind === 'order'
  const own = useQuery({ ...buildQuery(privateOrders.list, { query }), enabled: isOrder && isConsumer })
  const inCampaigns = useQuery({ ...buildQuery(orders.listAll, { query }), enabled: isOrder && !isConsumer })
  const campaign = useQuery({
    ...buildQuery(campaigns.get, { params: { campaignId: id } }),
    enabled: kind === 'campaign',
  })
  const list = usePropertyLists()?.find((one) => one.id === id)
  if (source === allLeads) return 'All my leads'
  if (source === selectedLeads) return pluralize(readChosenLeads().length, 'selected lead')
  const [order] = (isConsumer ? own : inCampaigns).data?.items ?? []
  if (isOrder) return order ? toSource('order', id, order.orderName).label : 'An order'
  if (kind === 'campaign') return campaign.data ? toSource('campaign', id, campaign.data.name).label : 'A campaign'
  return list ? toSource('list', id, list.name).label : 'A list'
}
