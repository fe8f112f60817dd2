import { campaignTypes } from '@dooryard/contract/api/enums'
import type { Role } from '@dooryard/contract/api/roles'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { z } from 'zod'
import type { Context, Services, TransactionContext } from '../../../../platform/context.ts'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import type { Task } from '../../../../platform/jobs/jobs.ts'
import { findMailRecipient } from '../../../../platform/lists/owners.queries.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { formatDay } from '../../../../platform/util/format.ts'
import { getOwnedCampaign } from '../../../campaigns/index.ts'
import { getBalance } from '../../../credits/index.ts'
import { lockIfOpen } from '../../../identity/index.ts'
import type { OrderServices } from '../../fulfil/fenced-job.ts'
import { getFileColumns, getOrderSort } from '../../orders.queries.ts'
import { getLeadTerms, getMinQuantity } from '../../purchases/lead-terms.ts'
import { createOrder, findRegistryRefusal } from '../place-order.ts'
import { applyOutcome, type RunOutcome } from './apply-outcome.ts'
import { countNewLeads, type RunAudience, type RunRefusal } from './count-new-leads.ts'
import { findRecurring, getSchedule, lockRecurring, type RecurringRow } from './recurring.queries.ts'
import { decideRun } from './run-rules.ts'
import { findPendingRun, finishRun, hasOrderInProgress, listAbandonedRuns, sumCredits } from './runs.queries.ts'
import { getMonth } from './schedule-rules.ts'

const Payload = z.object({ runId: z.uuid(), userId: z.uuid() })

const failedDetail = 'The leads could not be counted or ordered. Nothing was charged.'

const inProgressDetail = 'The order of an earlier run was in progress. Its leads would have been ordered twice.'

type RunResult = RunOutcome & { matched?: number; newLeads?: number; orderId?: string }

/** Retried with back-off; the last failed attempt fails the run. A run that is finished is left alone. */
export const runRecurringOrder =
  (services: OrderServices): Task =>
  async (payload, { attempt, maxAttempts, signal }) => {
    const { runId } = Payload.parse(payload)
    try {
      await executeRun(services, runId, signal)
    } catch (error) {
      if (attempt >= maxAttempts && !signal.aborted) await failRun(services, runId)
      throw error
    }
  }

/** Fails the runs whose workers were killed at every attempt, so that the next ones are not blocked. */
export async function failAbandonedRuns(services: Services): Promise<void> {
  for (const runId of await listAbandonedRuns(services.db)) await failRun(services, runId)
}

const failRun = (services: Services, runId: string): Promise<void> =>
  withPendingRun(services, runId, async () => ({ outcome: 'FAILED', detail: failedDetail }))

async function executeRun(services: OrderServices, runId: string, signal: AbortSignal): Promise<void> {
  const run = await findPendingRun(services.db, runId)
  const row = run && (await findRecurring(services.db, run.recurringOrderId))
  if (!row) return
  const record = (result: RunResult) => withPendingRun(services, runId, async () => result)
  // Only runs place orders, and this is the only pending one, so none is placed meanwhile.
  if (await hasOrderInProgress(services.db, row.id))
    return record({ outcome: 'ORDER_IN_PROGRESS', detail: inProgressDetail })
  // The property store is on another server, so it is read before the transaction.
  const counted = await countNewLeads(services, row, signal)
  if ('outcome' in counted) return record(counted)
  try {
    await withPendingRun(services, runId, (tx, locked) =>
      placeRun(toOwnerContext(tx, locked, { runId, signal }), locked, counted),
    )
  } catch (error) {
    // The order was refused as a whole; its transaction is rolled back.
    const refusal = toRefusal(error)
    if (!refusal) throw error
    const { matched, newLeads } = counted
    await record({ ...refusal, matched, newLeads })
  }
}

function toRefusal(error: unknown): RunRefusal | null {
  if (!isAppError(error)) return null
  if (error.code === 'INSUFFICIENT_CREDITS') return { outcome: 'LOW_BALANCE', detail: error.message }
  return error.code === 'UNPROCESSABLE' || error.code === 'NOT_FOUND'
    ? { outcome: 'UNAVAILABLE', detail: error.message }
    : null
}

type RunTransaction = Omit<Services, 'db'> & Pick<TransactionContext, 'db'>

/**
 * Finishes a run once, under the lock of its recurring order: a repeated job finds it finished, and concurrent runs see
 * each other's credits.
 */
