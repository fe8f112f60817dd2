import { appError } from '../../platform/errors.ts'
import { formatNumber, plural } from '../../platform/format.ts'
import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { insertHold, lockAccount, move } from './ledger.queries.ts'
import { splitCost } from './split-cost.ts'

const insufficientCredits = (needed: number, available: number) =>
  appError(
    'INSUFFICIENT_CREDITS',
    `This order needs ${plural(needed, 'credit')} and you have ${formatNumber(available)}.`,
    {
      needed,
      available,
    },
  )

type Hold = {
  userId: string
  orderId: string
  amount: number
  /** Who orders; the user, unless said. What an administrator orders as the user starts nothing that charges a card. */
  actor?: string
  /** What the owner reads of it. */
  reason?: string
}

/**
 * Reserves credits for an order, inside the caller's transaction: subscription credits first, then on-demand. Refuses
 * with INSUFFICIENT_CREDITS, and holds nothing, when the balance cannot meet it.
 */
export async function holdCredits(db: Db, { userId, orderId, amount, ...hold }: Hold): Promise<void> {
  const { actor = userId, reason = 'Held when the order was placed' } = hold
  const account = await lockAccount(db, userId)
  const available = { subscriptionCredits: account.subscriptionAvailable, onDemandCredits: account.onDemandAvailable }
  const split = splitCost(available, amount)
  if (!split) throw insufficientCredits(amount, account.subscriptionAvailable + account.onDemandAvailable)
  await insertHold(db, { id: newId(), userId, orderId, ...split })
  await move(
    db,
    account,
    [
      { type: 'HOLD', bucket: 'SUBSCRIPTION', amount: -split.subscription, held: split.subscription },
      { type: 'HOLD', bucket: 'ON_DEMAND', amount: -split.onDemand, held: split.onDemand },
    ],
    { actor, orderId, reason },
    { isActedFor: actor !== userId },
  )
}
