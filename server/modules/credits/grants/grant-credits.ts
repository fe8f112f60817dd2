import type { CreditAdjustment } from '@dooryard/contract/billing/admin/admin-billing'
import { type Bucket, bucketCreditNouns, type EntryType } from '@dooryard/contract/billing/credit-history'
import type { Balance } from '@dooryard/contract/billing/credits'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { lockOpenAccount } from '../../../platform/lists/owners.queries.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { formatNumber, pluralize } from '../../../platform/util/format.ts'
import { emitWebhookEvent } from '../../webhooks/index.ts'
import { presentBalance } from '../balance/balance-rules.ts'
import { getAvailable, lockAccount, postEntries } from '../ledger/ledger.queries.ts'

type CreditGrant = {
  userId: string
  bucket: Bucket
  amount: number
  reason: string
  actor: string
  type?: Extract<EntryType, 'GRANT' | 'PURCHASE' | 'COUPON'>
  transactionId?: string | undefined
}

export async function grantCredits(
  db: Db,
  { userId, bucket, amount, type = 'GRANT', ...cause }: CreditGrant,
): Promise<void> {
  const account = await lockAccount(db, userId)
  await postEntries(db, account, [{ type, bucket, amount, held: 0 }], cause)
}

type AdjustmentContext = Pick<Context, 'db' | 'clock' | 'actor'> & Partial<Pick<Context, 'caller' | 'requestId'>>

/**
 * Adjusts credits. Throws NOT_FOUND for closed accounts and UNPROCESSABLE if the deduction exceeds the spendable
 * credits.
 */
export const adjustCredits = (
  ctx: AdjustmentContext,
  { userId, bucket, amount, reason }: CreditAdjustment,
): Promise<Balance> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor } = tx
    if (!(await lockOpenAccount(db, userId))) throw notFound('This user')
    const account = await lockAccount(db, userId)
    const available = getAvailable(account, bucket)
    if (available + amount < 0) throw tooFewCredits(bucket, available, -amount)
    const adjustment = { type: 'ADJUST', bucket, amount, held: 0 } as const
    // A deduction is not spending, so it must not trigger a top-up.
    const after = await postEntries(db, account, [adjustment], { actor: actor.userId, reason }, { isActedFor: true })
    const balance = presentBalance(after)
    await emitWebhookEvent(tx, userId, 'credits.adjusted', () => ({ balance, bucket, amount, reason }))
    await audit(tx, {
      action: 'credits.adjusted',
      object: { type: 'user', id: userId },
      before: presentBalance(account),
      after: balance,
      reason,
    })
    return balance
  })

const tooFewCredits = (bucket: Bucket, available: number, wanted: number) =>
  appError(
    'UNPROCESSABLE',
    `The user has ${pluralize(available, bucketCreditNouns[bucket])} available, so ${formatNumber(wanted)} cannot be removed.`,
    { needed: wanted, available },
  )
