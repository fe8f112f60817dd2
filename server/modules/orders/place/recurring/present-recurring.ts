import { campaignTypes } from '@dooryard/contract/api/enums'
import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { getDefaultColumns } from '@dooryard/contract/orders/file-columns'
import { InternalStatus } from '@dooryard/contract/orders/order'
import {
  type ListedRecurringOrder,
  PauseReason,
  type RecurringOrder,
} from '@dooryard/contract/recurring/recurring-orders'
import { RecurringOutcome, type RecurringRun } from '@dooryard/contract/recurring/recurring-run'
import type { Context } from '../../../../platform/context.ts'
import { notFound } from '../../../../platform/errors/app-error.ts'
import { listCreditSettings } from '../../../credits/index.ts'
import { toCriteria, toCriteriaSummary } from '../../../properties/index.ts'
import { listSearchNames } from '../../../saved-searches/index.ts'
import { toUserFacingStatus } from '../../fulfil/order-status-rules.ts'
import { getFileColumns, getOrderSort } from '../../orders.queries.ts'
import { getMinQuantity } from '../../purchases/lead-terms.ts'
import {
  countRecurring,
  findOwnedRecurring,
  findRecurringCriteria,
  getSchedule,
  listRecurring,
  lockRecurring,
  type RecurringRow,
} from './recurring.queries.ts'
import { isMonthUsedUp } from './run-rules.ts'
import { countRuns, listLastRuns, listRuns, type RunRow, sumCredits } from './runs.queries.ts'
import { getMonth, getNextRun } from './schedule-rules.ts'

type RecurringContext = Pick<Context, 'db' | 'actor' | 'clock'>

/** NOT_FOUND for a recurring order of another user. */
export async function requireRecurring({ db, actor }: RecurringContext, id: string): Promise<RecurringRow> {
  const row = await findOwnedRecurring(db, actor.userId, id)
  if (!row) throw notFound('This recurring order')
  return row
}

export async function getRecurring(ctx: RecurringContext, id: string): Promise<RecurringOrder> {
  const row = await requireRecurring(ctx, id)
  const [recurring] = await presentRecurring(ctx, [row])
  if (!recurring) throw new Error(`recurring order ${id} was not shown`)
  return row.savedSearchId === null
    ? { ...recurring, criteria: toCriteria(await findRecurringCriteria(ctx.db, id)) }
    : recurring
}

/** Every change of a recurring order begins with it. NOT_FOUND as above. */
export async function lockOwnedRecurring(tx: RecurringContext, id: string): Promise<RecurringRow> {
  await requireRecurring(tx, id)
  await lockRecurring(tx.db, id)
  return requireRecurring(tx, id)
}

export async function listRecurringOrders(
  ctx: RecurringContext,
  query: PageQuery,
): Promise<PageResult<ListedRecurringOrder>> {
  const { db, actor } = ctx
  const rows = await listRecurring(db, actor.userId, toSlice(query))
  return toPage(await presentRecurring(ctx, rows), await countRecurring(db, actor.userId), query)
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
  { db, actor, clock }: RecurringContext,
  rows: readonly RecurringRow[],
): Promise<ListedRecurringOrder[]> {
  const ids = rows.map(({ id }) => id)
  const searchIds = rows.flatMap(({ savedSearchId }) => savedSearchId ?? [])
  const now = clock.now()
  const months = rows.map((row) => ({ id: row.id, ...getMonth(now, getSchedule(row).timeZone) }))
  const runs = await listLastRuns(db, ids)
  const runById = new Map(runs.map((run) => [run.recurringOrderId, run]))
  const credits = await sumCredits(db, months)
  const searchNames = await listSearchNames(db, actor.userId, searchIds)
  const settings = await listCreditSettings(db)
  return rows.map((row) => {
    const { captured, held } = credits.get(row.id) ?? { captured: 0, held: 0 }
    const setting = settings.find(({ key }) => key === row.campaignType)
    return {
      ...presentOne(row, {
        lastRun: runById.get(row.id),
        credits: captured + held,
        searchName: searchNames.get(row.savedSearchId ?? ''),
      }),
      nextOrderAt: getNextOrder(row, { captured, now, setting }),
    }
  })
}

type MonthState = { captured: number; now: Date; setting: CreditSetting | undefined }

/**
 * The first due time of the next month if the captured credits alone leave the limit of this one no order at a due time
 * before; else undefined. Held credits don't count: if they are released, the next run may order.
 */
function getNextOrder(row: RecurringRow, { captured, now, setting }: MonthState): string | undefined {
  const schedule = getSchedule(row)
  const { to } = getMonth(now, schedule.timeZone)
  if (!setting || !row.nextRunAt || row.nextRunAt >= to) return undefined
  const minQuantity = getMinQuantity(setting, { isCampaign: row.campaignId !== null, criteria: {} })
  const terms = { monthlyCredits: row.monthlyCredits, spent: captured, price: setting.creditRequired, minQuantity }
  // A due time may be the first instant of the month.
  return isMonthUsedUp(terms) ? getNextRun(schedule, new Date(to.getTime() - 1)).toISOString() : undefined
}

type RecurringParts = {
  lastRun: RunRow | undefined
  credits: number
  /** Undefined once the search is deleted. */
  searchName: string | undefined
}

function presentOne(row: RecurringRow, { lastRun, credits, searchName }: RecurringParts): ListedRecurringOrder {
  const schedule = getSchedule(row)
  const campaignType = campaignTypes.schema.parse(row.campaignType)
  const { savedSearchId } = row
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
            name: searchName ?? row.savedSearchName ?? 'Saved search',
            isDeleted: searchName === undefined,
          },
        }),
    columns: getFileColumns(row) ?? getDefaultColumns(campaignType),
    ...{ sort: getOrderSort(row), onePerOwner: row.onePerOwner, onePerAddress: row.onePerAddress },
    status: row.nextRunAt ? 'ACTIVE' : 'PAUSED',
    pauseReason: row.pauseReason === null ? undefined : PauseReason.parse(row.pauseReason),
    nextRunAt: row.nextRunAt?.toISOString(),
    creditsThisMonth: credits,
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
