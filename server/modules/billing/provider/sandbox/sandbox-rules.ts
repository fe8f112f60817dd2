import { dayMs } from '@dooryard/contract/api/time'
import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import { type TestCard, testCards } from '@dooryard/contract/billing/payments'
import type { Services } from '../../../../platform/context.ts'
import { isOwnOrigin } from '../../../../platform/util/portal-address.ts'
import { addMonths, monthsByInterval } from '../add-months.ts'
import type {
  Card,
  SandboxCustomer,
  SandboxObject,
  SandboxPayment,
  SandboxSession,
  SandboxSubscription,
} from './sandbox-objects.ts'

/** A failed payment is retried this many days after the first failure. */
export const retryDays = [3, 5] as const

export const declinedMessage = 'Your card was declined.'

type Counted = Pick<SandboxSubscription, 'anchor' | 'period'> & { plan: Pick<SandboxSubscription['plan'], 'interval'> }

/** The current period of a subscription. Counted from the anchor: Jan 31, Feb 28, Mar 31. */
export function getPeriod({ anchor, period, plan }: Counted) {
  const months = monthsByInterval[plan.interval]
  return { periodStart: addMonths(anchor, period * months), periodEnd: addMonths(anchor, (period + 1) * months) }
}

/** When the next automatic step of an object is due; null if none is. */
export function getDueDate(object: SandboxObject): Date | null {
  if (object.kind === 'SESSION') return object.status === 'OPEN' ? object.expiresAt : null
  if (object.kind !== 'SUBSCRIPTION' || object.status === 'INACTIVE') return null
  return getRetryDate(object) ?? getPeriod(object).periodEnd
}

export function getRetryDate({ unpaid }: SandboxSubscription): Date | undefined {
  if (!unpaid) return undefined
  const days = retryDays[unpaid.tries - 1]
  return days === undefined ? undefined : new Date(unpaid.failedAt.getTime() + days * dayMs)
}

/** An unpaid session expires at its time, whether or not that is recorded yet. */
export const getSessionStatus = ({ status, expiresAt }: SandboxSession, now: Date): SandboxSession['status'] =>
  status === 'OPEN' && expiresAt <= now ? 'EXPIRED' : status

export function toPurchase({ item, discount }: Pick<SandboxSession, 'item' | 'discount'>) {
  if (item.kind === 'PAYMENT_METHOD') return { name: 'A card to pay with', list: 0, total: 0, currency: item.currency }
  const { name, price, currency } = item.kind === 'SUBSCRIPTION' ? item.plan : item
  return { name, list: price, total: Math.max(0, price - discount), currency }
}

/** A plan always requires a card, because later months must be paid; a free pack does not. */
export const requiresCard = (session: Pick<SandboxSession, 'item' | 'discount'>) =>
  session.item.kind !== 'PACK' || toPurchase(session).total > 0

export const buildCard = (number: TestCard, now: Date): Card => ({
  brand: 'visa',
  last4: number.slice(-4),
  expMonth: 12,
  expYear: now.getUTCFullYear() + 5,
  does: testCards[number].does,
})

export const toPaymentMethod = ({ does: _does, takenAt: _at, ...shown }: Card): PaymentMethod => shown

export const isOlderCard = (card: Card, other: Card | undefined): boolean =>
  (card.takenAt?.getTime() ?? 0) < (other?.takenAt?.getTime() ?? 0)

/** When and with which card it was paid; the card only if money was taken. */
export const toPaidFields = ({ amount, paidAt, paidWith }: Pick<SandboxPayment, 'amount' | 'paidAt' | 'paidWith'>) => ({
  ...(paidAt && { paidAt }),
  ...(paidWith && amount > 0 && { card: toPaymentMethod(paidWith) }),
})

export const getCardOnFile = ({ card, lastCard }: SandboxCustomer): Card | undefined => card ?? lastCard

/** Why the card on file does not pay; undefined if it does. A card that once needed confirmation has been confirmed. */
export function getCardRefusal(card: Card | undefined): string | undefined {
  if (!card) return 'There is no card on file.'
  return card.does === 'DECLINED' || card.does === 'FAILS_AT_RENEWAL' ? declinedMessage : undefined
}

/** The path of a URL of the portal, under any of its addresses; undefined for any other host. */
export function toLocalPath(
  portal: Pick<Services, 'publicUrl' | 'publicAliases'>,
  address: string,
): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  // Two leading slashes would turn the rest into another host.
  if (!url || !isOwnOrigin(url, portal) || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
