import { contacts } from '@dooryard/contract/contacts'
import { adminDnc, type DncCoverage, dnc, type NewDncImport } from '@dooryard/contract/dnc'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import type { FileImport } from '@dooryard/contract/file-imports'
import type { PageOf } from '@dooryard/contract/paging'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'
import { useUser } from '../../lib/use-user.ts'
import { coveragePage } from './coverage-rows.ts'
import type { CoverageState } from './integration-search.ts'

type PageState = { page: number; limit: number }

/** The calls about do-not-call lists that are the reader's: the platform's for administrators, their own for others. */
function useDnc() {
  const isPlatform = useUser().role === 'SUPER_ADMIN'
  return { isPlatform, calls: isPlatform ? adminDnc : dnc }
}

/** Whether the lists on the screen are the platform's. */
export const useIsPlatform = () => useDnc().isPlatform

export function useCoverage() {
  const { calls } = useDnc()
  return useQuery(queryOf(calls.coverage, {}))
}

/** One page of the area codes that are covered: they come all at once, so that nothing is asked for again. */
export function useCoveragePage(asked: CoverageState) {
  const { calls } = useDnc()
  return useQuery({ ...queryOf(calls.coverage, {}), select: (coverage) => coveragePage(coverage, asked) })
}

/** Asks again for what an import, a removal or a change of numbers changes. */
export function useRefreshDnc() {
  const cache = useQueryClient()
  const { calls } = useDnc()
  return () =>
    Promise.all(
      [calls.coverage, calls.imports, calls.check].map((call) => cache.invalidateQueries({ queryKey: keyOf(call) })),
    )
}

const isUnderWay = ({ status }: FileImport) => status === 'QUEUED' || status === 'RUNNING'

/** Milliseconds between two looks at imports that are under way. */
const lookEvery = 2_000

const whileUnderWay = ({ state }: { state: { data: PageOf<FileImport> | undefined } }) =>
  state.data?.items.some(isUnderWay) ? lookEvery : false

/** Calls `onChange` once the imports are not as they were when last seen. */
function useNews(imports: FileImport[] | undefined, onChange: () => unknown) {
  const now = imports?.map(({ id, status }) => `${id} ${status}`).join()
  const before = useRef<string>(undefined)
  const tell = useEffectEvent(() => void onChange())
  useEffect(() => {
    if (now === undefined) return
    if (before.current !== undefined && before.current !== now) tell()
    before.current = now
  }, [now])
}

/** The imports of do-not-call lists, looked at again while one is under way; what one brings is asked for then. */
export function useDncImports(query: PageState) {
  const { calls } = useDnc()
  const cache = useQueryClient()
  const result = useQuery({ ...liveQueryOf(calls.imports, { query }), refetchInterval: whileUnderWay })
  useNews(result.data?.items, () =>
    Promise.all([calls.coverage, calls.check].map((call) => cache.invalidateQueries({ queryKey: keyOf(call) }))),
  )
  return result
}

type UploadOptions = Parameters<typeof api.upload<AnyEndpoint>>[2]

export function useUploadList() {
  const { calls } = useDnc()
  return (query: NewDncImport, body: File, options: UploadOptions) => api.upload(calls.import, { query, body }, options)
}

export function useRetryDncImport() {
  const { calls } = useDnc()
  const refresh = useRefreshDnc()
  return useMutation({
    mutationFn: (id: string) => api.call(calls.retry, { params: { id } }),
    onSettled: () => refresh(),
  })
}

/** Removes the reader's copy of a list, for an area code or a state where it has one. */
export function useRemoveCopy() {
  const { calls } = useDnc()
  const refresh = useRefreshDnc()
  return useMutation({
    mutationFn: ({ list, areaCode, state }: Pick<DncCoverage['copies'][number], 'list' | 'areaCode' | 'state'>) =>
      api.call(calls.removeCopy, { query: list === 'NATIONAL' ? { list, areaCode } : { list, state } }),
    onSettled: () => refresh(),
  })
}

const internalOf = ({ copies }: DncCoverage, isPlatform: boolean) =>
  copies.find(({ list, owner }) => list === 'INTERNAL' && owner === (isPlatform ? 'PLATFORM' : 'YOURS'))?.numbers ?? 0

/** How many numbers are on the reader's own internal list. */
export const useInternalCount = () => {
  const { isPlatform } = useDnc()
  const { data } = useCoverage()
  return data && internalOf(data, isPlatform)
}

/** Puts numbers on the internal list or takes them off it, and tells how many that changed. */
export function useChangeNumbers() {
  const { calls, isPlatform } = useDnc()
  const cache = useQueryClient()
  const refresh = useRefreshDnc()
  return useMutation({
    mutationFn: async (body: { add?: string[]; remove?: string[] }) => {
      // Asked for anew: the numbers that were there already are told from the others by it.
      const before = await cache.fetchQuery(queryOf(calls.coverage, {}))
      const after = await api.call(calls.changeNumbers, { body })
      return Math.abs(internalOf(after, isPlatform) - internalOf(before, isPlatform))
    },
    meta: { quiet: true },
    onSettled: () => refresh(),
  })
}

/** What the lists say of some numbers; nothing is asked while there is none. */
export function useCheck(numbers: string[]) {
  const { calls } = useDnc()
  return useQuery({ ...queryOf(calls.check, { body: { numbers } }), enabled: numbers.length > 0 })
}

export const contactsOverview = () => queryOf(contacts.overview, {})

export function useRefreshContacts() {
  const cache = useQueryClient()
  return () =>
    Promise.all([contacts.overview, contacts.imports].map((call) => cache.invalidateQueries({ queryKey: keyOf(call) })))
}

export function useContactImports(query: PageState) {
  const cache = useQueryClient()
  const result = useQuery({ ...liveQueryOf(contacts.imports, { query }), refetchInterval: whileUnderWay })
  useNews(result.data?.items, () => cache.invalidateQueries({ queryKey: keyOf(contacts.overview) }))
  return result
}

export const uploadContacts = (
  query: { name: string; asOf: string; fileName: string },
  body: File,
  options: UploadOptions,
) => api.upload(contacts.import, { query, body }, options)

export function useRetryContactImport() {
  const refresh = useRefreshContacts()
  return useMutation({
    mutationFn: (id: string) => api.call(contacts.retry, { params: { id } }),
    onSettled: () => refresh(),
  })
}

export function useRemoveSource() {
  const refresh = useRefreshContacts()
  return useMutation({
    mutationFn: (source: string) => api.call(contacts.removeSource, { params: { source } }),
    onSettled: () => refresh(),
  })
}