const withPendingRun = (
  services: Services,
  runId: string,
  work: (tx: RunTransaction, row: RecurringRow) => Promise<RunResult>,
): Promise<void> =>
  inTransaction(services, async (tx) => {
    const { db, clock } = tx
    const pending = await findPendingRun(db, runId)
    if (!pending) return
    const known = await findRecurring(db, pending.recurringOrderId)
    if (!known) return
    // The account first, as orders do.
    const refusal = await getAccountRefusal(db, known)
    await lockRecurring(db, pending.recurringOrderId)
    const row = await findRecurring(db, pending.recurringOrderId)
    if (!row || !(await findPendingRun(db, runId))) return
    const result = await (refusal ?? getResult(tx, row, work))
    await finishRun(db, runId, { ...result, finishedAt: clock.now() })
    await applyOutcome(tx, row, result)
  })

/** Why the account cannot order at present; null if it can, and then it stays so until the transaction ends. */
async function getAccountRefusal(db: Db, row: Pick<RecurringRow, 'userId' | 'campaignId'>): Promise<RunResult | null> {
  if (!(await lockIfOpen(db, row.userId)))
    return { outcome: 'UNAVAILABLE', detail: 'Your account is deactivated.', isTemporary: true }
  const account = await findMailRecipient(db, row.userId)
  return account?.role === getRole(row)
    ? null
    : { outcome: 'UNAVAILABLE', detail: 'Your account has another role now, so it cannot place this order.' }
}

/** Enterprise users order in campaigns, consumers without. */
const getRole = ({ campaignId }: Pick<RecurringRow, 'campaignId'>): Role =>
  campaignId === null ? 'CONSUMER_USER' : 'ENTERPRISE_USER'

const getResult = async (
  tx: RunTransaction,
  row: RecurringRow,
  work: (tx: RunTransaction, row: RecurringRow) => Promise<RunResult>,
): Promise<RunResult> =>
  row.nextRunAt ? work(tx, row) : { outcome: 'UNAVAILABLE', detail: 'It was paused before it ran.' }

/** The user as the actor of the job: the order belongs to them like one that they place. */
const toOwnerContext = <S extends Pick<Services, 'db'>>(
  services: S,
  row: Pick<RecurringRow, 'userId' | 'campaignId'>,
  { runId, signal }: { runId: string; signal: AbortSignal },
): S & Omit<Context, keyof Services> => ({
  ...services,
  actor: { userId: row.userId, role: getRole(row), sessionId: runId },
  requestId: runId,
  caller: { ipAddress: '', userAgent: 'Recurring order' },
  signal,
})

async function placeRun(tx: TransactionContext, row: RecurringRow, audience: RunAudience): Promise<RunResult> {
  const { db, clock } = tx
  const { criteria, matched, newLeads } = audience
  const campaignType = campaignTypes.schema.parse(row.campaignType)
  const { setting, creditRequired } = await getLeadTerms(db, campaignType)
  const balance = await getBalance(db, row.userId)
  const now = clock.now()
  const { timeZone } = getSchedule(row)
  const credits = await sumCredits(db, [{ id: row.id, ...getMonth(now, timeZone) }])
  const { captured, held } = credits.get(row.id) ?? { captured: 0, held: 0 }
  const { outcome, quantity, detail } = decideRun({
    ...{ typeName: setting.name, newLeads, maxLeads: row.maxLeads, price: creditRequired },
    minQuantity: getMinQuantity(setting, { isCampaign: row.campaignId !== null, criteria }),
    monthlyCredits: row.monthlyCredits,
    spent: captured + held,
    spendable: balance.subscriptionCredits + balance.onDemandCredits,
  })
  const counts = { outcome, detail, matched, newLeads }
  if (outcome !== 'ORDERED') return counts
  // A registry is renewed without the user, who would have nothing to resume for.
  const refusal = campaignType === 'CALL_READY' ? await findRegistryRefusal(tx) : null
  if (refusal) return { outcome: 'UNAVAILABLE', detail: refusal, matched, newLeads, isTemporary: true }
  return { ...counts, orderId: await orderNewLeads(tx, row, { criteria, quantity }) }
}

async function orderNewLeads(
  tx: TransactionContext,
  row: RecurringRow,
  { criteria, quantity }: { criteria: Criteria; quantity: number },
): Promise<string> {
  const columns = getFileColumns(row)
  const order = await createOrder(tx, {
    campaignType: campaignTypes.schema.parse(row.campaignType),
    ...(row.campaignId !== null && { campaign: await getOwnedCampaign(tx, row.campaignId) }),
    orderName: `${row.name}, ${formatDay(tx.clock.now())}`,
    ...{ criteria, quantity, onePerOwner: row.onePerOwner, onePerAddress: row.onePerAddress },
    sort: getOrderSort(row),
    ...(columns && { columns }),
  })
  return order.id
}
