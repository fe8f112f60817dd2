import type { CampaignType } from '@dooryard/contract/api/enums'
import {
  maxRecurringOrders,
  type NewRecurringOrder,
  type RecurringOrder,
} from '@dooryard/contract/recurring/recurring-orders'
import type { RecurringRun } from '@dooryard/contract/recurring/recurring-run'
import type { Context, TransactionContext } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { getOwnedCampaign } from '../../../campaigns/index.ts'
import { lockActiveAccount } from '../../../identity/index.ts'
import { findSavedSearch } from '../../../saved-searches/index.ts'
import { getSource, requireOrderable, requireUsefulLimits } from './check-recurring.ts'
import { getRecurring, lockOwnedRecurring, presentRun } from './present-recurring.ts'
import { queueRun } from './queue-recurring.ts'
import {
  countRecurring,
  deleteRecurring,
  getSchedule,
  insertRecurring,
  lockUserRecurring,
  updateRecurring,
} from './recurring.queries.ts'
import { hasOrderInProgress, listLastRuns } from './runs.queries.ts'
import { getNextRun } from './schedule-rules.ts'

/** UNPROCESSABLE for limits that allow no order, and above the number of recurring orders; NOT_FOUND for its parts. */
export const createRecurring = (ctx: Context, draft: NewRecurringOrder): Promise<RecurringOrder> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockUserRecurring(db, actor.userId)
    await lockActiveAccount(tx)
    if ((await countRecurring(db, actor.userId)) >= maxRecurringOrders)
      throw appError('UNPROCESSABLE', `You have ${maxRecurringOrders} recurring orders, the maximum. Delete one first.`)
    const campaignType = await getCampaignType(tx, draft)
    const { name: savedSearchName = null, criteria } = await getSource(tx, draft)
    const { sort, onePerOwner = false, onePerAddress = false, columns, schedule, maxLeads, monthlyCredits } = draft
    requireOrderable({ campaignType, criteria, columns, sort, onePerOwner, onePerAddress })
    const { campaignId = null } = draft
    await requireUsefulLimits(tx, { campaignType, campaignId, criteria, maxLeads, monthlyCredits })
    const id = newId()
    const at = clock.now()
    await insertRecurring(db, {
      ...{ id, userId: actor.userId, name: draft.name, campaignId, campaignType, columns: columns ?? null },
      ...{ savedSearchId: draft.savedSearchId ?? null, savedSearchName, criteria: draft.criteria },
      ...{ sort, onePerOwner, onePerAddress, schedule, maxLeads, monthlyCredits },
      ...{ nextRunAt: getNextRun(schedule, at), at },
    })
    return getRecurring(tx, id)
  })

/** A campaign has its type. Enterprise users order in campaigns, consumers without. */
async function getCampaignType(tx: TransactionContext, draft: NewRecurringOrder): Promise<CampaignType> {
  const { campaignId, campaignType } = draft
  if (tx.actor.role !== 'ENTERPRISE_USER') {
    if (campaignType) return campaignType
    throw appError('UNPROCESSABLE', 'Send campaignType: your orders belong to no campaign.')
  }
  if (!campaignId) throw appError('UNPROCESSABLE', 'Send campaignId: your orders belong to a campaign.')
  const campaign = await getOwnedCampaign(tx, campaignId)
  if (campaign.status === 'ARCHIVED')
    throw appError('UNPROCESSABLE', 'This campaign is archived. Reactivate it to order again.')
  return campaign.campaignType
}

export const pauseRecurring = (ctx: Context, id: string): Promise<RecurringOrder> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockOwnedRecurring(tx, id)
    if (row.nextRunAt)
      await updateRecurring(tx.db, id, { nextRunAt: null, pauseReason: 'USER', updatedAt: tx.clock.now() })
    return getRecurring(tx, id)
  })

/** Runs missed during the pause are not caught up. UNPROCESSABLE if the saved search is deleted. */
export const resumeRecurring = (ctx: Context, id: string): Promise<RecurringOrder> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const row = await lockOwnedRecurring(tx, id)
    if (row.nextRunAt) return getRecurring(tx, id)
    if (row.savedSearchId !== null && !(await findSavedSearch(db, actor.userId, row.savedSearchId)))
      throw appError(
        'UNPROCESSABLE',
        'The saved search of this recurring order is deleted. Restore it, or create another recurring order.',
      )
    const now = clock.now()
    const nextRunAt = getNextRun(getSchedule(row), now)
    await updateRecurring(db, id, { nextRunAt, pauseReason: null, failures: 0, updatedAt: now })
    return getRecurring(tx, id)
  })

/** Its orders stay. */
export async function removeRecurring({ db, actor }: Context, id: string): Promise<undefined> {
  const { numDeletedRows } = await deleteRecurring(db, actor.userId, id)
  if (numDeletedRows === 0n) throw notFound('This recurring order')
}

/** CONFLICT while a run or its order is in progress; UNPROCESSABLE while it is paused. */
export const runRecurringNow = (ctx: Context, id: string): Promise<RecurringRun> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockActiveAccount(tx)
    const row = await lockOwnedRecurring(tx, id)
    if (!row.nextRunAt) throw appError('UNPROCESSABLE', 'This recurring order is paused. Resume it first.')
    if (await hasOrderInProgress(db, id))
      throw appError('CONFLICT', 'The order of the last run is in progress. Please wait until it ends.')
    const run = { recurringOrderId: id, userId: actor.userId, dueAt: clock.now(), isManual: true }
    if (!(await queueRun(db, run))) throw appError('CONFLICT', 'A run is in progress. Please wait until it ends.')
    const [queued] = await listLastRuns(db, [id])
    if (!queued) throw new Error(`the run of ${id} was not stored`)
    return presentRun(queued)
  })
