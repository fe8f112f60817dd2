import type { SandboxCheckout, SandboxConfirmation, SandboxPayment } from '@dooryard/contract/billing/payments'
import type { Services } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import type { PlanTerms } from '../provider.ts'
import { listLiveSubscriptions, sumUnpaid } from './sandbox.queries.ts'
import { requireSandboxObject, type SandboxContext, sandboxNow, withSandboxLock } from './sandbox-context.ts'
import type { Card, SandboxSession } from './sandbox-objects.ts'
import { buildCard, declinedMessage, getPeriod, getSessionStatus, requiresCard, toPurchase } from './sandbox-rules.ts'

export async function getPaymentPage(services: Services, sessionId: string): Promise<SandboxCheckout> {
  const session = await requireSandboxObject(services.db, 'SESSION', sessionId)
  return presentPage({ db: services.db, now: await sandboxNow(services) }, session)
}

/**
 * A card that needs confirmation waits for it. A session that is already paid returns the same response as a new
 * payment.
 */
export const paySession = (services: Services, sessionId: string, { card }: SandboxPayment): Promise<SandboxCheckout> =>
  withSandboxLock(services, async (sandbox) => {
    const session = await sandbox.find('SESSION', sessionId)
    assertNotExpired(session)
    if (session.status === 'PAID') return presentPage(sandbox, session)
    const entered = buildCard(card, sandbox.now)
    if (!requiresCard(session)) return completeSession(sandbox, session, entered)
    if (entered.does === 'DECLINED') throw appError('UNPROCESSABLE', declinedMessage)
    if (entered.does !== 'NEEDS_CONFIRMATION') return completeSession(sandbox, session, entered)
    const waiting = { ...session, confirming: entered }
    await sandbox.save(waiting)
    return presentPage(sandbox, waiting)
  })

export async function confirmSession(services: Services, sessionId: string, { approve }: SandboxConfirmation) {
  const page = await withSandboxLock(services, async (sandbox) => {
    const { confirming, ...session } = await sandbox.find('SESSION', sessionId)
    assertNotExpired(session)
    if (session.status === 'PAID') {
      if (approve) return presentPage(sandbox, session)
      throw appError('CONFLICT', 'This purchase is already paid.')
    }
    if (!confirming) throw appError('CONFLICT', 'There is no payment to confirm. Pay with a card first.')
    if (approve) return completeSession(sandbox, session, confirming)
    await sandbox.save(session)
  })
  // Throw only after the commit, so that the denial is saved.
  if (!page) throw appError('UNPROCESSABLE', 'The payment was not confirmed. You can try again, or use another card.')
  return page
}

function assertNotExpired({ status }: Pick<SandboxSession, 'status'>) {
  if (status === 'EXPIRED')
    throw appError('CONFLICT', 'This purchase has expired and nothing was charged. Go back and start again.')
}

async function completeSession(sandbox: SandboxContext, open: SandboxSession, card: Card): Promise<SandboxCheckout> {
  const { confirming: _, ...session } = { ...open, status: 'PAID' as const }
  const made = await recordPurchase(sandbox, session, { ...card, takenAt: sandbox.now })
  const paid = { ...session, ...made }
  await sandbox.save(paid, 'checkout.paid')
  return presentPage(sandbox, paid)
}

async function recordPurchase(
  sandbox: SandboxContext,
  session: SandboxSession,
  card: Card,
): Promise<Partial<SandboxSession>> {
  if (session.item.kind === 'PAYMENT_METHOD') return { card }
  if (session.item.kind === 'PACK') return payPack(sandbox, session, card)
  const hasOther = (await listLiveSubscriptions(sandbox.db, session.customerId)).length > 0
  const customer = await sandbox.find('CUSTOMER', session.customerId)
  // The card of an existing subscription stays on file when a second one starts.
  if (!hasOther) await sandbox.save({ ...customer, card }, 'customer.card_changed')
  return subscribe(sandbox, session, { plan: session.item.plan, card, hasOther })
}

async function payPack(sandbox: SandboxContext, session: SandboxSession, card: Card) {
  const { id, customerId, checkoutId } = session
  const { name, total, currency } = toPurchase(session)
  if (total === 0) return {}
  await sandbox.save({ ...(await sandbox.find('CUSTOMER', customerId)), lastCard: card }, 'customer.card_changed')
  const paymentId = sandbox.deriveId('PAYMENT', id)
  const payment = { id: paymentId, customerId, checkoutId, description: name, amount: total, currency }
  const paid = { at: sandbox.now, paidAt: sandbox.now, paidWith: card }
  await sandbox.save({ kind: 'PAYMENT', status: 'PAID', ...payment, ...paid }, 'payment.paid')
  return { paymentId }
}

type SubscriptionPurchase = { plan: PlanTerms; card: Card; hasOther: boolean }

async function subscribe(
  sandbox: SandboxContext,
  session: SandboxSession,
  { plan, card, hasOther }: SubscriptionPurchase,
) {
  const { id, customerId, checkoutId } = session
  const subscriptionId = sandbox.deriveId('SUBSCRIPTION', id)
  const invoiceId = sandbox.deriveId('INVOICE', id)
  const { total } = toPurchase(session)
  const start = { anchor: sandbox.now, period: 0 }
  const bought = { id: subscriptionId, customerId, checkoutId, plan }
  const subscription = { ...bought, ...start, ...(hasOther && { card }), cancelAtPeriodEnd: false, changes: {} }
  const invoice = { id: invoiceId, customerId, subscriptionId, plan, amount: total, discount: plan.price - total }
  const paid = { at: sandbox.now, paidAt: sandbox.now, paidWith: card }
  await sandbox.save({ kind: 'SUBSCRIPTION', status: 'ACTIVE', ...subscription }, 'subscription.created')
  await sandbox.save(
    { kind: 'INVOICE', reason: 'FIRST', status: 'PAID', ...invoice, ...paid, ...getPeriod({ ...start, plan }) },
    'invoice.paid',
  )
  return { subscriptionId, invoiceId }
}

async function presentPage(
  { db, now }: Pick<SandboxContext, 'db' | 'now'>,
  session: SandboxSession,
): Promise<SandboxCheckout> {
  const { name, list, total, currency } = toPurchase(session)
  const money = (amount: number) => ({ amount, currency })
  const status = getSessionStatus(session, now)
  const { id, item, email, customerId, confirming, returnUrl, cancelUrl } = session
  const { kind } = item
  const overdue = kind === 'PAYMENT_METHOD' && status === 'OPEN' ? await sumUnpaid(db, customerId) : 0
  return {
    ...{ session: id, kind, name, email, status, returnUrl, cancelUrl },
    ...{ list: money(list), discount: money(list - total), total: money(total) },
    ...(overdue > 0 && { overdue: money(overdue) }),
    ...(item.kind === 'SUBSCRIPTION' && { interval: item.plan.interval }),
    needsConfirmation: confirming !== undefined,
  }
}
