import { type Criteria, getListIds } from '@dooryard/contract/criteria/criteria'
import { suppressionLists } from '@dooryard/contract/data/suppression-lists'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { setCriteriaValue } from '../edit-criteria.ts'
import { useHasLists, useListNames } from '../lists/lists.data.ts'
import {
  type ExclusionKey,
  exclusionKeys,
  exclusionKinds,
  hasExclusions,
  maxExcludedRecords,
} from './exclusion-kinds.ts'
import type { ExclusionChoice } from './exclusion-sources.ts'

/**
 * The cache keys of the records: changes of saved searches and suppression lists renew them. The endpoints of orders
 * and campaigns would weigh on every screen with criteria; they are asked for again whenever they are shown.
 */
const cacheKeys: Record<ExclusionKey, string> = {
  suppressionListIds: suppressionLists.list.path,
  orderIds: 'excluded-orders',
  campaignIds: 'excluded-campaigns',
  savedSearchIds: savedSearches.list.path,
}

/** The source of a kind of records for the user, loaded with the first question. */
function useExclusionSource(key: ExclusionKey) {
  const role = useSession().user?.role
  const load = async () => (await import('./exclusion-sources.ts')).getExclusionSource(role, key)
  return { isAvailable: hasExclusions(role, key), load }
}

type Source = ReturnType<typeof useExclusionSource>

const buildChoicesQuery = (key: ExclusionKey, { isAvailable, load }: Source, search: string | undefined) => ({
  queryKey: [cacheKeys[key], 'exclusions', search],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await load()).find(search, signal),
  placeholderData: keepPreviousData,
  enabled: isAvailable,
})

/** The records of a kind that criteria refer to: those they exclude, and the order they are limited to. */
const listReferences = (key: ExclusionKey, { exclude, only }: Criteria): string[] => [
  ...(exclude?.[key] ?? []),
  ...(key === 'orderIds' && only?.orderId ? [only.orderId] : []),
]

/** Returns the name of a record that criteria refer to: null if it is gone, undefined while it is unknown. */
function useKnownNames(key: ExclusionKey, criteria: Criteria, listed: readonly ExclusionChoice[] = []) {
  const { isAvailable, load } = useExclusionSource(key)
  const ids = listReferences(key, criteria).filter((id) => !listed.some((choice) => choice.id === id))
  const { data } = useQuery({
    queryKey: [cacheKeys[key], 'names', ids],
    queryFn: async ({ signal }) => (await load()).getNames(ids, signal),
    placeholderData: keepPreviousData,
    enabled: isAvailable && ids.length > 0,
  })
  return {
    isAvailable,
    getName: (id: string) => listed.find((choice) => choice.id === id)?.name ?? data?.get(id),
  }
}

/** The names of the records of a kind in criteria; those in `listed` are known already. */
function useRecordNames(key: ExclusionKey, criteria: Criteria, listed?: readonly ExclusionChoice[]) {
  const { isAvailable, getName } = useKnownNames(key, criteria, listed)
  return (id: string): string | undefined => {
    if (!isAvailable) return undefined
    const name = getName(id)
    return name === null ? exclusionKinds[key].missing : (name ?? '…')
  }
}

/** The ids of the records that criteria refer to and that are gone. Empty while that is unknown. */
export function useMissingRecords(criteria: Criteria): string[] {
  const names = {
    suppressionListIds: useKnownNames('suppressionListIds', criteria),
    orderIds: useKnownNames('orderIds', criteria),
    campaignIds: useKnownNames('campaignIds', criteria),
    savedSearchIds: useKnownNames('savedSearchIds', criteria),
  }
  const listIds = getListIds(criteria)
  const getListName = useListNames(listIds)
  return [
    ...exclusionKeys.flatMap((key) => listReferences(key, criteria).filter((id) => names[key].getName(id) === null)),
    ...listIds.filter((id) => getListName(id) === null),
  ]
}

const formatListName = (name: string | null | undefined) => (name === null ? 'Deleted list' : (name ?? '…'))

/** Returns the names of all records in criteria by their ids; undefined for viewers who can't ask for them. */
export function useCriterionNames(criteria: Criteria): (id: string) => string | undefined {
  const names: Record<ExclusionKey, (id: string) => string | undefined> = {
    suppressionListIds: useRecordNames('suppressionListIds', criteria),
    orderIds: useRecordNames('orderIds', criteria),
    campaignIds: useRecordNames('campaignIds', criteria),
    savedSearchIds: useRecordNames('savedSearchIds', criteria),
  }
  const keys = Object.keys(names) as ExclusionKey[] // its keys are typed
  const listIds = getListIds(criteria)
  const hasLists = useHasLists()
  const getListName = useListNames(listIds)
  return (id) => {
    if (listIds.includes(id)) return hasLists ? formatListName(getListName(id)) : undefined
    const key = keys.find((one) => listReferences(one, criteria).includes(id))
    return key && names[key](id)
  }
}

/**
 * A picker of excluded records: its choices by what is typed, with the chosen ones first where they are not among them.
 * `hasAny` tells whether there is anything to choose from.
 */
export function useExclusionPicker(key: ExclusionKey, criteria: Criteria, onChange: (criteria: Criteria) => void) {
  const kind = exclusionKinds[key]
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const source = useExclusionSource(key)
  const all = useQuery(buildChoicesQuery(key, source, undefined))
  const found = useQuery(buildChoicesQuery(key, source, search || undefined))
  const listed = found.data?.items ?? []
  const value = criteria.exclude?.[key] ?? []
  const getName = useRecordNames(key, criteria, [...listed, ...(all.data?.items ?? [])])
  const isFull = value.length >= maxExcludedRecords
  const unlisted = value.filter((id) => !listed.some((choice) => choice.id === id))
  const choose = (ids: readonly string[]) => onChange(setCriteriaValue(criteria, 'exclude', key, ids))
  return {
    kind,
    value,
    text,
    setText,
    choose,
    choices: [
      ...unlisted.map((id): ExclusionChoice => ({ id, name: getName(id) ?? kind.unnamed })),
      ...listed.map((choice) =>
        isFull && !choice.refusal
          ? { ...choice, refusal: `At most ${maxExcludedRecords} ${kind.many} can be excluded` }
          : choice,
      ),
    ],
    isStale: found.isPlaceholderData,
    hasAny: value.length > 0 || (all.data?.totalCount ?? 0) > 0,
    isPending: source.isAvailable && all.isPending,
    empty: found.isError ? 'They could not be loaded' : found.isPending ? 'Looking…' : kind.notFound,
  }
}

export type ExclusionPicker = ReturnType<typeof useExclusionPicker>
