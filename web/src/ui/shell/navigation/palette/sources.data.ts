import type { Role } from '@dooryard/contract/api/roles'
import { adminPayments } from '@dooryard/contract/billing/admin/admin-payments'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { Bookmark, CreditCard, Megaphone, PackageOpen, UserRound } from 'lucide-react'
import { api } from '../../../../lib/api/api.ts'
import { isNotFoundError } from '../../../../lib/api/errors.ts'
import { formatMoney, pluralize, toTitleCase } from '../../../../lib/format/format.ts'
import { formatUserName } from '../../../../lib/format/user-name.ts'
import { foundPerSource as limit, type PaletteLink, type PaletteSource as Source } from './palette-items.ts'
import { findLeads, findProperties, owners, places, toBoardLink, toPropertyLink } from './property-sources.data.ts'

type FoundOrder = { id: string; orderName: string; campaignId?: string | undefined; quantity: number }

const toOrderItem = ({ id, orderName, quantity }: FoundOrder, owner: string | undefined, link: PaletteLink) => ({
  id,
  label: orderName,
  description: [pluralize(quantity, 'lead'), owner].filter(Boolean).join(', '),
  icon: PackageOpen,
  link,
})

const findSearches = (to: '/portal/lead-finder' | '/portal/campaigns/create'): Source => ({
  label: 'Saved searches',
  find: async (search, signal) => {
    const { items } = await api.call(savedSearches.list, { query: { search, limit } }, { signal })
    return items.map(({ id, name, lastCount }) => ({
      id,
      label: name,
      description: lastCount === null ? undefined : pluralize(lastCount, 'match', 'matches'),
      icon: Bookmark,
      link: { to, search: { saved: id } } as PaletteLink,
    }))
  },
})

const consumerOrders: Source = {
  label: 'Orders',
  find: async (search, signal) => {
    const { items } = await api.call(privateOrders.list, { query: { search, limit } }, { signal })
    return items.map((order) =>
      toOrderItem(order, undefined, { to: '/portal/orders/$orderId', params: { orderId: order.id } }),
    )
  },
}

const ownCampaigns: Source = {
  label: 'Campaigns',
  find: async (search, signal) => {
    const { items } = await api.call(campaigns.list, { query: { search, limit } }, { signal })
    return items.map(({ id, name, orderCount }) => ({
      id,
      label: name,
      description: pluralize(orderCount, 'order'),
      icon: Megaphone,
      link: { to: '/portal/campaigns/$campaignId', params: { campaignId: id } },
    }))
  },
}

const campaignOrders: Source = {
  label: 'Orders',
  find: async (search, signal) => {
    const { items } = await api.call(orders.listAll, { query: { search, limit } }, { signal })
    return items.flatMap((order) =>
      order.campaignId
        ? toOrderItem(order, order.campaignName, {
            to: '/portal/campaigns/$campaignId/orders/$orderId',
            params: { campaignId: order.campaignId, orderId: order.id },
          })
        : [],
    )
  },
}

const adminCampaignItems: Source = {
  label: 'Campaigns',
  find: async (search, signal) => {
    const { items } = await api.call(adminCampaigns.list, { query: { search, limit } }, { signal })
    return items.map(({ id, name, user }) => ({
      id,
      label: name,
      description: user.email,
      icon: Megaphone,
      link: { to: '/portal/enterprise-campaigns/$campaignId', params: { campaignId: id } },
    }))
  },
}

const users: Source = {
  label: 'Users',
  find: async (search, signal) => {
    const { items } = await api.call(adminUsers.list, { query: { search, limit } }, { signal })
    return items.map((user) => ({
      id: user.id,
      label: formatUserName(user),
      description: `${user.email}, ${toTitleCase(user.role)}`,
      icon: UserRound,
      link: { to: '/portal/users', search: { search: user.email, user: user.id } } as PaletteLink,
    }))
  },
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const toAdminOrderItem = ({ user, ...order }: FoundOrder & { user: { email: string } }) =>
  toOrderItem(
    order,
    user.email,
    order.campaignId
      ? {
          to: '/portal/enterprise-campaigns/$campaignId/orders/$orderId',
          params: { campaignId: order.campaignId, orderId: order.id },
        }
      : { to: '/portal/orders/$orderId', params: { orderId: order.id } },
  )

const allOrders: Source = {
  label: 'Orders',
  find: async (search, signal) => {
    if (!uuidPattern.test(search)) {
      const { items } = await api.call(adminOrders.list, { query: { search, limit } }, { signal })
      return items.map(toAdminOrderItem)
    }
    try {
      return [toAdminOrderItem(await api.call(adminOrders.get, { params: { id: search } }, { signal }))]
    } catch (error) {
      if (isNotFoundError(error)) return []
      throw error
    }
  },
}

/** Payments by the number of their invoice or credit note; names and emails find users instead. */
const payments: Source = {
  label: 'Payments',
  accepts: (text) => text.length >= 3 && /\d/.test(text) && !uuidPattern.test(text),
  find: async (search, signal) => {
    const { items } = await api.call(adminPayments.list, { query: { search, limit } }, { signal })
    return items.map(({ transactionId, invoiceNumber, description, amount, currency, user }) => ({
      id: transactionId,
      label: invoiceNumber ?? description,
      description: `${formatMoney({ amount, currency })}, ${user.email}`,
      icon: CreditCard,
      link: { to: '/portal/payments', search: { search: invoiceNumber ?? user.email } } as PaletteLink,
    }))
  },
}

/** Where the palette finds records, by role. */
export const sourcesByRole: Record<Role, readonly Source[]> = {
  CONSUMER_USER: [places, findProperties, findLeads(toBoardLink), findSearches('/portal/lead-finder'), consumerOrders],
  ENTERPRISE_USER: [
    ownCampaigns,
    campaignOrders,
    findSearches('/portal/campaigns/create'),
    findProperties,
    findLeads(({ propertyId }) => toPropertyLink(propertyId)),
  ],
  SUPER_ADMIN: [users, allOrders, adminCampaignItems, payments, findProperties, owners],
  AFFILIATE_USER: [],
}
