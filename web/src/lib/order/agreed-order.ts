import type { NewOrder } from '@dooryard/contract/orders/new-order'
import { z } from 'zod'
import { buildDraftKey } from '../drafts.ts'
import { toCanonicalJson } from '../format/canonical-json.ts'
import { pluralize } from '../format/format.ts'

/** How the purchase of the missing credits ended; OPEN while the payment is not confirmed. */
const outcomes = ['PAID', 'OPEN', 'CANCELLED', 'FAILED', 'EXPIRED', 'REFUNDED'] as const
export type PurchaseOutcome = (typeof outcomes)[number]

/** What the user agreed to: an order without its prices, and the credits that it may cost at most. */
export type OrderAgreement = { request: string; quantity: number; credits: number }

const AgreedOrder = z.object({
  /** The idempotency key it is placed with, so that a reload or a copied tab places no second order. */
  key: z.string(),
  /** The screen of its form, which the purchase returns to. */
  back: z.string(),
  request: z.string(),
  credits: z.number(),
  /** When the user agreed to it, in ms since 1970. */
  agreedAt: z.number(),
  /** Undefined until the user returns from the payment. */
  outcome: z.enum(outcomes).optional(),
})
/** An order to be placed by itself once the missing credits are bought. */
export type AgreedOrder = z.infer<typeof AgreedOrder>

/** Builds what identifies an order apart from its prices, of which the agreement has the most. */
export function buildAgreedRequest({ creditRequired: _, creditsToAddPhones: __, ...order }: NewOrder, of: object) {
  return toCanonicalJson({ ...order, of })
}

const toKey = (userId: string) => buildDraftKey('order', userId, 'agreed')

/** Saves the order agreed to in this tab in place of an earlier one; undefined deletes it. */
export function saveAgreedOrder(userId: string, agreed: AgreedOrder | undefined) {
  try {
    if (agreed) sessionStorage.setItem(toKey(userId), JSON.stringify(agreed))
    else sessionStorage.removeItem(toKey(userId))
  } catch {
    // Without storage the user has to place the order after the purchase.
  }
}

function loadAgreedOrder(userId: string): AgreedOrder | undefined {
  try {
    return AgreedOrder.safeParse(JSON.parse(sessionStorage.getItem(toKey(userId)) ?? 'null')).data
  } catch {
    return undefined
  }
}

/** Finds the order agreed to in this tab at the form of that screen. */
export function findAgreedOrder(userId: string, back: string | undefined): AgreedOrder | undefined {
  const agreed = loadAgreedOrder(userId)
  return agreed?.back === back ? agreed : undefined
}

/** Deletes the order agreed to at the form of that screen, if its purchase has ended. */
export function dropReturnedOrder(userId: string, back: string) {
  if (findAgreedOrder(userId, back)?.outcome) saveAgreedOrder(userId, undefined)
}

const toPlacedKey = (userId: string) => buildDraftKey('order', userId, 'placed')

/**
 * Records at which form this tab placed its last order, so that the screen that sold its credits, reached with Back, asks
 * for no more of them; undefined once another order lacks credits.
 */
export function savePlacedOrder(userId: string, back: string | undefined) {
  try {
    if (back === undefined) sessionStorage.removeItem(toPlacedKey(userId))
    else sessionStorage.setItem(toPlacedKey(userId), back)
  } catch {
    // Without storage the screen asks for credits that are no longer missing, and buys none by itself.
  }
}

/** Whether the order of that form was placed since it lacked credits. */
export function isOrderPlaced(userId: string, back: string | undefined): boolean {
  try {
    return back !== undefined && sessionStorage.getItem(toPlacedKey(userId)) === back
  } catch {
    return false
  }
}

/** Records how the purchase for an agreed order ended. False if the order is not to be placed any more. */
export function recordPurchaseOutcome(userId: string, key: string | undefined, outcome: PurchaseOutcome): boolean {
  const agreed = loadAgreedOrder(userId)
  if (!agreed || agreed.key !== key) return false
  saveAgreedOrder(userId, { ...agreed, outcome })
  return true
}

/** How long an agreement holds: the purchase takes minutes, and a later order is one the user no longer expects. */
const maxAgreedMinutes = 30

const refusalByOutcome: Record<Exclude<PurchaseOutcome, 'PAID'>, string> = {
  OPEN: 'Your payment is not confirmed yet, so the order was not placed. Place it once your credits are here.',
  CANCELLED: 'You left before paying, so the order was not placed.',
  FAILED: 'The payment did not go through, so the order was not placed.',
  EXPIRED: 'The purchase was not finished in time, so the order was not placed.',
  REFUNDED: 'Your payment was refunded, so the order was not placed.',
}

type AgreedOrderState = {
  /** The order of the form as it is now; undefined while it is incomplete. */
  current: OrderAgreement | undefined
  /** The credits that the user can spend. */
  spendable: number
  /** Whether credits that are not here by now are missing. */
  isWaitOver: boolean
  /** In ms since 1970. */
  now: number
}

export type AgreedOrderVerdict = { type: 'place' } | { type: 'wait' } | { type: 'refuse'; reason: string }

const refuse = (reason: string): AgreedOrderVerdict => ({ type: 'refuse', reason })

/** Decides whether an agreed order is placed after the purchase: never another order, nor at a higher cost, nor late. */
export function judgeAgreedOrder(
  { request, credits, agreedAt, outcome = 'OPEN' }: AgreedOrder,
  { current, spendable, isWaitOver, now }: AgreedOrderState,
): AgreedOrderVerdict {
  if (outcome !== 'PAID') return refuse(refusalByOutcome[outcome])
  if (now - agreedAt > maxAgreedMinutes * 60_000)
    return refuse(
      `You agreed to this order more than ${maxAgreedMinutes} minutes ago, so it was not placed. Check it before you ` +
        'place it.',
    )
  if (current?.request !== request)
    return refuse('The order has changed since you agreed to it, so it was not placed. Check it before you place it.')
  if (current.credits > credits)
    return refuse(
      `The order now takes ${pluralize(current.credits, 'credit')} instead of ${pluralize(credits, 'credit')}, so it ` +
        'was not placed. Check it before you place it.',
    )
  if (spendable >= current.credits) return { type: 'place' }
  // Credits can arrive a moment after the payment is confirmed.
  if (!isWaitOver) return { type: 'wait' }
  const missing = pluralize(current.credits - spendable, 'credit')
  return refuse(`Your balance is still ${missing} short, so the order was not placed.`)
}

export const formatAgreedPlaced = ({ orderName }: { orderName: string }): string =>
  `Credits added and ${orderName} placed`
