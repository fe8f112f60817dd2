import { callReadyExpiryDays } from '@dooryard/contract/limits'
import { dayMs } from '@dooryard/contract/time'
import type { Services } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { holdCredits } from '../credits/index.ts'
import { addFulfilJob } from './fulfil-order.job.ts'
import { insertOrder, type NewOrderRow } from './orders.queries.ts'
import { tellOfOrder } from './tell-of-order.ts'

type Inside = Pick<Services, 'clock' | 'log'> & { db: Db }

/** Who orders, and what the owner reads of the hold where that is not the usual. */
type Cause = { actor: string; reason?: string }

/**
 * Enters an order that nothing stands against, inside the caller's transaction: the order, the hold on its owner's credits
 * and its job; its owner's webhooks are told. INSUFFICIENT_CREDITS where the balance cannot meet it.
 */
export async function enterOrder(inside: Inside, draft: Omit<NewOrderRow, 'expiresAt'>, cause: Cause): Promise<void> {
  const { db } = inside
  const { id: orderId, userId, campaignType, createdAt, creditRequired, quantity } = draft
  const isToCall = campaignType === 'CALL_READY'
  const expiresAt = isToCall ? new Date(createdAt.getTime() + callReadyExpiryDays * dayMs) : null
  await insertOrder(db, { ...draft, expiresAt })
  await holdCredits(db, { userId, orderId, amount: creditRequired * quantity, ...cause })
  await addFulfilJob(db, { orderId, userId })
  await tellOfOrder(inside, 'order.created', { orderId, userId })
}
