import { outdatedQuote } from '@dooryard/contract/errors'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { type Bought, periodDays, shares, worthOfDaysLeft } from '../proration-rules.ts'
import type {
  EndOnly,
  PlanSwitchOrder,
  PlanSwitchTerms,
  ProviderInvoice,
  ProviderQuote,
  ProviderSubscription,
} from '../provider.ts'
import { type Box, chargeOnFile, endNow, findOne, inSandbox } from './in-sandbox.ts'
import { listObjects } from './sandbox.queries.ts'
import type { SandboxInvoice, SandboxSubscription } from './sandbox-objects.ts'
import { periodOf, shownPayment } from './sandbox-rules.ts'

export async function showSubscription({ db }: Services, id: string): Promise<ProviderSubscription> {
  const subscription = await findOne(db, 'SUBSCRIPTION', id)
  const { customerId, checkoutId, status, plan, nextPlan, cancelAtPeriodEnd, endedAt, endReason } = subscription
  return {
    id,
    customerId,
    checkoutId,
    status,
    plan: nextPlan ?? plan,
    ...periodOf(subscription),
    cancelAtPeriodEnd,
    ...(endedAt && { endedAt }),
    ...(endReason && { endReason }),
  }
}

export const showInvoice = async ({ db }: Services, id: string): Promise<ProviderInvoice> =>
  present(await findOne(db, 'INVOICE', id))

/** Every invoice of a subscription, the oldest first. */
export async function listInvoices({ db }: Services, subscriptionId: string): Promise<ProviderInvoice[]> {
  const { customerId } = await findOne(db, 'SUBSCRIPTION', subscriptionId)
  const invoices = await listObjects(db, 'INVOICE', customerId)
  return invoices.filter((invoice) => invoice.subscriptionId === subscriptionId).map(present)
}

function present(stored: SandboxInvoice): ProviderInvoice {
  const { kind: _kind, refundedBy: _by, proratedAt: _from, paidAt: _at, paidWith: _with, ...kept } = stored
  const { quoteId, failure, ...invoice } = kept
  const wasPaid = invoice.status === 'PAID' || invoice.status === 'REFUNDED'
  return {
    ...invoice,
    ...shownPayment(stored),
    currency: invoice.plan.currency,
    ...(quoteId && { quoteId }),
    ...(failure && { failure }),
    ...(wasPaid && invoice.amount > 0 && { paymentRef: invoice.id }),
  }
}

export const quoteChange = async ({ db }: Services, change: PlanSwitchTerms): Promise<ProviderQuote> =>
  priceOf(db, await findOne(db, 'SUBSCRIPTION', change.subscriptionId), change)

/** The price of the days left in the new plan, less what was paid for them in the old one. */
async function priceOf(
  db: Db,
  subscription: SandboxSubscription,
  { to, proratedAt, discount }: PlanSwitchTerms,
): Promise<ProviderQuote> {
  const period = { ...periodOf(subscription), at: proratedAt }
  const days = periodDays(period)
  const charge = shares(to.price, days).left
  const full = shares(subscription.plan.price, days).left
  const credit = worthOfDaysLeft(full, await boughtIn(db, subscription), period)
  const difference = Math.max(0, charge - credit)
  const less = Math.min(discount, difference)
  return { charge, credit, discount: less, amountDue: difference - less }
}

async function boughtIn(db: Db, subscription: SandboxSubscription): Promise<Bought[]> {
  const { id, customerId } = subscription
  const { periodEnd } = periodOf(subscription)
  const invoices = await listObjects(db, 'INVOICE', customerId)
  return invoices
    .filter((one) => one.subscriptionId === id && one.periodEnd.getTime() === periodEnd.getTime())
    .map(({ amount, discount, status, proratedAt, at }) => {
      const paid = status === 'PAID' ? amount : 0
      return { amount: paid, less: discount + amount - paid, from: proratedAt ?? at }
    })
}

