import type { FilterItem } from '@dooryard/contract/properties/filters'
import { useQuery } from '@tanstack/react-query'
import { useAddresses, usePlaces } from '../../../criteria/places/places.data.ts'
import { formatPosition, type Position } from '../../../criteria/places/position.ts'
import { isNotFoundError } from '../../../lib/api/errors.ts'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { subjectProperty } from '../buyer-finder.data.ts'
import { type BuyerFinderState, getPosition } from '../buyer-search.ts'
import { buildChoiceGroups, type Subject } from './subject-rules.ts'

export type ResolvedSubject = {
  /** The name; undefined if there is no subject, or it is not known. */
  name?: string
  center?: Position
  /** Why the search cannot run around the subject. */
  problem?: 'missing' | 'no position' | undefined
}

/**
 * Resolves the subject in the URL. The server provides the address and position of a property that is given by id
 * alone.
 */
export function useSubject(state: BuyerFinderState): ResolvedSubject {
  const position = getPosition(state)
  const { property, label } = state
  const { data, error } = useQuery({
    ...subjectProperty(property ?? ''),
    enabled: property !== undefined && (position === undefined || label === undefined),
  })
  const loaded = data && data.propertyId === property ? data : undefined
  const address = loaded && [formatStreetLine(loaded), formatCityLine(loaded)].filter(Boolean).join(', ')
  if (position) return { name: label ?? address ?? formatPosition(position), center: position }
  if (!property) return {}
  const name = label ?? address ?? 'A property'
  if (!loaded) return { name, problem: error && isNotFoundError(error) ? 'missing' : undefined }
  const { lat, lng } = loaded
  return lat === null || lng === null ? { name, problem: 'no position' } : { name, center: { lat, lng } }
}

const kinds = ['cities', 'zips'] as const

export function useSubjectChoices(typed: string, isOpen: boolean) {
  const addresses = useAddresses(typed, isOpen)
  const places = usePlaces(typed, isOpen, kinds)
  const listItems = (kind: (typeof kinds)[number]): readonly FilterItem[] =>
    places.groups.find((group) => group.kind === kind)?.items ?? []
  const groups = buildChoiceGroups(typed, {
    addresses: addresses.items,
    cities: listItems('cities'),
    zips: listItems('zips'),
  })
  return {
    groups: groups.map(({ label, choices: suggestions }) => ({ label, suggestions })),
    isSettled: addresses.isSettled && places.isSettled,
    isError: addresses.isError || places.isError,
    retry: () => {
      if (addresses.isError) addresses.retry()
      if (places.isError) places.retry()
    },
    getSubject: (id: string): Subject | undefined =>
      groups.flatMap(({ choices }) => choices).find((choice) => choice.id === id)?.subject,
  }
}

export type SubjectChoices = ReturnType<typeof useSubjectChoices>
