import type { Box } from './in-sandbox.ts'
import { firstDue, liveOf } from './sandbox.queries.ts'
import type { Card, SandboxInvoice, SandboxObject, SandboxSubscription } from './sandbox-objects.ts'
import { cardOnFile, periodOf, refusalOnFile, retryAt } from './sandbox-rules.ts'

/** Does all that falls due until then, each at its own instant and one after another. */
export async function runDue(box: Box, until: Date): Promise<void> {
  for (let due = await firstDue(box.db, until); due; due = await firstDue(box.db, until))
    await takeStep(box.at(due.at), due.object)
}

function takeStep(box: Box, object: SandboxObject): Promise<void> {
  if (object.kind === 'SESSION') return box.save({ ...object, status: 'EXPIRED' }, 'checkout.expired')
  if (object.kind !== 'SUBSCRIPTION') throw new Error(`nothing is ever due about the ${object.kind} ${object.id}`)
  if (object.unpaid && retryAt(object)) {
    const { tries } = object.unpaid
    return retryUnpaid(box, { ...object, unpaid: { ...object.unpaid, tries: tries + 1 } })
  }
  // A month that was never paid for is not followed by another.
  if (object.status === 'PAST_DUE' || object.cancelAtPeriodEnd) return endNow(box, object)
  return renew(box, object)
}

/** Begins the next period, and charges the card on file for it. */
async function renew(box: Box, subscription: SandboxSubscription): Promise<void> {
  const { nextPlan, ...present } = subscription
  const plan = nextPlan ?? present.plan
  const next: SandboxSubscription = { ...present, plan, period: present.period + 1 }
  const invoice: SandboxInvoice = {
    kind: 'INVOICE',
    id: box.idOf('INVOICE', `${next.id} ${next.period}`),
    customerId: next.customerId,
    subscriptionId: next.id,
    reason: 'RENEWAL',
    plan,
    status: 'PAID',
    amount: plan.price,
    discount: 0,
    ...periodOf(next),
    at: box.now,
  }
  const { failure, ...paid } = await chargeOnFile(box, next.customerId, plan.price)
  if (!failure) {
    await box.save(next, 'subscription.renewed')
    return box.save({ ...invoice, ...paid }, 'invoice.paid')
  }
  const unpaid = { invoiceId: invoice.id, failedAt: box.now, tries: 1 }
  await box.save({ ...next, status: 'PAST_DUE', unpaid }, 'subscription.past_due')
  await box.save({ ...invoice, status: 'FAILED', failure }, 'invoice.failed')
}

type Charged = { failure: string; paidAt?: never } | { failure?: never; paidAt: Date; paidWith?: Card }

/** Charges the card on file: says when and with which card it was paid, or why not. */
export async function chargeOnFile(box: Box, customerId: string, amount: number): Promise<Charged> {
  const customer = await box.find('CUSTOMER', customerId)
  const paidAt = box.now
  if (amount === 0) return { paidAt }
  const card = cardOnFile(customer)
  const failure = refusalOnFile(card)
  if (failure) return { failure }
  return { paidAt, ...(card && { paidWith: card }) }
}

/** Tries the unpaid invoice of a subscription again. */
export async function retryUnpaid(box: Box, subscription: SandboxSubscription): Promise<void> {
  const { unpaid, ...rest } = subscription
  if (!unpaid) return
  const { failure: _, ...invoice } = await box.find('INVOICE', unpaid.invoiceId)
  const { failure, ...paid } = await chargeOnFile(box, rest.customerId, invoice.amount)
  if (failure) {
    await box.save(subscription)
    return box.save({ ...invoice, failure }, 'invoice.failed')
  }
  await box.save({ ...rest, status: 'ACTIVE' }, 'subscription.changed')
  await box.save({ ...invoice, status: 'PAID', ...paid }, 'invoice.paid')
}

/** Ends a subscription; what is unpaid of it is no longer asked for. */
export async function endNow(box: Box, subscription: SandboxSubscription): Promise<void> {
  const { unpaid, nextPlan: _, ...rest } = subscription
  const endReason = unpaid ? 'PAYMENT_FAILED' : 'CANCELLED'
  await box.save({ ...rest, status: 'INACTIVE', endedAt: box.now, endReason }, 'subscription.ended')
  await changeOver(box, rest.customerId)
  if (!unpaid) return
  await box.save({ ...(await box.find('INVOICE', unpaid.invoiceId)), status: 'VOID' }, 'invoice.voided')
}

/** The card of the subscription that is left is on file from now on. */
async function changeOver(box: Box, customerId: string): Promise<void> {
  for (const { card, ...left } of await liveOf(box.db, customerId)) {
    if (!card) continue
    await box.save({ ...(await box.find('CUSTOMER', customerId)), card }, 'customer.card_changed')
    return box.save(left)
  }
}
