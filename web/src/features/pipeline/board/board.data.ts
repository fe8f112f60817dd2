import type { LeadStage } from '@dooryard/contract/api/enums'
import type { PageResult } from '@dooryard/contract/api/paging'
import { type BoardLead, type BoardLeadDetail, leadBoard, type TaskFilter } from '@dooryard/contract/orders/lead-board'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'
import { leadDetailQuery } from '../../../entities/lead/notes/notes.data.ts'
import { api } from '../../../lib/api/api.ts'
import { buildLiveQuery, buildQuery, toQueryKey } from '../../../lib/api/query.ts'
import {
  type LeadPages,
  listLeads,
  moveStageCount,
  prependLead,
  removeLead,
  replaceLead,
  type StageCounts,
} from './board-rules.ts'

export type BoardFilter = {
  orderId?: string | undefined
  search?: string | undefined
  tag?: string | undefined
  assignee?: string | undefined
  task?: TaskFilter | undefined
}

const pageSize = 100

export const stageCountsQuery = (filter: BoardFilter) => buildLiveQuery(leadBoard.stages, { query: filter })

const getColumnKey = (stage: LeadStage) => [leadBoard.list.path, 'column', stage] as const

/** Pages continue after a lead rather than at an offset, since moving leads shift all that follow. */
function getNextCursor(page: PageResult<BoardLead>, pages: PageResult<BoardLead>[]): string | undefined {
  const last = page.items.at(-1)
  const loaded = pages.reduce((sum, { items }) => sum + items.length, 0)
  return last && loaded < page.totalCount ? [last.stagedAt, last.orderId, last.propertyId].join() : undefined
}

/** The leads of a stage, with all pages loaded so far. */
export const columnLeadsQuery = (stage: LeadStage, filter: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: [...getColumnKey(stage), filter],
    queryFn: ({ pageParam, signal }): Promise<PageResult<BoardLead>> =>
      api.call(leadBoard.list, { query: { ...filter, stage, after: pageParam, limit: pageSize } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: getNextCursor,
    placeholderData: keepPreviousData,
  })

/** The leads of a stage from the first on, up to `max`; fetches those that are not loaded yet. */
export async function fetchColumnLeads(
  cache: QueryClient,
  { stage, filter, max }: { stage: LeadStage; filter: BoardFilter; max: number },
): Promise<BoardLead[]> {
  const { placeholderData: _, ...query } = columnLeadsQuery(stage, filter)
  const data = cache.getQueryData(query.queryKey)
  const loaded = listLeads(data)
  if (loaded.length >= Math.min(max, data?.pages[0]?.totalCount ?? max)) return loaded
  return listLeads(await cache.fetchInfiniteQuery({ ...query, pages: Math.ceil(max / pageSize) }))
}

const maxOrders = 100

/** Delivered orders to choose from, newest first, and the selected one even if it is older. */
export function useOrderChoices(chosen: string | undefined) {
  const { data } = useQuery(buildQuery(privateOrders.list, { query: { limit: maxOrders, status: 'COMPLETED' } }))
  const listed = data?.items ?? []
  const isUnlisted = chosen !== undefined && data !== undefined && !listed.some(({ id }) => id === chosen)
  const other = useQuery({
    ...buildQuery(privateOrders.get, { params: { id: chosen ?? '' } }),
    enabled: isUnlisted,
  })
  const named = listed.map(({ id, orderName }) => ({ value: id, label: orderName }))
  return isUnlisted ? [...named, { value: chosen, label: other.data?.orderName ?? 'An older order' }] : named
}

export type LeadMove = { lead: BoardLead; to: LeadStage }

const getColumnFilter = (stage: LeadStage) => ({ queryKey: getColumnKey(stage) })

/** Moves a lead to another stage in the cache, before the server has responded. */
function applyMove(cache: QueryClient, lead: BoardLead, to: LeadStage) {
  const moved = { ...lead, stage: to, stagedAt: new Date().toISOString() }
  cache.setQueriesData<LeadPages>(getColumnFilter(lead.stage), (data) => data && removeLead(data, toLeadKey(lead)))
  cache.setQueriesData<LeadPages>(getColumnFilter(to), (data) => data && prependLead(data, moved))
  cache.setQueriesData<StageCounts>(
    { queryKey: toQueryKey(leadBoard.stages) },
    (counts) => counts && moveStageCount(counts, lead.stage, to),
  )
  cache.setQueryData<BoardLeadDetail>(
    leadDetailQuery(toLeadKey(lead)).queryKey,
    (known) => known && { ...known, stage: to },
  )
}

const moveMutationKey = ['move-lead']

/** The columns to refetch once no move is in progress. */
const changedStages = new Set<LeadStage>()

/** Refetches everything a lead's change affects, unless another change is still in progress. */
function refreshStages(cache: QueryClient, stages: LeadStage[]) {
  for (const stage of stages) changedStages.add(stage)
  if (cache.isMutating({ mutationKey: moveMutationKey }) > 1) return
  for (const stage of changedStages) void cache.invalidateQueries(getColumnFilter(stage))
  changedStages.clear()
  const touched = [leadBoard.stages, leadBoard.get, orders.leads, privateOrders.leads]
  for (const endpoint of touched) void cache.invalidateQueries({ queryKey: toQueryKey(endpoint) })
}

/** Moves a lead to a stage optimistically, and reverts it if the server rejects it. */
export function useMoveLead() {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: moveMutationKey,
    // Runs one after the other, so that the last move wins.
    scope: { id: 'move-lead' },
    mutationFn: ({ lead: { orderId, propertyId }, to }: LeadMove) =>
      api.call(leadBoard.change, { params: { orderId, propertyId }, body: { stage: to } }),
    onMutate: async ({ lead, to }) => {
      // Pending requests started before the move.
      await Promise.all([
        ...[lead.stage, to].map((stage) => cache.cancelQueries(getColumnFilter(stage))),
        cache.cancelQueries({ queryKey: toQueryKey(leadBoard.stages) }),
      ])
      applyMove(cache, lead, to)
    },
    onSuccess: (lead, { to }) =>
      cache.setQueriesData<LeadPages>(getColumnFilter(to), (data) => data && replaceLead(data, lead)),
    onError: (_, { lead, to }) => applyMove(cache, { ...lead, stage: to }, lead.stage),
    onSettled: (_, __, { lead, to }) => refreshStages(cache, [lead.stage, to]),
  })
}
