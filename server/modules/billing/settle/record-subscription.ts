import { formatDay } from '../../../platform/format.ts'
import { newId } from '../../../platform/ids.ts'
import { subscriptionEndedMails } from '../../../platform/mail/templates/subscriptions.ts'
import { findMailRecipient } from '../../../platform/owners.queries.ts'
import { lapseSubscriptionCredits } from '../../credits/index.ts'
import { type BillingServices, providerOf } from '../billing-context.ts'
import { keepPaymentMethod, lockCustomerAt } from '../customers.queries.ts'
import { listOwed, type PaymentRow } from '../payments.queries.ts'
import type { PlanTerms, ProviderName } from '../provider.ts'
import {
  findOtherLive,
  insertSubscription,
  listStranded,
  lockRecorded,
  lockStranded,
  type SubscriptionRow,
  type SubscriptionState,
  updateSubscription,
} from '../subscriptions.queries.ts'
import { mailTo } from './mail-to.ts'
import { emitSubscriptionChange, emitSubscriptionEvent, notifyOutcome } from './notify-subscriber.ts'
import { recordInvoices } from './record-invoices.ts'
import { inRecording, type Recording } from './recording.ts'
import { inOrder, type Look, planPaidFor, stateOf } from './subscription-state-rules.ts'

export type Owed = { isOver: boolean; payments: PaymentRow[] }

const nothingOwed: Owed = { isOver: false, payments: [] }

/** Records a look at a subscription; one that is older than what is recorded changes nothing. */
export async function recordSubscription(inside: Recording, look: Look): Promise<Owed> {
  const { db, log } = inside
  const { name: provider } = providerOf(inside)
  const { subscription, invoices, number: sequence, card } = look
  const customer = await lockCustomerAt(db, provider, subscription.customerId)
  const paid = planPaidFor(invoices)
  if (!customer) log.warn({ subscription: subscription.id }, 'a subscription of nobody we know was left alone')
  // Nothing was paid yet: it is a purchase under way, and none of ours.
  if (!customer || !paid) return nothingOwed
  const recorded = await lockRecorded(db, provider, subscription.id)
  if (recorded && recorded.sequence > sequence) return owedOf(db, recorded)
  const { userId } = customer
  await keepPaymentMethod(db, { userId, provider, sequence, card })
  const row = recorded ?? (await insert(inside, look, paid, userId))
  await recordInvoices(inside, look, { row, wasOver: recorded?.status === 'INACTIVE' })
  await recordState(inside, look, paid, { row, isNew: !recorded })
  return owedOf(db, row)
}

/** Read from what is recorded, so that whoever comes next finishes what somebody who died has begun. */
const owedOf = async (db: Recording['db'], { id, status }: SubscriptionRow): Promise<Owed> => ({
  isOver: status === 'INACTIVE',
  payments: await listOwed(db, id),
})

/** One subscription too many, or of a closed account, is recorded as over from the beginning. */
async function insert(inside: Recording, look: Look, paid: PlanTerms, userId: string): Promise<SubscriptionRow> {
  const { db } = inside
  const { name: provider } = providerOf(inside)
  const { subscription, invoices } = look
  const other = await findOtherLive(db, { userId, provider, providerId: subscription.id })
  const isTooMany = other !== undefined || (await findMailRecipient(db, userId)) === undefined
  const isDuplicate = isTooMany && subscription.status !== 'INACTIVE'
  const createdAt = inOrder(invoices)[0]?.at ?? look.now
  const state = stateOf(look, paid, undefined, isDuplicate)
  const own = { id: newId(), userId, provider, providerId: subscription.id, isDuplicate, createdAt }
  // One too many is not said to begin: its payment and that it was paid back stand there.
  if (!isDuplicate) noteStart(inside, own, paid)
  if (state.status !== 'INACTIVE') await giveWay(inside, { userId, provider, now: look.now })
  await insertSubscription(db, { ...own, ...state })
  const row = await lockRecorded(db, provider, own.providerId)
  if (!row) throw new Error(`subscription ${own.providerId} was recorded and is not there`)
  return row
}

function noteStart(
  { entries }: Recording,
  { id, userId }: { id: string; userId: string },
  { name, price, currency }: PlanTerms,
) {
  const after = { user: userId, plan: name, price, currency }
  entries.push({ action: 'subscription.started', actorId: userId, object: { type: 'subscription', id }, after })
}

