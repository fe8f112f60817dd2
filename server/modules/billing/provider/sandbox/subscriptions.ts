import { outdatedQuoteDetails } from '@dooryard/contract/api/errors'
import type { Services } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { getDaysLeftValue, getPeriodDays, type PeriodPurchase, prorate } from '../../change-plan/proration-rules.ts'
import type {
  EndOptions,
  PlanChangeOrder,
  PlanChangePrice,
  PlanChangeTerms,
  ProviderInvoice,
  ProviderSubscription,
} from '../provider.ts'
import { listObjects } from './sandbox.queries.ts'
import {
  chargeOnFile,
  endSubscriptionNow,
  requireSandboxObject,
  type SandboxContext,
  withOpenSandbox,
  withSandboxLock,
} from './sandbox-context.ts'
import type { SandboxInvoice, SandboxSubscription } from './sandbox-objects.ts'
import { getPeriod, toPaidFields } from './sandbox-rules.ts'

export async function getSubscription({ db }: Services, id: string): Promise<ProviderSubscription> {
  const subscription = await requireSandboxObject(db, 'SUBSCRIPTION', id)
  const { customerId, checkoutId, status, plan, nextPlan, cancelAtPeriodEnd, endedAt, endReason } = subscription
  return {
    id,
    customerId,
    checkoutId,
    status,
    plan: nextPlan ?? plan,
    ...getPeriod(subscription),
    cancelAtPeriodEnd,
    ...(endedAt && { endedAt }),
    ...(endReason && { endReason }),
  }
}

export const getInvoice = async ({ db }: Services, id: string): Promise<ProviderInvoice> =>
  present(await requireSandboxObject(db, 'INVOICE', id))

/** Every invoice of a subscription, oldest first. */
export async function listInvoices({ db }: Services, subscriptionId: string): Promise<ProviderInvoice[]> {
  const { customerId } = await requireSandboxObject(db, 'SUBSCRIPTION', subscriptionId)
  const invoices = await listObjects(db, 'INVOICE', customerId)
  return invoices.filter((invoice) => invoice.subscriptionId === subscriptionId).map(present)
}

function present(stored: SandboxInvoice): ProviderInvoice {
  const { kind: _kind, refundedBy: _by, proratedAt: _from, paidAt: _at, paidWith: _with, ...kept } = stored
  const { quoteId, failure, wentBack, carriedOver, refundIds: _ids, ...invoice } = kept
  const wasPaid = invoice.status === 'PAID' || invoice.status === 'REFUNDED'
  return {
    ...invoice,
    ...toPaidFields(stored),
    currency: invoice.plan.currency,
    ...(quoteId && { quoteId }),
    ...(failure && { failure }),
    ...(wentBack && { wentBack }),
    ...(carriedOver && { carriedOver }),
    ...(wasPaid && invoice.amount > 0 && { paymentRef: invoice.id }),
  }
}

export const priceChange = async ({ db }: Services, change: PlanChangeTerms): Promise<PlanChangePrice> =>
  computeChangePrice(db, await requireSandboxObject(db, 'SUBSCRIPTION', change.subscriptionId), change)

/**
 * The new plan's price for the remaining days, or for a year that begins now, less what was paid for these days under
 * the old plan.
 */
async function computeChangePrice(
  db: Db,
  subscription: SandboxSubscription,
  { to, proratedAt, discount }: PlanChangeTerms,
): Promise<PlanChangePrice> {
  const period = { ...getPeriod(subscription), at: proratedAt }
  const days = getPeriodDays(period)
  const charge = to.interval === subscription.plan.interval ? prorate(to.price, days).left : to.price
  const full = prorate(subscription.plan.price, days).left
  const credit = getDaysLeftValue(full, await listPeriodPurchases(db, subscription), period)
  const difference = Math.max(0, charge - credit)
  const less = Math.min(discount, difference)
  return { charge, credit, discount: less, amountDue: difference - less }
}

async function listPeriodPurchases(db: Db, subscription: SandboxSubscription): Promise<PeriodPurchase[]> {
  const { id, customerId } = subscription
  const { periodEnd } = getPeriod(subscription)
  const invoices = await listObjects(db, 'INVOICE', customerId)
  return invoices
    .filter((one) => one.subscriptionId === id && one.periodEnd.getTime() === periodEnd.getTime())
    .map(({ amount, discount, status, carriedOver = 0, proratedAt, at }) => {
      const paid = status === 'PAID' ? amount : 0
      return { amount: paid + carriedOver, less: discount + amount - paid, from: proratedAt ?? at }
    })
}

