import { dayMs } from '@dooryard/contract/api/time'
import { commissionHoldingDays } from '@dooryard/contract/billing/affiliates'
import type { Services } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import {
  type CommissionDue,
  type CommissionRow,
  insertCommissionEntries,
  listCommissionsDue,
  listReversalsDue,
  lockCommissions,
  type ReversalDue,
  type SelectCommissionPayments,
} from './commissions.queries.ts'

export type CommissionDeps = Pick<Services, 'db' | 'clock'> & { selectPayments: SelectCommissionPayments }

const batch = 1000

/**
 * Records what payments earned, and reverses what refunds and disputes took back, from the payments themselves: an
 * event that came late or twice changes nothing, and a payment is never held up by its commission.
 */
export const recordCommissions = (deps: CommissionDeps): Promise<void> =>
  inTransaction(deps, async (tx) => {
    await lockCommissions(tx.db)
    await recordWithinLock(tx)
  })

/** Requires the lock of the commissions. */
export async function recordWithinLock({ db, clock, selectPayments }: CommissionDeps): Promise<void> {
  const now = clock.now()
  for (;;) {
    const due = await listCommissionsDue(db, selectPayments, batch)
    if (due.length === 0) break
    await insertCommissionEntries(
      db,
      due.map((commission) => buildEarned(commission, now)),
    )
  }
  const reversals = await listReversalsDue(db, selectPayments, now)
  for (let start = 0; start < reversals.length; start += batch)
    await insertCommissionEntries(
      db,
      reversals.slice(start, start + batch).map((reversal) => buildReversal(reversal, now)),
    )
}

/** Whole cents, rounded down, so that the parts of a payment never earn more than the whole. */
const computeCommission = (cents: number, basisPoints: number) => Math.floor((cents * basisPoints) / 10_000)

const buildEarned = ({ paidAt, amount, ...due }: CommissionDue, now: Date): CommissionRow => ({
  ...due,
  id: newId(),
  type: 'EARNED',
  amount: computeCommission(amount, due.basisPoints),
  payableAt: new Date(paidAt.getTime() + commissionHoldingDays * dayMs),
  happenedAt: paidAt,
  createdAt: now,
})

function buildReversal(reversal: ReversalDue, now: Date): CommissionRow {
  const { paymentId, affiliateUserId, couponId, basisPoints, currency, payableAt, refundedAt } = reversal
  const { amount, refunded, reversed } = reversal
  const earned = computeCommission(amount, basisPoints)
  const remaining = computeCommission(amount - refunded, basisPoints)
  return {
    ...{ paymentId, affiliateUserId, couponId, basisPoints, currency, payableAt },
    id: newId(),
    type: 'REVERSED',
    amount: remaining - earned + reversed,
    happenedAt: refundedAt,
    createdAt: now,
  }
}
