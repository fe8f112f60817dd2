import type { FilterItem } from '@dooryard/contract/filters'
import { useQuery } from '@tanstack/react-query'
import { useAddresses, usePlaces } from '../../../criteria/places/places.data.ts'
import { streetLine, townLine } from '../../../lib/address.ts'
import { isMissing } from '../../../lib/errors.ts'
import { subjectProperty } from '../buyer-finder.data.ts'
import { type BuyerFinderState, getPosition, type Position } from '../buyer-search.ts'
import { buildChoiceGroups, formatPosition, type Subject } from './subject-rules.ts'

export type ShownSubject = {
  /** What it is called; undefined as long as there is none, or it is not known. */
  name?: string
  center?: Position
  /** Why nobody can be looked for around it. */
  problem?: 'missing' | 'no position' | undefined
}

/** The subject that the address names. Of one that it names as a property alone, the server says what and where it is. */
export function useSubject(state: BuyerFinderState): ShownSubject {
  const given = getPosition(state)
  const { property, label } = state
  const { data, error } = useQuery({
    ...subjectProperty(property ?? ''),
    enabled: property !== undefined && (given === undefined || label === undefined),
  })
  const known = data && data.propertyId === property ? data : undefined
  const address = known && [streetLine(known), townLine(known)].filter(Boolean).join(', ')
  if (given) return { name: label ?? address ?? formatPosition(given), center: given }
  if (!property) return {}
  const name = label ?? address ?? 'A property'
  if (!known) return { name, problem: error && isMissing(error) ? 'missing' : undefined }
  const { lat, lng } = known
  return lat === null || lng === null ? { name, problem: 'no position' } : { name, center: { lat, lng } }
}

const kinds = ['cities', 'zips'] as const

export function useSubjectChoices(typed: string, isOpen: boolean) {
  const addresses = useAddresses(typed, isOpen)
  const places = usePlaces(typed, isOpen, kinds)
  const itemsOf = (kind: (typeof kinds)[number]): readonly FilterItem[] =>
    places.groups.find((group) => group.kind === kind)?.items ?? []
  const groups = buildChoiceGroups(typed, {
    addresses: addresses.items,
    cities: itemsOf('cities'),
    zips: itemsOf('zips'),
  })
  return {
    groups: groups.map(({ label, choices: offers }) => ({ label, offers })),
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
