import { findMailRecipient } from '../../../platform/lists/owners.queries.ts'
import { subscriptionEndedMails } from '../../../platform/mail/templates/subscriptions.ts'
import { formatDay } from '../../../platform/util/format.ts'
import { newId } from '../../../platform/util/ids.ts'
import { expireSubscriptionCredits } from '../../credits/index.ts'
import { type BillingServices, requireProvider } from '../billing-context.ts'
import { lockCustomerByProviderId, savePaymentMethod } from '../checkout/customers.queries.ts'
import { listRefundsDue, type PaymentRow } from '../payments/payments.queries.ts'
import type { PlanTerms, ProviderName } from '../provider/provider.ts'
import {
  findOtherLiveSubscription,
  insertSubscription,
  listOrphanedSubscriptions,
  lockOrphanedSubscription,
  lockSubscriptionByProviderId,
  type SubscriptionRow,
  type SubscriptionState,
  updateSubscription,
} from '../subscription/subscriptions.queries.ts'
import { emitSubscriptionChange, emitSubscriptionEvent, notifyOutcome } from './notify-subscriber.ts'
import { queueMailTo } from './queue-mail-to.ts'
import { recordInvoices } from './record-invoices.ts'
import { inRecordingTransaction, type RecordingTransaction } from './recording-transaction.ts'
import {
  getPaidPlan,
  type SubscriptionSnapshot,
  sortInvoices,
  toSubscriptionState,
} from './subscription-state-rules.ts'

export type RefundDue = { isOver: boolean; payments: PaymentRow[] }

const noRefundDue: RefundDue = { isOver: false, payments: [] }

/** Records a subscription snapshot; one older than the recorded state changes nothing. */
export async function recordSubscription(tx: RecordingTransaction, snapshot: SubscriptionSnapshot): Promise<RefundDue> {
  const { db, log } = tx
  const { name: provider } = requireProvider(tx)
  const { subscription, invoices, number: sequence, card } = snapshot
  const customer = await lockCustomerByProviderId(db, provider, subscription.customerId)
  const paid = getPaidPlan(invoices)
  if (!customer) log.warn({ subscription: subscription.id }, 'a subscription of nobody we know was left alone')
  // Nothing is paid yet, so this is an open checkout and not a subscription.
  if (!customer || !paid) return noRefundDue
  const recorded = await lockSubscriptionByProviderId(db, provider, subscription.id)
  if (recorded && recorded.sequence > sequence) return getRefundDue(db, recorded)
  const { userId } = customer
  await savePaymentMethod(db, { userId, provider, sequence, card })
  const row = recorded ?? (await insertNewSubscription(tx, snapshot, paid, userId))
  await recordInvoices(tx, snapshot, { row, wasOver: recorded?.status === 'INACTIVE' })
  await recordState(tx, snapshot, paid, { row, isNew: !recorded })
  return getRefundDue(db, row)
}

/** Read from the recorded state, so that the next sync completes the work of a process that died. */
const getRefundDue = async (db: RecordingTransaction['db'], { id, status }: SubscriptionRow): Promise<RefundDue> => ({
  isOver: status === 'INACTIVE',
  payments: await listRefundsDue(db, id),
})

/** A duplicate subscription, or one of a closed account, is recorded as ended from the start. */
async function insertNewSubscription(
  tx: RecordingTransaction,
  snapshot: SubscriptionSnapshot,
  paid: PlanTerms,
  userId: string,
): Promise<SubscriptionRow> {
  const { db } = tx
  const { name: provider } = requireProvider(tx)
  const { subscription, invoices } = snapshot
  const other = await findOtherLiveSubscription(db, { userId, provider, providerId: subscription.id })
  const isTooMany = other !== undefined || (await findMailRecipient(db, userId)) === undefined
  const isDuplicate = isTooMany && subscription.status !== 'INACTIVE'
  const createdAt = sortInvoices(invoices)[0]?.at ?? snapshot.now
  const state = toSubscriptionState(snapshot, paid, undefined, isDuplicate)
  const own = { id: newId(), userId, provider, providerId: subscription.id, isDuplicate, createdAt }
  // A duplicate is not audited as started: its payment and refund are.
  if (!isDuplicate) auditStart(tx, own, paid)
  if (state.status !== 'INACTIVE') await supersedeSubscription(tx, { userId, provider, now: snapshot.now })
  await insertSubscription(db, { ...own, ...state })
  const row = await lockSubscriptionByProviderId(db, provider, own.providerId)
  if (!row) throw new Error(`subscription ${own.providerId} was recorded and is not there`)
  return row
}

function auditStart(
  { entries }: RecordingTransaction,
  { id, userId }: { id: string; userId: string },
  { name, price, currency }: PlanTerms,
) {
  const after = { user: userId, plan: name, price, currency }
  entries.push({ action: 'subscription.started', actorId: userId, object: { type: 'subscription', id }, after })
}

