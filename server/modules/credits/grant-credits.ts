import type { CreditAdjustment } from '@dooryard/contract/admin-billing'
import { type Bucket, bucketCredits, type EntryType } from '@dooryard/contract/credit-history'
import type { Balance } from '@dooryard/contract/credits'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { formatNumber, plural } from '../../platform/format.ts'
import { lockOpenAccount } from '../../platform/owners.queries.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { tellWebhooks } from '../webhooks/index.ts'
import { presentBalance } from './balance-rules.ts'
import { availableIn, lockAccount, move } from './ledger.queries.ts'

type Grant = {
  userId: string
  bucket: Bucket
  amount: number
  reason: string
  actor: string
  type?: Extract<EntryType, 'GRANT' | 'PURCHASE' | 'COUPON'>
  transactionId?: string | undefined
}

export async function grantCredits(db: Db, { userId, bucket, amount, type = 'GRANT', ...cause }: Grant): Promise<void> {
  const account = await lockAccount(db, userId)
  await move(db, account, [{ type, bucket, amount, held: 0 }], cause)
}

type Adjuster = Pick<Context, 'db' | 'clock' | 'actor'> & Partial<Pick<Context, 'caller' | 'requestId'>>

/** NOT_FOUND for closed accounts, UNPROCESSABLE where fewer can be spent than are to be taken. */
export const adjustCredits = (ctx: Adjuster, { userId, bucket, amount, reason }: CreditAdjustment): Promise<Balance> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor } = inside
    if (!(await lockOpenAccount(db, userId))) throw notFound('This user')
    const account = await lockAccount(db, userId)
    const available = availableIn(account, bucket)
    if (available + amount < 0) throw tooFew(bucket, available, -amount)
    const adjustment = { type: 'ADJUST', bucket, amount, held: 0 } as const
    // What is taken was not spent: the user's card is not charged for it.
    const after = await move(db, account, [adjustment], { actor: actor.userId, reason }, { isActedFor: true })
    const balance = presentBalance(after)
    await tellWebhooks(inside, userId, 'credits.adjusted', () => ({ balance, bucket, amount, reason }))
    await audit(inside, {
      action: 'credits.adjusted',
      object: { type: 'user', id: userId },
      before: presentBalance(account),
      after: balance,
      reason,
    })
    return balance
  })

const tooFew = (bucket: Bucket, available: number, wanted: number) =>
  appError(
    'UNPROCESSABLE',
    `The user has ${plural(available, bucketCredits[bucket])} to spend, so ${formatNumber(wanted)} cannot be taken.`,
    { needed: wanted, available },
  )
