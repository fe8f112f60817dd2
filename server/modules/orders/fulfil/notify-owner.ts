import { campaignTypes } from '@dooryard/contract/api/enums'
import type { Services } from '../../../platform/context.ts'
import { numbersExpiredMail, numbersExpiringMail } from '../../../platform/mail/templates/orders/orders.ts'
import { orderFailedMail, orderReadyMail } from '../../../platform/mail/templates/orders/orders-done.ts'
import { formatDay, pluralize } from '../../../platform/util/format.ts'
import { findApiOrderNotices, notifyUser } from '../../identity/index.ts'
import { formatExpiryReason } from '../expiry/expiry-rules.ts'
import { findOrder, type OrderRow } from '../orders.queries.ts'
import { presentOrder } from '../read/present-order.ts'

export type NotifyContext = Pick<Services, 'db' | 'clock' | 'secrets' | 'publicUrl' | 'log'>

/** The path of the owner's screen of an order. */
const getOrderPath = ({ id, campaignId }: OrderRow) =>
  campaignId ? `/portal/campaigns/${campaignId}/orders/${id}` : `/portal/orders/${id}`

const formatReturned = (released: number) =>
  released > 0 ? `${pluralize(released, 'credit is', 'credits are')} back in your balance.` : ''

/**
 * Notifies the owner of a completed or failed order in the caller's transaction. An order
 * of one lead is shown where it was clicked, so it brings no mail, and is announced only when it fails; one placed
 * with an API key only to owners who ask for these too.
 */
export async function notifyOfOutcome(services: NotifyContext, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId)
  if (!order) throw new Error(`order ${orderId} was not found for its notification`)
  const isReady = order.internalStatus === 'READY'
  const isSingle = order.singlePropertyId !== null
  if (isReady && isSingle) return
  if (order.apiKeyId !== null && !(await findApiOrderNotices(services.db, order.userId))) return
  const { orderName, deliveredQuantity, creditsCaptured, creditsReleased, failureReason, note } = presentOrder(
    order,
    services.clock.now(),
  )
  const page = getOrderPath(order)
  const reason = isReady ? note : failureReason
  const returned = formatReturned(creditsReleased)
  const delivery = `${pluralize(deliveredQuantity, 'lead')} for ${pluralize(creditsCaptured, 'credit')}.`
  const body = [...(isReady ? [delivery] : []), reason, returned].filter(Boolean).join(' ')
  const title = isReady ? `Your order ${orderName} is ready` : `Your order ${orderName} failed`
  const campaignType = campaignTypes.label(campaignTypes.schema.parse(order.campaignType))
  const data = { name: orderName, campaignType, delivery, reason: reason ?? '', returned, page }
  const buildMail = isReady ? orderReadyMail : orderFailedMail
  await notifyUser(services, {
    ...{ userId: order.userId, title, body, path: page },
    kind: isReady ? 'ORDER_READY' : 'ORDER_FAILED',
    ...(!isSingle && { mail: (reader) => buildMail(services, reader, data) }),
  })
}

/**
 * Notifies the owner that the numbers of an order expire soon, or have expired, in the caller's transaction, also of
 * an order placed with an API key: who calls them later may break the law.
 */
export async function notifyOfExpiry(services: NotifyContext, order: OrderRow, hasExpired: boolean): Promise<void> {
  const { userId, orderName: name, expiresAt, dncCheckedAt } = order
  if (!expiresAt) return
  const page = getOrderPath(order)
  const why = formatExpiryReason(expiresAt, dncCheckedAt)
  const buildMail = hasExpired ? numbersExpiredMail : numbersExpiringMail
  await notifyUser(services, {
    ...{ userId, path: page },
    kind: hasExpired ? 'ORDER_EXPIRED' : 'ORDER_EXPIRING',
    title: hasExpired ? `The phone numbers of ${name} have expired` : `The phone numbers of ${name} expire soon`,
    body: hasExpired
      ? 'Do not call them until you refresh their do-not-call check. It is free.'
      : `Call them until ${formatDay(expiresAt)}, or refresh their do-not-call check. It is free.`,
    mail: (reader) => buildMail(services, reader, { name, expiresAt, why, page }),
  })
}
