import { campaignTypes } from '@dooryard/contract/api/enums'
import type { Services } from '../../../platform/context.ts'
import { findMailRecipient } from '../../../platform/lists/owners.queries.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { numbersExpiredMail, numbersExpiringMail } from '../../../platform/mail/templates/orders/orders.ts'
import { orderFailedMail, orderReadyMail } from '../../../platform/mail/templates/orders/orders-done.ts'
import { formatDay, pluralize } from '../../../platform/util/format.ts'
import { findOrderNoticeSettings, notifyUser } from '../../identity/index.ts'
import { formatExpiryReason } from '../expiry/expiry-rules.ts'
import { findOrder, type OrderRow } from '../orders.queries.ts'
import { presentOrder } from '../read/present-order.ts'

export type NotifyContext = Pick<Services, 'db' | 'clock' | 'secrets' | 'publicUrl'>

/** The path of the owner's screen of an order. */
const getOrderPath = ({ id, campaignId }: OrderRow) =>
  campaignId ? `/portal/campaigns/${campaignId}/orders/${id}` : `/portal/orders/${id}`

type Channels = {
  recipient: NonNullable<Awaited<ReturnType<typeof findMailRecipient>>>
  hasMail: boolean
  includesApiOrders: boolean
}

/** How the owner wants to hear of an order: undefined for accounts that are closed or deactivated. */
async function findChannels({ db }: NotifyContext, userId: string): Promise<Channels | undefined> {
  const [recipient, settings] = await Promise.all([findMailRecipient(db, userId), findOrderNoticeSettings(db, userId)])
  if (!recipient?.isActive || !settings) return undefined
  return { recipient, hasMail: settings.hasMails, includesApiOrders: settings.includesApiOrders }
}

const formatReturned = (released: number) =>
  released > 0 ? `${pluralize(released, 'credit is', 'credits are')} back in your balance.` : ''

/**
 * Notifies the owner of a completed or failed order, by mail and in the portal, in the caller's transaction. An order
 * of one lead is shown where it was clicked, so it is announced in the portal alone, and only when it fails; one placed
 * with an API key only to owners who ask for these too.
 */
export async function notifyOfOutcome(services: NotifyContext, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId)
  if (!order) throw new Error(`order ${orderId} was not found for its notification`)
  const isReady = order.internalStatus === 'READY'
  const isSingle = order.singlePropertyId !== null
  const channels = isReady && isSingle ? undefined : await findChannels(services, order.userId)
  if (!channels || (order.apiKeyId !== null && !channels.includesApiOrders)) return
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
  await notifyUser(services, {
    ...{ userId: order.userId, title, body, path: page },
    kind: isReady ? 'ORDER_READY' : 'ORDER_FAILED',
  })
  if (!channels.hasMail || isSingle) return
  const campaignType = campaignTypes.label(campaignTypes.schema.parse(order.campaignType))
  const data = { name: orderName, campaignType, delivery, reason: reason ?? '', returned, page }
  await queueMail(services, (isReady ? orderReadyMail : orderFailedMail)(services, channels.recipient, data))
}

/**
 * Notifies the owner that the numbers of an order expire soon, or have expired, in the caller's transaction, also of
 * an order placed with an API key: who calls them later may break the law.
 */
export async function notifyOfExpiry(services: NotifyContext, order: OrderRow, hasExpired: boolean): Promise<void> {
  const { userId, orderName: name, expiresAt, dncCheckedAt } = order
  const channels = await findChannels(services, userId)
  if (!channels || !expiresAt) return
  const page = getOrderPath(order)
  await notifyUser(services, {
    ...{ userId, path: page },
    kind: hasExpired ? 'ORDER_EXPIRED' : 'ORDER_EXPIRING',
    title: hasExpired ? `The phone numbers of ${name} have expired` : `The phone numbers of ${name} expire soon`,
    body: hasExpired
      ? 'Do not call them until you refresh their do-not-call check. It is free.'
      : `Call them until ${formatDay(expiresAt)}, or refresh their do-not-call check. It is free.`,
  })
  if (!channels.hasMail) return
  const why = formatExpiryReason(expiresAt, dncCheckedAt)
  const buildMail = hasExpired ? numbersExpiredMail : numbersExpiringMail
  await queueMail(services, buildMail(services, channels.recipient, { name, expiresAt, why, page }))
}