async function recordState(
  inside: Recording,
  look: Look,
  paid: PlanTerms,
  { row, isNew }: { row: SubscriptionRow; isNew: boolean },
) {
  const { db } = inside
  const state = stateOf(look, paid, row, row.isDuplicate)
  // What has ended has ended: no answer brings it back.
  const wasOver = !isNew && row.status === 'INACTIVE'
  if (wasOver) return updateSubscription(db, row.id, { sequence: look.number, updatedAt: look.now })
  await updateSubscription(db, row.id, state)
  if (row.isDuplicate) return
  if (state.status === 'INACTIVE') await recordEnd(inside, row, paid, state)
  else await notifyOutcome(inside, look, { before: row, now: state, paid })
  await emitSubscriptionChange(inside, row, isNew ? undefined : row, state)
}

/** Its credits end with it, unless they are those of another subscription by now. */
async function recordEnd(inside: Recording, row: SubscriptionRow, { name }: PlanTerms, state: SubscriptionState) {
  const [endedAt, reason] = [state.endedAt ?? state.updatedAt, state.endReason ?? 'CANCELLED']
  const ended = { ...row, planName: name, endedAt, reason }
  noteEnd(inside, ended)
  if (!(await findOtherLive(inside.db, row))) await lapseWith(inside, ended)
}

type End = {
  id: string
  userId: string
  planName: string
  endedAt: Date
  reason: 'CANCELLED' | 'PAYMENT_FAILED'
}

function noteEnd({ entries }: Recording, { id, userId: user, planName: plan, endedAt, reason }: End): void {
  const after = { user, plan, endedAt, because: reason === 'CANCELLED' ? 'Cancelled' : 'Not paid' }
  entries.push({ action: 'subscription.ended', object: { type: 'subscription', id }, after })
}

/** The credits of a subscription end with it. */
async function lapseWith(inside: Recording, { userId, planName, endedAt, reason }: End): Promise<void> {
  const says = `${planName} ended on ${formatDay(endedAt)}, and its credits with it`
  const lapsed = await lapseSubscriptionCredits(inside.db, { userId, reason: says })
  await mailTo(inside, userId, (reader) =>
    subscriptionEndedMails[reason](inside, reader, { planName, endedAt, lapsed }),
  )
}

/**
 * Ends the subscriptions of another provider than the one in use, each with its month: nobody renews them here. Where
 * payments are off nothing ends, since that may be for an hour. One that fails holds up no other.
 */
export async function endStranded(services: BillingServices): Promise<void> {
  const { db, log, provider } = services
  if (!provider) return
  const now = await provider.now()
  for (const { userId } of await listStranded(db, provider.name, now)) {
    try {
      await inRecording(services, (inside) => endWithMonth(inside, { userId, provider: provider.name, now }))
    } catch (error) {
      log.warn({ err: error, userId }, 'a subscription of another provider could not be ended')
    }
  }
}

type At = { userId: string; provider: ProviderName; now: Date }

async function endWithMonth(inside: Recording, { userId, provider, now }: At): Promise<void> {
  const stranded = await lockStranded(inside.db, provider, userId)
  const lastDay = stranded && (stranded.graceUntil ?? stranded.periodEnd)
  if (lastDay && lastDay <= now) await lapseWith(inside, await end(inside, stranded, lastDay, now))
}

/** Whoever subscribes anew has that subscription from then on; what is left of the credits of the other one stays. */
async function giveWay(inside: Recording, { userId, provider, now }: At): Promise<void> {
  const stranded = await lockStranded(inside.db, provider, userId)
  if (stranded) await end(inside, stranded, now, now)
}

async function end(inside: Recording, stranded: SubscriptionRow, endedAt: Date, updatedAt: Date): Promise<End> {
  const reason = stranded.status === 'PAST_DUE' ? 'PAYMENT_FAILED' : 'CANCELLED'
  const none = { nextPlanId: null, nextPrice: null, nextCredits: null, graceUntil: null }
  const over = { status: 'INACTIVE', endedAt, endReason: reason, updatedAt } as const
  await updateSubscription(inside.db, stranded.id, { ...none, ...over })
  const ended = { ...stranded, endedAt, reason } as const
  noteEnd(inside, ended)
  await emitSubscriptionEvent(inside, stranded, 'subscription.updated')
  return ended
}