/** Changes the plan as quoted, once per quote. */
export const changePlan = (services: Services, order: PlanChangeOrder): Promise<{ invoiceId?: string }> =>
  withOpenSandbox(services, async (sandbox) => {
    const subscription = await sandbox.find('SUBSCRIPTION', order.subscriptionId)
    const done = subscription.changes[order.quoteId]
    if (done !== undefined) return done === null ? {} : { invoiceId: done }
    if (subscription.status === 'INACTIVE') throw appError('UNPROCESSABLE', 'This subscription has ended.')
    assertUnchanged(subscription, order)
    if (order.when === 'PERIOD_END') return scheduleChange(sandbox, subscription, order)
    if (subscription.status === 'PAST_DUE')
      throw appError('UNPROCESSABLE', 'The current month is not paid yet. Pay it before you change the plan.')
    return applyChangeNow(sandbox, subscription, order)
  })

const quoteChangedMessage = 'Your subscription has changed since this was quoted. Ask for a new quote.'

/** Refuses a quote from another month, or one with another cancellation state. */
function assertUnchanged(subscription: SandboxSubscription, { proratedAt, cancelAtPeriodEnd }: PlanChangeOrder) {
  const { periodStart, periodEnd } = getPeriod(subscription)
  const isOther = subscription.cancelAtPeriodEnd !== cancelAtPeriodEnd
  if (isOther || proratedAt < periodStart || proratedAt >= periodEnd)
    throw appError('UNPROCESSABLE', quoteChangedMessage, outdatedQuoteDetails)
}

async function scheduleChange(
  sandbox: SandboxContext,
  subscription: SandboxSubscription,
  { quoteId, to }: PlanChangeOrder,
) {
  const { nextPlan: _, ...present } = subscription
  const changes = { ...present.changes, [quoteId]: null }
  await sandbox.save(
    { ...present, changes, ...(!isSamePlan(to, present.plan) && { nextPlan: to }) },
    'subscription.changed',
  )
  return {}
}

type Plan = SandboxSubscription['plan']

const isSamePlan = (a: Plan, b: Plan) =>
  a.planId === b.planId && a.interval === b.interval && a.price === b.price && a.credits === b.credits

async function applyChangeNow(sandbox: SandboxContext, subscription: SandboxSubscription, order: PlanChangeOrder) {
  const { nextPlan: _, ...present } = subscription
  const { customerId, id: subscriptionId } = present
  const { quoteId, to } = order
  const { amountDue, discount, credit } = await computeChangePrice(sandbox.db, subscription, order)
  if (amountDue !== order.amountDue) throw appError('UNPROCESSABLE', quoteChangedMessage, outdatedQuoteDetails)
  const { failure, ...paid } = await chargeOnFile(sandbox, customerId, amountDue)
  if (failure) throw appError('UNPROCESSABLE', failure)
  const invoiceId = sandbox.deriveId('INVOICE', quoteId)
  const changes = { ...present.changes, [quoteId]: invoiceId }
  // Another interval begins a period of its own, as with every large provider.
  const isRestart = to.interval !== present.plan.interval
  const changed = { ...present, plan: to, cancelAtPeriodEnd: false, changes }
  const next = isRestart ? { ...changed, anchor: sandbox.now, period: 0 } : changed
  await sandbox.save(next, 'subscription.changed')
  const counted = isRestart ? { carriedOver: credit } : { proratedAt: order.proratedAt }
  const asked = { quoteId, ...counted, plan: to, amount: amountDue, discount }
  const invoice = { id: invoiceId, customerId, subscriptionId, ...asked }
  await sandbox.save(
    {
      kind: 'INVOICE',
      reason: 'CHANGE',
      status: 'PAID',
      at: sandbox.now,
      ...invoice,
      ...paid,
      ...getPeriod(next),
    },
    'invoice.paid',
  )
  return { invoiceId }
}

export const setCancelAtPeriodEnd = (services: Services, id: string, cancel: boolean): Promise<void> =>
  withOpenSandbox(services, async (sandbox) => {
    const subscription = await sandbox.find('SUBSCRIPTION', id)
    if (subscription.status === 'INACTIVE') throw appError('UNPROCESSABLE', 'This subscription has ended.')
    if (subscription.cancelAtPeriodEnd === cancel) return
    await sandbox.save({ ...subscription, cancelAtPeriodEnd: cancel }, 'subscription.changed')
  })

/**
 * Ends a subscription at once, or only if its month is unpaid. One that has already ended stays as it is; ending voids
 * what is unpaid.
 */
export const endSubscription = (services: Services, id: string, only?: EndOptions): Promise<void> =>
  withSandboxLock(services, async (sandbox) => {
    const subscription = await sandbox.find('SUBSCRIPTION', id)
    if (subscription.status === 'INACTIVE' || (only?.ifUnpaid && !subscription.unpaid)) return
    await endSubscriptionNow(sandbox, subscription)
  })
