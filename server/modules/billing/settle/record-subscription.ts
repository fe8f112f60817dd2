import { newId } from '../../../platform/ids.ts'
import { findMailRecipient } from '../../../platform/owners.queries.ts'
import { providerOf } from '../billing-context.ts'
import type { PlanTerms } from '../provider.ts'
import type { Look } from './look-at-subscription.ts'
import { listOwed, type PaymentRow } from './payments.queries.ts'
import { type End, lapseWith, noteEnd } from './record-end.ts'
import { recordInvoices } from './record-invoices.ts'
import type { Recording } from './recording.ts'
import { keepPaymentMethod, lockCustomerAt } from './settle.queries.ts'
import { giveWay } from './stranded.ts'
import {
  findOtherLive,
  insertRecorded,
  lockRecorded,
  type RecordedSubscription,
  type SubscriptionState,
  updateRecorded,
} from './subscription-rows.queries.ts'
import { inOrder, planPaidFor, stateOf } from './subscription-state-rules.ts'
import { tellOfLook } from './tell-of-subscription.ts'
import { tellOutcome } from './tell-outcome.ts'

/** The payments of a subscription that are still to be paid back, and whether it was over before this look at it. */
export type Owed = { isOver: boolean; payments: PaymentRow[] }

const nothingOwed: Owed = { isOver: false, payments: [] }

/**
 * Records a look at a subscription, whole, in one transaction; one that is older than what is recorded changes nothing.
 */
export async function recordSubscription(inside: Recording, look: Look): Promise<Owed> {
  const { db, log } = inside
  const { name: provider } = providerOf(inside)
  const { subscription, invoices, number: asked, card } = look
  const customer = await lockCustomerAt(db, provider, subscription.customerId)
  const paid = planPaidFor(invoices)
  if (!customer) log.warn({ subscription: subscription.id }, 'a subscription of nobody we know was left alone')
  // Nothing was paid yet: it is a purchase under way, and none of ours.
  if (!customer || !paid) return nothingOwed
  const recorded = await lockRecorded(db, provider, subscription.id)
  if (recorded && recorded.asked > asked) return owedOf(db, recorded)
  const { userId } = customer
  await keepPaymentMethod(db, { userId, provider, asked, ...(card && { card }) })
  const row = recorded ?? (await insert(inside, look, paid, userId))
  await recordInvoices(inside, look, { row, wasOver: recorded?.status === 'INACTIVE' })
  await recordState(inside, look, paid, { row, isNew: !recorded })
  return owedOf(db, row)
}

/** Read from what is recorded, so that whoever comes next finishes what somebody who died has begun. */
const owedOf = async (db: Recording['db'], { id, status }: RecordedSubscription): Promise<Owed> => ({
  isOver: status === 'INACTIVE',
  payments: await listOwed(db, id),
})

/**
 * There is one live subscription of a user, and none of an account that is closed: one too many is recorded as over
 * from the beginning.
 */
async function insert(inside: Recording, look: Look, paid: PlanTerms, userId: string): Promise<RecordedSubscription> {
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
  return insertRecorded(db, { ...own, ...state })
}

function noteStart({ entries }: Recording, { id, userId }: Owner, { name, price, currency }: PlanTerms) {
  const after = { user: userId, plan: name, price, currency }
  entries.push({ action: 'subscription.started', actorId: userId, object: { type: 'subscription', id }, after })
}

type Owner = { id: string; userId: string }

type Change = { row: RecordedSubscription; isNew: boolean }

async function recordState(inside: Recording, look: Look, paid: PlanTerms, { row, isNew }: Change) {
  const { db } = inside
  const state = stateOf(look, paid, row, row.isDuplicate)
  // What has ended has ended: no answer brings it back.
  const wasOver = !isNew && row.status === 'INACTIVE'
  if (wasOver) return updateRecorded(db, row.id, { asked: look.number, updatedAt: look.now })
  await updateRecorded(db, row.id, state)
  if (row.isDuplicate) return
  if (state.status === 'INACTIVE') await recordEnd(inside, row, paid, state)
  else await tellOutcome(inside, look, { before: row, now: state, paid })
  await tellOfLook(inside, row, isNew ? undefined : row, state)
}

/** Its credits end with it, unless they are those of another subscription by now. */
async function recordEnd(inside: Recording, row: RecordedSubscription, { name }: PlanTerms, state: SubscriptionState) {
  const [endedAt, reason] = [state.endedAt ?? state.updatedAt, state.endReason ?? 'CANCELLED']
  const ended: End = { ...row, planName: name, endedAt, reason }
  noteEnd(inside, ended)
  if (!(await findOtherLive(inside.db, row))) await lapseWith(inside, ended)
}
