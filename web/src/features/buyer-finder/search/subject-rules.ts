import type { FilterItem } from '@dooryard/contract/properties/filters'
import type { AddressMatch } from '@dooryard/contract/properties/properties'
import { formatNoData, splitByData } from '../../../criteria/places/places-without-data.ts'
import { formatPosition, type Position, parsePosition } from '../../../criteria/places/position.ts'
import type { Suggestion } from '../../../criteria/places/use-combobox-keys.ts'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'

export type Subject = Position & { label?: string; property?: string }

/** An option in the list of places. Without a subject it is disabled and shows the reason. */
type SubjectChoice = Suggestion & { subject?: Subject }

/** `36.1512, -86.8533`. */
function toAddressChoice(match: AddressMatch): SubjectChoice {
  const { propertyId, lat, lng } = match
  const label = [formatStreetLine(match), formatCityLine(match)].filter(Boolean).join(', ').slice(0, 100)
  const choice = { id: `address.${propertyId}`, label }
  if (lat === null || lng === null) return { ...choice, note: 'Position unknown', isOff: true }
  return { ...choice, subject: { lat, lng, label, property: propertyId } }
}

function toPlaceChoices(kind: 'cities' | 'zips', { value, label, count, lat, lng }: FilterItem): SubjectChoice[] {
  if (lat === undefined || lng === undefined) return []
  const uncovered = count === 0 && { note: formatNoData(kind), isEmpty: true }
  return [{ id: `${kind}.${value}`, label, ...uncovered, subject: { lat, lng, label } }]
}

const placeGroupLabels = { cities: 'Cities', zips: 'ZIP codes' }

type SubjectMatches = { addresses: readonly AddressMatch[]; cities: readonly FilterItem[]; zips: readonly FilterItem[] }

/** Groups the matches by kind; a typed position comes first, and places that no county dataset covers last. */
export function buildChoiceGroups(
  typed: string,
  { addresses, cities, zips }: SubjectMatches,
): { label: string; choices: SubjectChoice[] }[] {
  const position = parsePosition(typed)
  const { groups, withoutData } = splitByData([
    { kind: 'cities', items: cities },
    { kind: 'zips', items: zips },
  ])
  return [
    {
      label: 'Position',
      choices: position ? [{ id: 'position', label: formatPosition(position), subject: position }] : [],
    },
    { label: 'Addresses', choices: addresses.map(toAddressChoice) },
    ...groups.map(({ kind, items }) => ({
      label: placeGroupLabels[kind],
      choices: items.flatMap((item) => toPlaceChoices(kind, item)),
    })),
    { label: 'Other places', choices: withoutData.flatMap((place) => toPlaceChoices(place.kind, place)) },
  ].filter(({ choices }) => choices.length > 0)
}
