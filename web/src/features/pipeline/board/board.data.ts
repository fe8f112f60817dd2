import { type BoardLead, type BoardLeadDetail, leadBoard } from '@dooryard/contract/lead-board'
import { orders, privateOrders } from '@dooryard/contract/orders'
import type { PageOf } from '@dooryard/contract/paging'
import type { LeadStage } from '@dooryard/contract/vocabularies'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { isMissing } from '../../../lib/errors.ts'
import { useOnceOnly } from '../../../lib/once-only.ts'
import { keyOf, liveQueryOf, queryOf } from '../../../lib/query.ts'
import {
  countsAfter,
  type LeadPages,
  parseLeadKey,
  type StageCounts,
  toLeadKey,
  withOnTop,
  without,
  withUpdated,
} from './board-rules.ts'

export type BoardFilter = { orderId?: string | undefined; search?: string | undefined }

const pageSize = 100

export const stageCounts = (filter: BoardFilter) => liveQueryOf(leadBoard.stages, { query: filter })

const columnKey = (stage: LeadStage) => [leadBoard.list.path, 'column', stage] as const

/** Pages go on behind a lead and not at a number, since leads that move shift whatever stands behind them. */
function behindLast(page: PageOf<BoardLead>, pages: PageOf<BoardLead>[]): string | undefined {
  const last = page.items.at(-1)
  const loaded = pages.reduce((sum, { items }) => sum + items.length, 0)
  return last && loaded < page.totalCount ? [last.stagedAt, last.orderId, last.propertyId].join() : undefined
}

/** The leads of a stage, as many pages of them as were scrolled to. */
export const columnLeads = (stage: LeadStage, filter: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: [...columnKey(stage), filter],
    queryFn: ({ pageParam, signal }): Promise<PageOf<BoardLead>> =>
      api.call(leadBoard.list, { query: { ...filter, stage, after: pageParam, limit: pageSize } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: behindLast,
    placeholderData: keepPreviousData,
  })

export const leadDetail = (key: string) => queryOf(leadBoard.get, { params: parseLeadKey(key) })

const mostOrders = 100

/** The delivered orders to choose from, the newest first, and the chosen one though it be older. */
export function useOrderChoices(chosen: string | undefined) {
  const { data } = useQuery(queryOf(privateOrders.list, { query: { limit: mostOrders, status: 'COMPLETED' } }))
  const listed = data?.items ?? []
  const isUnlisted = chosen !== undefined && data !== undefined && !listed.some(({ id }) => id === chosen)
  const other = useQuery({
    ...queryOf(privateOrders.get, { params: { id: chosen ?? '' } }),
    enabled: isUnlisted,
  })
  const named = listed.map(({ id, orderName }) => ({ value: id, label: orderName }))
  return isUnlisted ? [...named, { value: chosen, label: other.data?.orderName ?? 'An older order' }] : named
}

export type Move = { lead: BoardLead; to: LeadStage }

const pagesOf = (stage: LeadStage) => ({ queryKey: columnKey(stage) })

/** Shows a lead at another stage, before the server has answered. */
function showMoved(cache: QueryClient, lead: BoardLead, to: LeadStage) {
  const moved = { ...lead, stage: to, stagedAt: new Date().toISOString() }
  cache.setQueriesData<LeadPages>(pagesOf(lead.stage), (data) => data && without(data, toLeadKey(lead)))
  cache.setQueriesData<LeadPages>(pagesOf(to), (data) => data && withOnTop(data, moved))
  cache.setQueriesData<StageCounts>(
    { queryKey: keyOf(leadBoard.stages) },
    (counts) => counts && countsAfter(counts, lead.stage, to),
  )
  cache.setQueryData<BoardLeadDetail>(leadDetail(toLeadKey(lead)).queryKey, (known) => known && { ...known, stage: to })
}

const moveKey = ['move-lead']

/** The columns to be asked for again once no move is in progress. */
const changed = new Set<LeadStage>()

/** Asks again for all that a change of a lead shows in, unless another change is still in progress. */
function refresh(cache: QueryClient, stages: LeadStage[]) {
  for (const stage of stages) changed.add(stage)
  if (cache.isMutating({ mutationKey: moveKey }) > 1) return
  for (const stage of changed) void cache.invalidateQueries(pagesOf(stage))
  changed.clear()
  const touched = [leadBoard.stages, leadBoard.get, orders.leads, privateOrders.leads]
  for (const endpoint of touched) void cache.invalidateQueries({ queryKey: keyOf(endpoint) })
}

/** Moves a lead to a stage: shown optimistically, and back where it was when the server does not take it. */
export function useMoveLead() {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: moveKey,
    // One after the other, so that the last move is the one that stays.
    scope: { id: 'move-lead' },
    mutationFn: ({ lead: { orderId, propertyId }, to }: Move) =>
      api.call(leadBoard.change, { params: { orderId, propertyId }, body: { stage: to } }),
    onMutate: async ({ lead, to }) => {
      // What is on its way was asked for before the move.
      await Promise.all([
        ...[lead.stage, to].map((stage) => cache.cancelQueries(pagesOf(stage))),
        cache.cancelQueries({ queryKey: keyOf(leadBoard.stages) }),
      ])
      showMoved(cache, lead, to)
    },
    onSuccess: (lead, { to }) =>
      cache.setQueriesData<LeadPages>(pagesOf(to), (data) => data && withUpdated(data, lead)),
    onError: (_, { lead, to }) => showMoved(cache, { ...lead, stage: to }, lead.stage),
    onSettled: (_, __, { lead, to }) => refresh(cache, [lead.stage, to]),
  })
}

const afterNote = (cache: QueryClient, key: string) =>
  Promise.all([
    cache.invalidateQueries(leadDetail(key)),
    cache.invalidateQueries({ queryKey: [leadBoard.list.path, 'column'] }),
  ])

/** Writes something down about a lead, and says so though whoever asked be gone. */
export function useAddNote(key: string, onAdded: (text: string) => void) {
  const cache = useQueryClient()
  const once = useOnceOnly()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (text: string) =>
      once((idempotencyKey) =>
        api.call(leadBoard.addNote, { params: parseLeadKey(key), body: { text } }, { idempotencyKey }),
      ),
    onSuccess: (_, text) => {
      onAdded(text)
      void afterNote(cache, key)
    },
  })
}

const removeNoteKey = ['remove-note']

/** Deletes a note, and says so though whoever asked be gone. One that is gone already is as good as deleted. */
export function useRemoveNote(key: string, onRemoved: (noteId: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: removeNoteKey,
    mutationFn: (noteId: string) =>
      api.call(leadBoard.removeNote, { params: { ...parseLeadKey(key), noteId } }).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      }),
    onSuccess: (_, noteId) => {
      onRemoved(noteId)
      return afterNote(cache, key)
    },
  })
}

/** The notes that are being deleted, until the lead has been read again without them. */
export const useDeletingNotes = () =>
  useMutationState({
    filters: { mutationKey: removeNoteKey, status: 'pending' },
    select: ({ state }) => state.variables as string, // as `useRemoveNote` takes it
  })

export function useRestoreNote(key: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (noteId: string) => api.call(leadBoard.restoreNote, { params: { ...parseLeadKey(key), noteId } }),
    onSettled: () => afterNote(cache, key),
  })
}
