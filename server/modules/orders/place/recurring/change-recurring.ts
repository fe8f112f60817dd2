import { campaignTypes } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { RecurringOrder, RecurringOrderChange } from '@dooryard/contract/recurring/recurring-orders'
import { audit } from '../../../../platform/audit.ts'
import type { Context, TransactionContext } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { getFileColumns, getOrderSort } from '../../orders.queries.ts'
import { getSource, requireOrderable, requireUsefulLimits } from './check-recurring.ts'
import { getCurrentCriteria } from './count-new-leads.ts'
import { getRecurring, lockOwnedRecurring } from './present-recurring.ts'
import { type RecurringRow, updateRecurring } from './recurring.queries.ts'
import { hasPendingRun } from './runs.queries.ts'
import { getNextRun } from './schedule-rules.ts'

/** Of a change, the part that decides which leads are ordered and how they are delivered. */
const getAudienceChange = (change: RecurringOrderChange) => {
  const { name: _, schedule: __, maxLeads: ___, monthlyCredits: ____, ...audience } = change
  return audience
}

/**
 * A changed schedule is next due by its new times. UNPROCESSABLE as for a new recurring order; CONFLICT for other filters
 * or another delivery while a run is in progress, which has counted the leads of the old ones.
 */
export const changeRecurring = (ctx: Context, id: string, change: RecurringOrderChange): Promise<RecurringOrder> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const row = await lockOwnedRecurring(tx, id)
    const before = await getRecurring(tx, id)
    const source = await getNewSource(tx, row, change)
    await requireValidChange(tx, row, { change, criteria: source?.criteria })
    const { schedule, savedSearchId: _, criteria: __, ...fields } = change
    const now = clock.now()
    await updateRecurring(db, id, {
      ...fields,
      ...source?.columns,
      schedule,
      ...(schedule && row.nextRunAt && { nextRunAt: getNextRun(schedule, now) }),
      updatedAt: now,
    })
    const after = await getRecurring(tx, id)
    await auditChange(tx, { before, after, isOtherSource: source !== undefined })
    return after
  })

type NewSource = {
  criteria: Criteria
  columns: { savedSearchId: string | null; savedSearchName: string | null; criteria: Criteria | null }
}

/** The saved search to follow from now on, or the filters; undefined if neither changes. CONFLICT while a run counts. */
async function getNewSource(
  tx: TransactionContext,
  { id }: RecurringRow,
  change: RecurringOrderChange,
): Promise<NewSource | undefined> {
  if (Object.keys(getAudienceChange(change)).length > 0 && (await hasPendingRun(tx.db, id)))
    throw appError('CONFLICT', 'A run is in progress. Please wait until it ends.')
  const { savedSearchId = null, criteria: copied = null } = change
  if (savedSearchId === null && copied === null) return undefined
  const { name: savedSearchName = null, criteria } = await getSource(tx, change)
  return { criteria, columns: { savedSearchId, savedSearchName, criteria: copied } }
}

/** Validates what changes, together with what stays. `criteria` are the new ones. */
async function requireValidChange(
  tx: TransactionContext,
  row: RecurringRow,
  { change, criteria: newCriteria }: { change: RecurringOrderChange; criteria: Criteria | undefined },
): Promise<void> {
  const isOtherAudience = Object.keys(getAudienceChange(change)).length > 0
  if (!isOtherAudience && change.maxLeads === undefined && change.monthlyCredits === undefined) return
  const criteria = newCriteria ?? (await getCurrentCriteria(tx.db, row))
  if (isOtherAudience && !criteria)
    throw appError('UNPROCESSABLE', 'The saved search of this recurring order is deleted. Choose other filters too.')
  const { campaignId } = row
  const campaignType = campaignTypes.schema.parse(row.campaignType)
  const { columns = getFileColumns(row) ?? undefined, sort = getOrderSort(row) } = change
  const { onePerOwner = row.onePerOwner, onePerAddress = row.onePerAddress } = change
  if (isOtherAudience && criteria)
    requireOrderable({ campaignType, criteria, columns, sort, onePerOwner, onePerAddress })
  const { maxLeads = row.maxLeads, monthlyCredits = row.monthlyCredits } = change
  await requireUsefulLimits(tx, { campaignType, campaignId, criteria: criteria ?? {}, maxLeads, monthlyCredits })
}

/** Filters are recorded by their summary: all of them may be large, and name people. */
const toAuditFields = (recurring: RecurringOrder) => {
  const { name, schedule, maxLeads, monthlyCredits, columns, sort, onePerOwner, onePerAddress } = recurring
  const { savedSearch, criteriaSummary } = recurring
  return {
    ...{ name, schedule, maxLeads, monthlyCredits, columns, sort, onePerOwner, onePerAddress },
    filters: savedSearch ? { savedSearchId: savedSearch.id } : criteriaSummary,
  }
}

type Changed = { before: RecurringOrder; after: RecurringOrder; isOtherSource: boolean }

async function auditChange(tx: TransactionContext, { before, after, isOtherSource }: Changed): Promise<void> {
  const old = Object.entries(toAuditFields(before))
  const current = Object.entries(toAuditFields(after))
  const isChanged = (index: number) =>
    old[index]?.[0] === 'filters' ? isOtherSource : JSON.stringify(old[index]) !== JSON.stringify(current[index])
  const pick = (fields: typeof old) => Object.fromEntries(fields.filter((_, index) => isChanged(index)))
  await audit(tx, {
    action: 'recurring_order.changed',
    object: { type: 'recurring_order', id: after.id },
    ...{ before: pick(old), after: pick(current) },
  })
}
