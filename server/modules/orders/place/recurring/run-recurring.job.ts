import { campaignTypes } from '@dooryard/contract/api/enums'
import type { Role } from '@dooryard/contract/api/roles'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { maxFailedRuns, type PauseReason, type RecurringOutcome } from '@dooryard/contract/recurring/recurring-orders'
import { z } from 'zod'
import type { Context, Services, TransactionContext } from '../../../../platform/context.ts'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import type { Task } from '../../../../platform/jobs/jobs.ts'
import { findMailRecipient } from '../../../../platform/lists/owners.queries.ts'
import { queueMail } from '../../../../platform/mail/mail.ts'
import { recurringPausedMail } from '../../../../platform/mail/templates/orders/recurring-orders.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { formatDay } from '../../../../platform/util/format.ts'
import { getOwnedCampaign } from '../../../campaigns/index.ts'
import { getBalance } from '../../../credits/index.ts'
import { lockIfOpen, notifyUser } from '../../../identity/index.ts'
import type { OrderServices } from '../../fulfil/fenced-job.ts'
import { getFileColumns, getOrderSort } from '../../orders.queries.ts'
import { getLeadTerms, getMinQuantity } from '../../purchases/lead-terms.ts'
import { createOrder } from '../place-order.ts'
import { countNewLeads, type RunAudience, type RunRefusal } from './count-new-leads.ts'
import { findRecurring, getSchedule, lockRecurring, type RecurringRow, updateRecurring } from './recurring.queries.ts'
import { decideRun } from './run-rules.ts'
import { findPendingRun, finishRun, listAbandonedRuns, sumCredits } from './runs.queries.ts'
import { getMonth } from './schedule-rules.ts'

const Payload = z.object({ runId: z.uuid(), userId: z.uuid() })

const failedDetail = 'The leads could not be counted or ordered. Nothing was charged.'

type RunResult = {
  outcome: RecurringOutcome
  detail?: string | undefined
  matched?: number
  newLeads?: number
  orderId?: string
}

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
  // The property store is on another server, so it is read before the transaction.
  const counted = await countNewLeads(services, row, signal)
  const record = (result: RunResult) => withPendingRun(services, runId, async () => result)
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

type RunServices = Pick<Services, 'db' | 'clock' | 'secrets' | 'publicUrl'>
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
    const result = await (refusal ? notRun(refusal) : getResult(tx, row, work))
    await finishRun(db, runId, { ...result, finishedAt: clock.now() })
    await applyOutcome(tx, row, result.outcome)
  })

/** Why the account cannot order at present; null if it can, and then it stays so until the transaction ends. */
async function getAccountRefusal(db: Db, row: Pick<RecurringRow, 'userId' | 'campaignId'>): Promise<string | null> {
  if (!(await lockIfOpen(db, row.userId))) return 'Your account is deactivated.'
  const account = await findMailRecipient(db, row.userId)
  return account?.role === getRole(row) ? null : 'Your account has another role now, so it cannot place this order.'
}

/** Enterprise users order in campaigns, consumers without. */
const getRole = ({ campaignId }: Pick<RecurringRow, 'campaignId'>): Role =>
  campaignId === null ? 'CONSUMER_USER' : 'ENTERPRISE_USER'

const notRun = (detail: string): RunResult => ({ outcome: 'UNAVAILABLE', detail })

const getResult = async (
  tx: RunTransaction,
  row: RecurringRow,
  work: (tx: RunTransaction, row: RecurringRow) => Promise<RunResult>,
): Promise<RunResult> => (row.nextRunAt ? work(tx, row) : notRun('It was paused before it ran.'))

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
  const { outcome, quantity, detail } = decideRun({
    ...{ typeName: setting.name, newLeads, maxLeads: row.maxLeads, price: creditRequired },
    minQuantity: getMinQuantity(setting, { isCampaign: row.campaignId !== null, criteria }),
    monthlyCredits: row.monthlyCredits,
    spent: await sumCredits(db, row.id, getMonth(now, timeZone)),
    spendable: balance.subscriptionCredits + balance.onDemandCredits,
  })
  const counts = { outcome, detail, matched, newLeads }
  if (outcome !== 'ORDERED') return counts
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

const getRecurringPath = (id: string) => `/portal/recurring-orders?open=${id}`

const pauseExplanations: Record<PauseReason, string> = {
  USER: 'You paused it.',
  LOW_BALANCE: 'Your balance does not cover the next order. Buy credits, then resume it.',
  FAILED_RUNS: 'Its last three runs failed. Nothing was charged for them. Resume it to try again.',
  SEARCH_DELETED: 'Its saved search was deleted. Restore the search, then resume it.',
}

const pausingOutcomes: Partial<Record<RecurringOutcome, PauseReason>> = {
  LOW_BALANCE: 'LOW_BALANCE',
  SEARCH_DELETED: 'SEARCH_DELETED',
}

/** Pauses after what would happen again, and mails the user; a run that did not fail ends a row of failures. */
async function applyOutcome(tx: RunServices, row: RecurringRow, outcome: RecurringOutcome): Promise<void> {
  const failures = outcome === 'FAILED' ? row.failures + 1 : 0
  const pauseReason = pausingOutcomes[outcome] ?? (failures >= maxFailedRuns ? 'FAILED_RUNS' : undefined)
  const updatedAt = tx.clock.now()
  if (!pauseReason || !row.nextRunAt) {
    await updateRecurring(tx.db, row.id, { failures, updatedAt })
    return
  }
  await updateRecurring(tx.db, row.id, { failures, nextRunAt: null, pauseReason, updatedAt })
  await notifyUser(tx, {
    userId: row.userId,
    kind: 'RECURRING_ORDER',
    title: `Recurring order paused: ${row.name}`,
    body: pauseExplanations[pauseReason],
    path: getRecurringPath(row.id),
  })
  const reader = await findMailRecipient(tx.db, row.userId)
  if (reader?.isActive && reader.emailVerifiedAt)
    await queueMail(
      tx,
      recurringPausedMail(tx, reader, {
        name: row.name,
        why: pauseExplanations[pauseReason],
        page: getRecurringPath(row.id),
      }),
    )
}