async function recordState(
  tx: RecordingTransaction,
  snapshot: SubscriptionSnapshot,
  paid: PlanTerms,
  { row, isNew }: { row: SubscriptionRow; isNew: boolean },
) {
  const { db } = tx
  const state = toSubscriptionState(snapshot, paid, row, row.isDuplicate)
  // An ended subscription stays ended, whatever the provider answers.
  const wasOver = !isNew && row.status === 'INACTIVE'
  if (wasOver) return updateSubscription(db, row.id, { sequence: snapshot.number, updatedAt: snapshot.now })
  await updateSubscription(db, row.id, state)
  if (row.isDuplicate) return
  if (state.status === 'INACTIVE') await recordEnd(tx, row, paid, state)
  else await notifyOutcome(tx, snapshot, { before: row, now: state, paid })
  await emitSubscriptionChange(tx, row, isNew ? undefined : row, state)
}

/** Its credits expire with it, unless they belong to another subscription by now. */
async function recordEnd(
  tx: RecordingTransaction,
  row: SubscriptionRow,
  { name }: PlanTerms,
  state: SubscriptionState,
) {
  const [endedAt, reason] = [state.endedAt ?? state.updatedAt, state.endReason ?? 'CANCELLED']
  const ended = { ...row, planName: name, endedAt, reason }
  auditEnd(tx, ended)
  if (!(await findOtherLiveSubscription(tx.db, row))) await expireCreditsOnEnd(tx, ended)
}

type EndedSubscription = {
  id: string
  userId: string
  planName: string
  endedAt: Date
  reason: 'CANCELLED' | 'PAYMENT_FAILED'
}

function auditEnd(
  { entries }: RecordingTransaction,
  { id, userId: user, planName: plan, endedAt, reason }: EndedSubscription,
): void {
  const after = { user, plan, endedAt, because: reason === 'CANCELLED' ? 'Cancelled' : 'Not paid' }
  entries.push({ action: 'subscription.ended', object: { type: 'subscription', id }, after })
}

/** Expires the credits of an ended subscription. */
async function expireCreditsOnEnd(
  tx: RecordingTransaction,
  { userId, planName, endedAt, reason }: EndedSubscription,
): Promise<void> {
  const reasonText = `${planName} ended on ${formatDay(endedAt)}, and its credits with it`
  const expired = await expireSubscriptionCredits(tx.db, { userId, reason: reasonText })
  await queueMailTo(tx, userId, (reader) => subscriptionEndedMails[reason](tx, reader, { planName, endedAt, expired }))
}

/**
 * Ends the subscriptions of another provider than the one in use, each with its month, because nothing renews them.
 * Ends nothing while payments are off, which may last only an hour. One failure does not stop the others.
 */
export async function endOrphanedSubscriptions(services: BillingServices): Promise<void> {
  const { db, log, provider } = services
  if (!provider) return
  const now = await provider.now()
  for (const { userId } of await listOrphanedSubscriptions(db, provider.name, now)) {
    try {
      await inRecordingTransaction(services, (tx) => endAtPeriodEnd(tx, { userId, provider: provider.name, now }))
    } catch (error) {
      log.warn({ err: error, userId }, 'a subscription of another provider could not be ended')
    }
  }
}

type EndInput = { userId: string; provider: ProviderName; now: Date }

async function endAtPeriodEnd(tx: RecordingTransaction, { userId, provider, now }: EndInput): Promise<void> {
  const orphaned = await lockOrphanedSubscription(tx.db, provider, userId)
  const lastDay = orphaned && (orphaned.graceUntil ?? orphaned.periodEnd)
  if (lastDay && lastDay <= now) await expireCreditsOnEnd(tx, await markEnded(tx, orphaned, lastDay, now))
}

/** A new subscription replaces the orphaned one; the remaining credits stay. */
async function supersedeSubscription(tx: RecordingTransaction, { userId, provider, now }: EndInput): Promise<void> {
  const orphaned = await lockOrphanedSubscription(tx.db, provider, userId)
  if (orphaned) await markEnded(tx, orphaned, now, now)
}

async function markEnded(
  tx: RecordingTransaction,
  orphaned: SubscriptionRow,
  endedAt: Date,
  updatedAt: Date,
): Promise<EndedSubscription> {
  const reason = orphaned.status === 'PAST_DUE' ? 'PAYMENT_FAILED' : 'CANCELLED'
  const none = { nextPlanId: null, nextPrice: null, nextCredits: null, graceUntil: null }
  const over = { status: 'INACTIVE', endedAt, endReason: reason, updatedAt } as const
  await updateSubscription(tx.db, orphaned.id, { ...none, ...over })
  const ended = { ...orphaned, endedAt, reason } as const
  auditEnd(tx, ended)
  await emitSubscriptionEvent(tx, orphaned, 'subscription.updated')
  return ended
}
