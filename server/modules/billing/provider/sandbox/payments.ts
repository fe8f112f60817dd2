import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import type { Services } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import type { ChargeOrder, ProviderPayment, RefundOrder } from '../provider.ts'
import { findObject } from './sandbox.queries.ts'
import { chargeOnFile, requireSandboxObject, type SandboxContext, withSandboxLock } from './sandbox-context.ts'
import type { SandboxPayment } from './sandbox-objects.ts'
import { getCardOnFile, toPaidFields, toPaymentMethod } from './sandbox-rules.ts'

type ChargeKey = Pick<ChargeOrder, 'checkoutId'>

export async function getCard({ db }: Services, customerId: string): Promise<PaymentMethod | undefined> {
  const card = getCardOnFile(await requireSandboxObject(db, 'CUSTOMER', customerId))
  return card && toPaymentMethod(card)
}

export const getPayment = async ({ db }: Services, id: string): Promise<ProviderPayment> =>
  presentPayment(await requireSandboxObject(db, 'PAYMENT', id))

function presentPayment({ failure, ...payment }: SandboxPayment): ProviderPayment {
  const { id, customerId, checkoutId, status, amount, currency, at, wentBack } = payment
  const basis = { id, customerId, checkoutId, status, amount, currency, at }
  return { ...basis, ...toPaidFields(payment), ...(failure && { failure }), ...(wentBack && { wentBack }) }
}

const deriveChargeId = ({ deriveId }: Pick<SandboxContext, 'deriveId'>, { checkoutId }: ChargeKey) =>
  deriveId('PAYMENT', `charge ${checkoutId}`)

export const findCharge = (services: Services, chargeKey: ChargeKey): Promise<ProviderPayment | undefined> =>
  withSandboxLock(services, async (sandbox) => {
    const known = await findObject(sandbox.db, 'PAYMENT', deriveChargeId(sandbox, chargeKey))
    return known && presentPayment(known)
  })

/** Charges the card on file, once per checkout, whether the card pays or declines. */
export const chargeCard = (services: Services, purchase: ChargeOrder): Promise<ProviderPayment> =>
  withSandboxLock(services, async (sandbox) => {
    const id = deriveChargeId(sandbox, purchase)
    const known = await findObject(sandbox.db, 'PAYMENT', id)
    if (known) return presentPayment(known)
    const { failure, ...paid } = await chargeOnFile(sandbox, purchase.customerId, purchase.amount)
    const outcome = failure ? { status: 'FAILED' as const, failure } : { status: 'PAID' as const, ...paid }
    const payment: SandboxPayment = { kind: 'PAYMENT', id, ...purchase, ...outcome, at: sandbox.now }
    await sandbox.save(payment, failure ? 'payment.failed' : 'payment.paid')
    return presentPayment(payment)
  })

/** Refunds what is left of a payment or an invoice once, or a part of it once per `refundId`. */
export const refundPayment = (
  services: Services,
  { transactionId, paymentRef, ...order }: RefundOrder,
): Promise<void> =>
  withSandboxLock(services, async (sandbox) => {
    const payment = await findObject(sandbox.db, 'PAYMENT', paymentRef)
    const paid = payment ?? (await findObject(sandbox.db, 'INVOICE', paymentRef))
    if (!paid) throw notFound('The payment')
    const { refundId, amount } = order
    const refundIds = paid.refundIds ?? []
    if (refundId && refundIds.includes(refundId)) return
    if (!refundId && paid.status === 'REFUNDED' && paid.refundedBy === transactionId) return
    if (paid.status === 'REFUNDED') throw appError('UNPROCESSABLE', 'This payment is already refunded.')
    if (paid.status !== 'PAID') throw appError('UNPROCESSABLE', 'Only what was paid can be refunded.')
    const { wentBack = 0 } = paid
    const left = paid.amount - wentBack
    if (refundId ? amount >= left : amount !== left)
      throw appError('UNPROCESSABLE', 'The amount differs from what is left to refund.')
    const refunded = refundId
      ? { wentBack: wentBack + amount, refundIds: [...refundIds, refundId] }
      : { status: 'REFUNDED' as const, refundedBy: transactionId }
    await sandbox.save({ ...paid, ...refunded }, payment ? 'payment.refunded' : 'invoice.refunded')
  })