/** Changes the plan as quoted, once for each quote. */
export const changePlan = (services: Services, order: PlanSwitchOrder): Promise<{ invoiceId?: string }> =>
  inSandbox(services, async (box) => {
    const subscription = await box.find('SUBSCRIPTION', order.subscriptionId)
    const done = subscription.changes[order.quoteId]
    if (done !== undefined) return done === null ? {} : { invoiceId: done }
    if (subscription.status === 'INACTIVE') throw appError('UNPROCESSABLE', 'This subscription has ended.')
    refuseOther(subscription, order)
    if (order.when === 'PERIOD_END') return changeLater(box, subscription, order)
    if (subscription.status === 'PAST_DUE')
      throw appError('UNPROCESSABLE', 'The running month has not been paid yet. Pay it before you change the plan.')
    return changeNow(box, subscription, order)
  })

const requoted = 'Your subscription has changed since this was quoted. Ask for a new quote.'

/** What was said of one month is not true of the next, nor what was said of one that was renewed then. */
function refuseOther(subscription: SandboxSubscription, { proratedAt, cancelAtPeriodEnd }: PlanSwitchOrder) {
  const { periodStart, periodEnd } = periodOf(subscription)
  const isOther = subscription.cancelAtPeriodEnd !== cancelAtPeriodEnd
  if (isOther || proratedAt < periodStart || proratedAt >= periodEnd)
    throw appError('UNPROCESSABLE', requoted, outdatedQuote)
}

async function changeLater(box: Box, subscription: SandboxSubscription, { quoteId, to }: PlanSwitchOrder) {
  const { nextPlan: _, ...present } = subscription
  const changes = { ...present.changes, [quoteId]: null }
  await box.save({ ...present, changes, ...(!isSame(to, present.plan) && { nextPlan: to }) }, 'subscription.changed')
  return {}
}

type Plan = SandboxSubscription['plan']

const isSame = (a: Plan, b: Plan) => a.planId === b.planId && a.price === b.price && a.credits === b.credits

async function changeNow(box: Box, subscription: SandboxSubscription, order: PlanSwitchOrder) {
  const { nextPlan: _, ...present } = subscription
  const { customerId, id: subscriptionId } = present
  const { quoteId, to, proratedAt } = order
  const { amountDue, discount } = await priceOf(box.db, subscription, order)
  if (amountDue !== order.amountDue) throw appError('UNPROCESSABLE', requoted, outdatedQuote)
  const { failure, ...paid } = await chargeOnFile(box, customerId, amountDue)
  if (failure) throw appError('UNPROCESSABLE', failure)
  const invoiceId = box.idOf('INVOICE', quoteId)
  const changes = { ...present.changes, [quoteId]: invoiceId }
  await box.save({ ...present, plan: to, cancelAtPeriodEnd: false, changes }, 'subscription.changed')
  const asked = { quoteId, proratedAt, plan: to, amount: amountDue, discount }
  const invoice = { id: invoiceId, customerId, subscriptionId, ...asked }
  await box.save(
    { kind: 'INVOICE', reason: 'CHANGE', status: 'PAID', at: box.now, ...invoice, ...paid, ...periodOf(subscription) },
    'invoice.paid',
  )
  return { invoiceId }
}

export const setCancelAtPeriodEnd = (services: Services, id: string, cancel: boolean): Promise<void> =>
  inSandbox(services, async (box) => {
    const subscription = await box.find('SUBSCRIPTION', id)
    if (subscription.status === 'INACTIVE') throw appError('UNPROCESSABLE', 'This subscription has ended.')
    if (subscription.cancelAtPeriodEnd === cancel) return
    await box.save({ ...subscription, cancelAtPeriodEnd: cancel }, 'subscription.changed')
  })

/**
 * Ends a subscription at once, or only if its month is unpaid; one that has ended stays as it is, and with its end
 * nothing of it is unpaid.
 */
export const endSubscription = (services: Services, id: string, only?: EndOnly): Promise<void> =>
  inSandbox(services, async (box) => {
    const subscription = await box.find('SUBSCRIPTION', id)
    if (subscription.status === 'INACTIVE' || (only?.ifUnpaid && !subscription.unpaid)) return
    await endNow(box, subscription)
  })
