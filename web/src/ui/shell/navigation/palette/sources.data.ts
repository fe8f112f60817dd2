import type { Role } from '@dooryard/contract/api/roles'
import { adminPayments } from '@dooryard/contract/billing/admin/admin-payments'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { filters } from '@dooryard/contract/properties/filters'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { Bookmark, CreditCard, MapPin, MapPinned, Megaphone, PackageOpen, UserRound } from 'lucide-react'
import { api } from '../../../../lib/api/api.ts'
import { isNotFoundError } from '../../../../lib/api/errors.ts'
import { formatCityLine, formatStreetLine } from '../../../../lib/format/address.ts'
import { formatMoney, pluralize, toReadableCase, toTitleCase } from '../../../../lib/format/format.ts'
import { formatUserName } from '../../../../lib/format/user-name.ts'
import type { PaletteItem, PaletteLink } from './palette-items.ts'

const limit = 5

type Source = {
  label: string
  /** Whether the text can be found here at all; two characters by default. */
  accepts?: (text: string) => boolean
  find: (text: string, signal: AbortSignal) => Promise<PaletteItem[]>
}

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

/** Shorter texts are in too many names and addresses. */
const isLongEnough = ({ length }: string) => length >= 4

const foundProperties: Source = {
  label: 'Properties',
  accepts: isLongEnough,
  find: async (search, signal) => {
    const { items } = await api.call(properties.matches, { query: { search, limit } }, { signal })
    return items.map((property) => ({
      id: property.propertyId,
      label: formatStreetLine(property),
      description: `${formatCityLine(property)} · Parcel ${property.apn}`,
      icon: MapPin,
      // Without criteria, the default saved search would open behind it.
      link: { to: '/portal/lead-finder', search: { property: property.propertyId, criteria: {} } } as PaletteLink,
    }))
  },
}

/** Owners whose names the user has purchased. */
const purchasedLeads: Source = {
  label: 'Leads',
  accepts: isLongEnough,
  find: async (search, signal) => {
    const { items } = await api.call(leadBoard.list, { query: { search, limit } }, { signal })
    return items.map((lead) => ({
      id: `${lead.orderId}.${lead.propertyId}`,
      label: toReadableCase(lead.ownerName ?? formatStreetLine(lead)),
      description: [formatStreetLine(lead), formatCityLine(lead)].join(', '),
      icon: UserRound,
      link: {
        to: '/portal/pipeline-builder',
        search: { tab: 'board', lead: `${lead.orderId}.${lead.propertyId}` },
      } as PaletteLink,
    }))
  },
}

const zipPattern = /^\d{5}$/

/** A ZIP or a city, as the place of a new search. */
const places: Source = {
  label: 'Places',
  accepts: (text) => zipPattern.test(text) || /^[\p{L}][\p{L} .'-]{3,}$/u.test(text),
  find: async (search, signal) => {
    const isZip = zipPattern.test(search)
    const { items } = await api.call(isZip ? filters.zips : filters.cities, { query: { search, limit: 3 } }, { signal })
    return items.map(({ value, label }) => ({
      id: `place ${value}`,
      label: isZip ? `ZIP ${label}` : label,
      description: 'Search here',
      icon: MapPinned,
      link: {
        to: '/portal/lead-finder',
        search: { criteria: { location: isZip ? { zips: [value] } : { cities: [value] } } },
      } as PaletteLink,
    }))
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
  CONSUMER_USER: [places, foundProperties, purchasedLeads, findSearches('/portal/lead-finder'), consumerOrders],
  ENTERPRISE_USER: [ownCampaigns, campaignOrders, findSearches('/portal/campaigns/create')],
  SUPER_ADMIN: [users, allOrders, adminCampaignItems, payments],
  AFFILIATE_USER: [],
}
