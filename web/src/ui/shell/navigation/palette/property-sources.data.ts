import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { filters } from '@dooryard/contract/properties/filters'
import { properties } from '@dooryard/contract/properties/properties'
import { MapPin, MapPinned, UserRound } from 'lucide-react'
import { api } from '../../../../lib/api/api.ts'
import { formatCityLine, formatStreetLine } from '../../../../lib/format/address.ts'
import { toReadableCase } from '../../../../lib/format/format.ts'
import { foundPerSource as limit, type PaletteLink, type PaletteSource as Source } from './palette-items.ts'

/** Shorter texts are in too many names and addresses. */
const isLongEnough = ({ length }: string) => length >= 4

export const toPropertyLink = (propertyId: string): PaletteLink => ({
  to: '/portal/properties/$propertyId',
  params: { propertyId },
})

export const findProperties: Source = {
  label: 'Properties',
  accepts: isLongEnough,
  find: async (search, signal) => {
    const { items } = await api.call(properties.matches, { query: { search, limit } }, { signal })
    return items.map((property) => ({
      id: property.propertyId,
      label: formatStreetLine(property),
      description: `${formatCityLine(property)} · Parcel ${property.apn}`,
      icon: MapPin,
      link: toPropertyLink(property.propertyId),
    }))
  },
}

type FoundLead = { orderId: string; propertyId: string }

export const toBoardLink = ({ orderId, propertyId }: FoundLead) =>
  ({ to: '/portal/pipeline-builder', search: { tab: 'board', lead: `${orderId}.${propertyId}` } }) as PaletteLink

/** Owners whose names the user has purchased. */
export const findLeads = (toLink: (lead: FoundLead) => PaletteLink): Source => ({
  label: 'Leads',
  accepts: isLongEnough,
  find: async (search, signal) => {
    const { items } = await api.call(leadBoard.list, { query: { search, limit } }, { signal })
    return items.map((lead) => ({
      id: `${lead.orderId}.${lead.propertyId}`,
      label: toReadableCase(lead.ownerName ?? formatStreetLine(lead)),
      description: [formatStreetLine(lead), formatCityLine(lead)].join(', '),
      icon: UserRound,
      link: toLink(lead),
    }))
  },
})

/**
 * Properties by whole words of their owner's name, for administrators, who see all owners: the names that others search
 * for count toward an allowance, and each pause in typing would take one of it.
 */
export const owners: Source = {
  label: 'Owners',
  accepts: (text) => isLongEnough(text) && !/^\d|@/.test(text),
  find: async (name, signal) => {
    const body = { criteria: { owner: { name } }, limit }
    const { items } = await api.call(properties.search, { body }, { signal })
    return items.map((property) => ({
      id: `owner ${property.propertyId}`,
      label: toReadableCase(property.ownerName),
      description: `${formatStreetLine(property)}, ${formatCityLine(property)}`,
      icon: UserRound,
      link: toPropertyLink(property.propertyId),
    }))
  },
}

const zipPattern = /^\d{5}$/

/** A ZIP or a city, as the place of a new search. */
export const places: Source = {
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
