import type { FilterItem } from '@dooryard/contract/filters'
import type { AddressMatch } from '@dooryard/contract/properties'
import type { Offer } from '../../../criteria/places/use-offer-keys.ts'
import { streetLine, townLine } from '../../../lib/address.ts'
import { type Position, parsePosition } from '../buyer-search.ts'

export type Subject = Position & { label?: string; property?: string }

/** One line of the list of places. Without a subject it cannot be chosen, and says why. */
type Choice = Offer & { subject?: Subject }

/** `36.1512, -86.8533`. */
export const formatPosition = ({ lat, lng }: Position) => `${lat.toFixed(4)}, ${lng.toFixed(4)}`

function addressChoice(match: AddressMatch): Choice {
  const { propertyId, lat, lng } = match
  const label = [streetLine(match), townLine(match)].filter(Boolean).join(', ').slice(0, 100)
  const choice = { id: `address.${propertyId}`, label }
  if (lat === null || lng === null) return { ...choice, note: 'Position unknown', isOff: true }
  return { ...choice, subject: { lat, lng, label, property: propertyId } }
}

function placeChoice(kind: string, { value, label, count, lat, lng }: FilterItem): Choice[] {
  if (lat === undefined || lng === undefined) return []
  return [{ id: `${kind}.${value}`, label, ...(count === 0 && { note: 'No data' }), subject: { lat, lng, label } }]
}

type Found = { addresses: readonly AddressMatch[]; cities: readonly FilterItem[]; zips: readonly FilterItem[] }

/** What can be chosen of what was found, by its kind; a position that was typed comes first. */
export function buildChoiceGroups(
  typed: string,
  { addresses, cities, zips }: Found,
): { label: string; choices: Choice[] }[] {
  const position = parsePosition(typed)
  return [
    {
      label: 'Position',
      choices: position ? [{ id: 'position', label: formatPosition(position), subject: position }] : [],
    },
    { label: 'Addresses', choices: addresses.map(addressChoice) },
    { label: 'Cities', choices: cities.flatMap((city) => placeChoice('city', city)) },
    { label: 'ZIP codes', choices: zips.flatMap((zip) => placeChoice('zip', zip)) },
  ].filter(({ choices }) => choices.length > 0)
}
