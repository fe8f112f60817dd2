import { campaignTypes } from '@dooryard/contract/api/enums'
import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { getDefaultColumns } from '@dooryard/contract/orders/file-columns'
import { InternalStatus } from '@dooryard/contract/orders/order'
import {
  PauseReason,
  type RecurringOrder,
  RecurringOutcome,
  type RecurringRun,
} from '@dooryard/contract/recurring/recurring-orders'
import type { Context } from '../../../../platform/context.ts'
import { notFound } from '../../../../platform/errors/app-error.ts'
import { toCriteriaSummary } from '../../../properties/index.ts'
import { findSavedSearch } from '../../../saved-searches/index.ts'
import { toUserFacingStatus } from '../../fulfil/order-status-rules.ts'
import { getFileColumns } from '../../orders.queries.ts'
import {
  countRecurring,
  findOwnedRecurring,
  getSchedule,
  listRecurring,
  type RecurringRow,
} from './recurring.queries.ts'
import { countRuns, listLastRuns, listRuns, type RunRow, sumCredits } from './runs.queries.ts'
import { getMonth } from './schedule-rules.ts'

type RecurringContext = Pick<Context, 'db' | 'actor' | 'clock'>

/** NOT_FOUND for a recurring order of another user. */
export async function requireRecurring({ db, actor }: RecurringContext, id: string): Promise<RecurringRow> {
  const row = await findOwnedRecurring(db, actor.userId, id)
  if (!row) throw notFound('This recurring order')
  return row
}

export async function getRecurring(ctx: RecurringContext, id: string): Promise<RecurringOrder> {
  const row = await requireRecurring(ctx, id)
  const [lastRun] = await listLastRuns(ctx.db, [id])
  return presentRecurring(ctx, row, lastRun)
}

export async function listRecurringOrders(
  ctx: RecurringContext,
  query: PageQuery,
): Promise<PageResult<RecurringOrder>> {
  const { db, actor } = ctx
  const rows = await listRecurring(db, actor.userId, toSlice(query))
  const runs = await listLastRuns(
    db,
    rows.map(({ id }) => id),
  )
  const runById = new Map(runs.map((run) => [run.recurringOrderId, run]))
  const items: RecurringOrder[] = []
  // One after another: a user has few of them, and a list must not take many connections.
  for (const row of rows) items.push(await presentRecurring(ctx, row, runById.get(row.id)))
  return toPage(items, await countRecurring(db, actor.userId), query)
}

export async function listRecurringRuns(
  ctx: RecurringContext,
  id: string,
  query: PageQuery,
): Promise<PageResult<RecurringRun>> {
  await requireRecurring(ctx, id)
  const rows = await listRuns(ctx.db, id, toSlice(query))
  return toPage(rows.map(presentRun), await countRuns(ctx.db, id), query)
}

async function presentRecurring(
  { db, clock }: RecurringContext,
  row: RecurringRow,
  lastRun: RunRow | undefined,
): Promise<RecurringOrder> {
  const schedule = getSchedule(row)
  const campaignType = campaignTypes.schema.parse(row.campaignType)
  const { savedSearchId } = row
  const search = savedSearchId === null ? undefined : await findSavedSearch(db, row.userId, savedSearchId)
  return {
    ...{ id: row.id, name: row.name, schedule, maxLeads: row.maxLeads, monthlyCredits: row.monthlyCredits },
    campaignId: row.campaignId ?? undefined,
    campaignName: row.campaignName ?? undefined,
    campaignType,
    ...(savedSearchId === null
      ? { criteriaSummary: toCriteriaSummary(row) }
      : {
          savedSearch: {
            id: savedSearchId,
            name: search?.name ?? row.savedSearchName ?? 'Saved search',
            isDeleted: search === undefined,
          },
        }),
    columns: getFileColumns(row) ?? getDefaultColumns(campaignType),
    status: row.nextRunAt ? 'ACTIVE' : 'PAUSED',
    pauseReason: row.pauseReason === null ? undefined : PauseReason.parse(row.pauseReason),
    nextRunAt: row.nextRunAt?.toISOString(),
    creditsThisMonth: await sumCredits(db, row.id, getMonth(clock.now(), schedule.timeZone)),
    ...(lastRun && { lastRun: presentRun(lastRun) }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function presentRun(row: RunRow): RecurringRun {
  const { orderId, internalStatus } = row
  const held = row.settledAt ? 0 : (row.heldSubscription ?? 0) + (row.heldOnDemand ?? 0)
  return {
    id: row.id,
    dueAt: row.dueAt.toISOString(),
    isManual: row.isManual,
    outcome: RecurringOutcome.parse(row.outcome),
    detail: row.detail ?? undefined,
    matched: row.matched ?? undefined,
    newLeads: row.newLeads ?? undefined,
    ordered: row.quantity ?? 0,
    ...(orderId !== null &&
      internalStatus !== null && {
        order: {
          id: orderId,
          campaignId: row.campaignId ?? undefined,
          status: toUserFacingStatus(InternalStatus.parse(internalStatus)),
          deliveredQuantity: row.deliveredQuantity ?? 0,
        },
      }),
    credits: (row.captured ?? 0) + held,
    finishedAt: row.finishedAt?.toISOString(),
  }
}
