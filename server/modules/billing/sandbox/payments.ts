import type { PaymentMethod } from '@dooryard/contract/billing'
import type { Services } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors.ts'
import type { ChargeOrder, ProviderPayment, RefundOrder } from '../provider.ts'
import { type Box, chargeOnFile, findOne, inSandbox } from './in-sandbox.ts'
import { findObject } from './sandbox.queries.ts'
import type { SandboxPayment } from './sandbox-objects.ts'
import { cardOnFile, shownOf, shownPayment } from './sandbox-rules.ts'

type Charged = Pick<ChargeOrder, 'checkoutId'>

export async function showCard({ db }: Services, customerId: string): Promise<PaymentMethod | undefined> {
  const card = cardOnFile(await findOne(db, 'CUSTOMER', customerId))
  return card && shownOf(card)
}

export const showPayment = async ({ db }: Services, id: string): Promise<ProviderPayment> =>
  present(await findOne(db, 'PAYMENT', id))

function present({ failure, ...payment }: SandboxPayment): ProviderPayment {
  const { id, customerId, checkoutId, status, amount, currency, at } = payment
  const basis = { id, customerId, checkoutId, status, amount, currency, at }
  return { ...basis, ...shownPayment(payment), ...(failure && { failure }) }
}

const chargeId = ({ idOf }: Pick<Box, 'idOf'>, { checkoutId }: Charged) => idOf('PAYMENT', `charge ${checkoutId}`)

export const findCharge = (services: Services, charged: Charged): Promise<ProviderPayment | undefined> =>
  inSandbox(services, async (box) => {
    const known = await findObject(box.db, 'PAYMENT', chargeId(box, charged))
    return known && present(known)
  })

/** Charges the card on file, once for each checkout, whether it pays or not. */
export const chargeCard = (services: Services, purchase: ChargeOrder): Promise<ProviderPayment> =>
  inSandbox(services, async (box) => {
    const id = chargeId(box, purchase)
    const known = await findObject(box.db, 'PAYMENT', id)
    if (known) return present(known)
    const { failure, ...paid } = await chargeOnFile(box, purchase.customerId, purchase.amount)
    const outcome = failure ? { status: 'FAILED' as const, failure } : { status: 'PAID' as const, ...paid }
    const payment: SandboxPayment = { kind: 'PAYMENT', id, ...purchase, ...outcome, at: box.now }
    await box.save(payment, failure ? 'payment.failed' : 'payment.paid')
    return present(payment)
  })

/** Pays a payment or an invoice back, whole and once. */
export const refundPayment = (services: Services, { transactionId, paymentRef, amount }: RefundOrder): Promise<void> =>
  inSandbox(services, async (box) => {
    const payment = await findObject(box.db, 'PAYMENT', paymentRef)
    const paid = payment ?? (await findObject(box.db, 'INVOICE', paymentRef))
    if (!paid) throw notFound('The payment')
    if (paid.status === 'REFUNDED' && paid.refundedBy === transactionId) return
    if (paid.status === 'REFUNDED') throw appError('UNPROCESSABLE', 'This payment has been refunded already.')
    if (paid.status !== 'PAID') throw appError('UNPROCESSABLE', 'Only what was paid can be refunded.')
    if (paid.amount !== amount) throw appError('UNPROCESSABLE', 'A payment is refunded whole.')
    const refunded = { status: 'REFUNDED' as const, refundedBy: transactionId }
    await box.save({ ...paid, ...refunded }, payment ? 'payment.refunded' : 'invoice.refunded')
  })
