import type { PaymentMethod } from '@dooryard/contract/billing'
import { type TestCard, testCards } from '@dooryard/contract/payments'
import { dayMs } from '@dooryard/contract/time'
import type {
  Card,
  SandboxCustomer,
  SandboxObject,
  SandboxPayment,
  SandboxSession,
  SandboxSubscription,
} from './sandbox-objects.ts'

/** A payment that failed is tried again this many days after it first did. */
export const retryDays = [3, 5] as const

export const declined = 'Your card was declined.'

/** The same day of a later month, in UTC, or the last one of a month that is shorter. */
export function monthsAfter(anchor: Date, months: number): Date {
  const first = new Date(anchor)
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months)
  const daysInMonth = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth))
  return first
}

/** The period that a subscription is in. Counted from the anchor: Jan 31, Feb 28, Mar 31. */
export const periodOf = ({ anchor, period }: Pick<SandboxSubscription, 'anchor' | 'period'>) => ({
  periodStart: monthsAfter(anchor, period),
  periodEnd: monthsAfter(anchor, period + 1),
})

/** When something is to be done about an object by itself; null where nothing is. */
export function dueAt(object: SandboxObject): Date | null {
  if (object.kind === 'SESSION') return object.status === 'OPEN' ? object.expiresAt : null
  if (object.kind !== 'SUBSCRIPTION' || object.status === 'INACTIVE') return null
  return retryAt(object) ?? periodOf(object).periodEnd
}

export function retryAt({ unpaid }: SandboxSubscription): Date | undefined {
  if (!unpaid) return undefined
  const days = retryDays[unpaid.tries - 1]
  return days === undefined ? undefined : new Date(unpaid.failedAt.getTime() + days * dayMs)
}

/** An unpaid session is over at its end, whether or not somebody has noted it yet. */
export const statusAt = ({ status, expiresAt }: SandboxSession, now: Date): SandboxSession['status'] =>
  status === 'OPEN' && expiresAt <= now ? 'EXPIRED' : status

export function purchaseOf({ item, discount }: Pick<SandboxSession, 'item' | 'discount'>) {
  if (item.kind === 'PAYMENT_METHOD') return { name: 'A card to pay with', list: 0, total: 0, currency: item.currency }
  const { name, price, currency } = item.kind === 'SUBSCRIPTION' ? item.plan : item
  return { name, list: price, total: Math.max(0, price - discount), currency }
}

/** A plan always takes a card, since later months are to be paid; a pack that is free does not. */
export const takesCard = (session: Pick<SandboxSession, 'item' | 'discount'>) =>
  session.item.kind !== 'PACK' || purchaseOf(session).total > 0

export const cardOf = (number: TestCard, now: Date): Card => ({
  brand: 'visa',
  last4: number.slice(-4),
  expMonth: 12,
  expYear: now.getUTCFullYear() + 5,
  does: testCards[number].does,
})

export const shownOf = ({ does: _does, takenAt: _at, ...shown }: Card): PaymentMethod => shown

export const isOlder = (card: Card, other: Card | undefined): boolean =>
  (card.takenAt?.getTime() ?? 0) < (other?.takenAt?.getTime() ?? 0)

/** When something was paid, and with which card: that is said only where money was taken. */
export const shownPayment = ({ amount, paidAt, paidWith }: Pick<SandboxPayment, 'amount' | 'paidAt' | 'paidWith'>) => ({
  ...(paidAt && { paidAt }),
  ...(paidWith && amount > 0 && { card: shownOf(paidWith) }),
})

export const cardOnFile = ({ card, lastCard }: SandboxCustomer): Card | undefined => card ?? lastCard

/** Why a card on file does not pay; undefined where it does. One that once needed a confirmation has had it. */
export function refusalOnFile(card: Card | undefined): string | undefined {
  if (!card) return 'There is no card on file.'
  return card.does === 'DECLINED' || card.does === 'FAILS_AT_RENEWAL' ? declined : undefined
}

/** The path of an address of the portal, which leads nowhere else. */
export function pathWithin(publicUrl: string, address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  // Two slashes at its start would make the rest the name of another host.
  if (url?.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
