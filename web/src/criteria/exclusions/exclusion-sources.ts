import type { Role } from '@dooryard/contract/api/roles'
import { type SuppressionList, suppressionLists } from '@dooryard/contract/data/suppression-lists'
import { campaigns, type ListedCampaign } from '@dooryard/contract/orders/campaigns'
import type { ListedOrder } from '@dooryard/contract/orders/order'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { type ListedSavedSearch, savedSearches } from '@dooryard/contract/properties/saved-searches'
import { api } from '../../lib/api/api.ts'
import { isNotFoundError } from '../../lib/api/errors.ts'
import { formatDay, pluralize } from '../../lib/format/format.ts'
import { formatListSize } from '../suppression-lists/list-labels.ts'
import { suppressionListsInput } from '../suppression-lists/suppression-lists.data.ts'
import type { ExclusionKey } from './exclusion-kinds.ts'

/** A record that can be excluded; with a `refusal` it can't. */
export type ExclusionChoice = { id: string; name: string; description?: string; refusal?: string }

/** The first records whose names match a text, and the number of all that match. */
type FoundChoices = { items: ExclusionChoice[]; totalCount: number }

/** Where the records of a kind come from. */
type ExclusionSource = {
  find: (search: string | undefined, signal: AbortSignal) => Promise<FoundChoices>
  /** The names of records that may be absent from the first ones; null for one that is gone. */
  getNames: (ids: readonly string[], signal: AbortSignal) => Promise<Map<string, string | null>>
}

const limit = 100

/** Asks for each record. */
async function collectNames(ids: readonly string[], getName: (id: string) => Promise<string | null>) {
  const names = ids.map((id) =>
    getName(id).catch((error: unknown) => {
      if (isNotFoundError(error)) return null
      throw error
    }),
  )
  return new Map((await Promise.all(names)).map((name, at) => [ids[at] ?? '', name]))
}

const toListChoice = (list: SuppressionList): ExclusionChoice => ({
  id: list.id,
  name: list.name,
  description: formatListSize(list),
})

const lists: ExclusionSource = {
  // All of them are one page.
  find: async (search = '', signal) => {
    const { items } = await api.call(suppressionLists.list, suppressionListsInput, { signal })
    const found = items.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    return { items: found.map(toListChoice), totalCount: found.length }
  },
  getNames: async (ids, signal) => {
    const { items } = await api.call(suppressionLists.list, suppressionListsInput, { signal })
    const names = new Map(items.map(({ id, name }) => [id, name]))
    return new Map(ids.map((id) => [id, names.get(id) ?? null]))
  },
}

const toOrderChoice = ({ id, orderName, campaignName, deliveredQuantity, completedAt }: ListedOrder) => ({
  id,
  name: orderName,
  description: [pluralize(deliveredQuantity, 'lead'), formatDay(completedAt), campaignName].filter(Boolean).join(', '),
})

const completedOrders = { status: 'COMPLETED', limit } as const

const consumerOrders: ExclusionSource = {
  find: async (search, signal) => {
    const query = { ...completedOrders, search, isSingle: 'false' } as const
    const { items, totalCount } = await api.call(privateOrders.list, { query }, { signal })
    return { items: items.map(toOrderChoice), totalCount }
  },
  getNames: (ids, signal) =>
    collectNames(ids, async (id) => {
      const { orderName } = await api.call(privateOrders.get, { params: { id } }, { signal })
      return orderName
    }),
}

const campaignOrders: ExclusionSource = {
  find: async (search, signal) => {
    const { items, totalCount } = await api.call(orders.listAll, { query: { ...completedOrders, search } }, { signal })
    return { items: items.map(toOrderChoice), totalCount }
  },
  // An order by itself is asked for with its campaign, which is unknown here.
  getNames: (ids, signal) =>
    collectNames(ids, async (orderId) => {
      const { items } = await api.call(orders.listAll, { query: { orderId, limit: 1 } }, { signal })
      return items[0]?.orderName ?? null
    }),
}

const toCampaignChoice = ({ id, name, orderCount, leadsDelivered }: ListedCampaign) => ({
  id,
  name,
  description: `${pluralize(orderCount, 'order')}, ${pluralize(leadsDelivered, 'lead')} delivered`,
})

const ownCampaigns: ExclusionSource = {
  find: async (search, signal) => {
    const { items, totalCount } = await api.call(campaigns.list, { query: { limit, search } }, { signal })
    return { items: items.map(toCampaignChoice), totalCount }
  },
  getNames: (ids, signal) =>
    collectNames(ids, async (campaignId) => {
      const { name } = await api.call(campaigns.get, { params: { campaignId } }, { signal })
      return name
    }),
}

const toSearchChoice = ({ id, name, criteriaSummary }: ListedSavedSearch): ExclusionChoice => ({
  id,
  name,
  ...(criteriaSummary.excludesSearches && { refusal: 'This search excludes other searches, so it cannot be excluded' }),
})

const searches: ExclusionSource = {
  find: async (search, signal) => {
    const { items, totalCount } = await api.call(savedSearches.list, { query: { limit, search } }, { signal })
    return { items: items.map(toSearchChoice), totalCount }
  },
  getNames: (ids, signal) =>
    collectNames(ids, async (id) => {
      const { name } = await api.call(savedSearches.get, { params: { id } }, { signal })
      return name
    }),
}

/** The source of the records of a kind for a user who has such records. */
export const getExclusionSource = (role: Role | undefined, key: ExclusionKey): ExclusionSource =>
  ({
    suppressionListIds: lists,
    orderIds: role === 'CONSUMER_USER' ? consumerOrders : campaignOrders,
    campaignIds: ownCampaigns,
    savedSearchIds: searches,
  })[key]
