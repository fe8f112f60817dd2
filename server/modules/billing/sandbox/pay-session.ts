import type { SandboxCheckout, SandboxConfirmation, SandboxPayment } from '@dooryard/contract/payments'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import type { PlanTerms } from '../provider.ts'
import { type Box, findOne, inSandbox, sandboxNow } from './in-sandbox.ts'
import { liveOf, unpaidOf } from './sandbox.queries.ts'
import type { Card, SandboxSession } from './sandbox-objects.ts'
import { cardOf, declined, periodOf, purchaseOf, statusAt, takesCard } from './sandbox-rules.ts'

export async function showPage(services: Services, sessionId: string): Promise<SandboxCheckout> {
  const session = await findOne(services.db, 'SESSION', sessionId)
  return pageOf({ db: services.db, now: await sandboxNow(services) }, session)
}

/** A card that needs a confirmation waits for it; whoever has paid already is answered as if just now. */
export const paySession = (services: Services, sessionId: string, { card }: SandboxPayment): Promise<SandboxCheckout> =>
  inSandbox(services, async (box) => {
    const session = await box.find('SESSION', sessionId)
    refuseExpired(session)
    if (session.status === 'PAID') return pageOf(box, session)
    const entered = cardOf(card, box.now)
    if (!takesCard(session)) return complete(box, session, entered)
    if (entered.does === 'DECLINED') throw appError('UNPROCESSABLE', declined)
    if (entered.does !== 'NEEDS_CONFIRMATION') return complete(box, session, entered)
    const waiting = { ...session, confirming: entered }
    await box.save(waiting)
    return pageOf(box, waiting)
  })

export async function confirmSession(services: Services, sessionId: string, { approve }: SandboxConfirmation) {
  const page = await inSandbox(services, async (box) => {
    const { confirming, ...session } = await box.find('SESSION', sessionId)
    refuseExpired(session)
    if (session.status === 'PAID') {
      if (approve) return pageOf(box, session)
      throw appError('CONFLICT', 'This has been paid already.')
    }
    if (!confirming) throw appError('CONFLICT', 'There is no payment to confirm. Pay with a card first.')
    if (approve) return complete(box, session, confirming)
    await box.save(session)
  })
  // Only now, so that what was denied stays so.
  if (!page) throw appError('UNPROCESSABLE', 'The payment was not confirmed. You can try again, or use another card.')
  return page
}

function refuseExpired({ status }: Pick<SandboxSession, 'status'>) {
  if (status === 'EXPIRED')
    throw appError('CONFLICT', 'This purchase has expired and nothing was charged. Go back and begin again.')
}

async function complete(box: Box, open: SandboxSession, card: Card): Promise<SandboxCheckout> {
  const { confirming: _, ...session } = { ...open, status: 'PAID' as const }
  const made = await make(box, session, { ...card, takenAt: box.now })
  const paid = { ...session, ...made }
  await box.save(paid, 'checkout.paid')
  return pageOf(box, paid)
}

async function make(box: Box, session: SandboxSession, card: Card): Promise<Partial<SandboxSession>> {
  if (session.item.kind === 'PAYMENT_METHOD') return { card }
  if (session.item.kind === 'PACK') return payPack(box, session, card)
  const hasOther = (await liveOf(box.db, session.customerId)).length > 0
  const customer = await box.find('CUSTOMER', session.customerId)
  // The card of a subscription stays on file beside another one.
  if (!hasOther) await box.save({ ...customer, card }, 'customer.card_changed')
  return subscribe(box, session, { plan: session.item.plan, card, hasOther })
}

async function payPack(box: Box, session: SandboxSession, card: Card) {
  const { id, customerId, checkoutId } = session
  const { name, total, currency } = purchaseOf(session)
  if (total === 0) return {}
  await box.save({ ...(await box.find('CUSTOMER', customerId)), lastCard: card }, 'customer.card_changed')
  const paymentId = box.idOf('PAYMENT', id)
  const payment = { id: paymentId, customerId, checkoutId, description: name, amount: total, currency }
  const paid = { at: box.now, paidAt: box.now, paidWith: card }
  await box.save({ kind: 'PAYMENT', status: 'PAID', ...payment, ...paid }, 'payment.paid')
  return { paymentId }
}

type Bought = { plan: PlanTerms; card: Card; hasOther: boolean }

async function subscribe(box: Box, session: SandboxSession, { plan, card, hasOther }: Bought) {
  const { id, customerId, checkoutId } = session
  const subscriptionId = box.idOf('SUBSCRIPTION', id)
  const invoiceId = box.idOf('INVOICE', id)
  const { total } = purchaseOf(session)
  const begun = { anchor: box.now, period: 0 }
  const bought = { id: subscriptionId, customerId, checkoutId, plan }
  const subscription = { ...bought, ...begun, ...(hasOther && { card }), cancelAtPeriodEnd: false, changes: {} }
  const invoice = { id: invoiceId, customerId, subscriptionId, plan, amount: total, discount: plan.price - total }
  const paid = { at: box.now, paidAt: box.now, paidWith: card }
  await box.save({ kind: 'SUBSCRIPTION', status: 'ACTIVE', ...subscription }, 'subscription.created')
  await box.save(
    { kind: 'INVOICE', reason: 'FIRST', status: 'PAID', ...invoice, ...paid, ...periodOf(begun) },
    'invoice.paid',
  )
  return { subscriptionId, invoiceId }
}

async function pageOf({ db, now }: Pick<Box, 'db' | 'now'>, session: SandboxSession): Promise<SandboxCheckout> {
  const { name, list, total, currency } = purchaseOf(session)
  const money = (amount: number) => ({ amount, currency })
  const status = statusAt(session, now)
  const { id, item, email, customerId, confirming, returnUrl, cancelUrl } = session
  const { kind } = item
  const overdue = kind === 'PAYMENT_METHOD' && status === 'OPEN' ? await unpaidOf(db, customerId) : 0
  return {
    ...{ session: id, kind, name, email, status, returnUrl, cancelUrl },
    ...{ list: money(list), discount: money(list - total), total: money(total) },
    ...(overdue > 0 && { overdue: money(overdue) }),
    isMonthly: kind === 'SUBSCRIPTION',
    needsConfirmation: confirming !== undefined,
  }
}
