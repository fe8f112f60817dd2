import type { FilterItem } from '@dooryard/contract/filters'
import { useAddresses, usePlaces } from '../../criteria/places.data.ts'
import { choiceGroups, type Subject } from './subject-rules.ts'

const kinds = ['cities', 'zips'] as const

/** Addresses, cities and ZIP codes that begin with what is typed. */
function useSubjects(typed: string, isOpen: boolean) {
  const addresses = useAddresses(typed, isOpen)
  const places = usePlaces(typed, isOpen, kinds)
  const itemsOf = (kind: (typeof kinds)[number]): readonly FilterItem[] =>
    places.groups.find((group) => group.kind === kind)?.items ?? []
  return {
    addresses: addresses.items,
    cities: itemsOf('cities'),
    zips: itemsOf('zips'),
    isSettled: addresses.isSettled && places.isSettled,
    isError: addresses.isError || places.isError,
    retry: () => {
      if (addresses.isError) addresses.retry()
      if (places.isError) places.retry()
    },
  }
}

/** The places that can be chosen for what is typed. */
export function useSubjectChoices(typed: string, isOpen: boolean) {
  const found = useSubjects(typed, isOpen)
  const groups = choiceGroups(typed, found)
  const choices = groups.flatMap((group) => group.choices)
  return {
    groups: groups.map(({ label, choices: offered }) => ({
      label,
      offers: offered.map(({ subject, ...offer }) => ({ ...offer, isOff: !subject })),
    })),
    /** Whether the list answers what is typed. */
    isSettled: found.isSettled,
    isError: found.isError,
    retry: found.retry,
    subjectOf: (id: string): Subject | undefined => choices.find((choice) => choice.id === id)?.subject,
  }
}
export type SubjectChoices = ReturnType<typeof useSubjectChoices>
