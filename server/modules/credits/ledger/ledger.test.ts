import { Bucket } from '@dooryard/contract/billing/credit-history'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { getBalance } from '../balance/balance.ts'
import { adjustCredits, grantCredits } from '../grants/grant-credits.ts'
import { renewCredits } from '../grants/subscription-credits.ts'
import { captureHold, holdCredits } from '../holds/holds.ts'
import { computeRollover, deductCredits, toMarkEntries } from '../holds/pending-adjustment-rules.ts'
import { getBucketCredits, getDeduction } from '../holds/pending-adjustments.queries.ts'
import {
  createTestAccount,
  getAccountSums,
  getPendingByOrder,
  isChained,
  listLedgerEntries,
  sumLedgerEntries,
  toSums,
  verifyLedger,
} from './ledger.fixture.ts'
import { getAvailable, lockAccount, type Movement, postEntries } from './ledger.queries.ts'
import { type LedgerOperations, ledgerOperations, runCommand } from './ledger-commands.fixture.ts'
import { applyCommand, command, createModel, getModelAdjustments, type LedgerCommand } from './ledger-model.fixture.ts'

const { db, pool, close } = await testDatabase()
/** The database for deliberately broken operations, whose ledger does not add up. */
const brokenDatabase = await testDatabase()
afterAll(async () => {
  await close()
  await brokenDatabase.close()
})

/**
 * After each command, the result, the account and the ledger sums match the model, and the chain is valid. At the end
 * each payment is refunded, which reveals what is left of it.
 */
const matchesModel = (db: Db, broken: Partial<LedgerOperations>, maxLength: number) =>
  fc.asyncProperty(fc.array(command, { maxLength, size: 'max' }), async (commands) => {
    const userId = await createTestAccount(db)
    const model = createModel()
    const payments = commands.filter((command) => command.do === 'buy' || command.do === 'renew')
    for (const command of [...commands, ...payments.map((_, payment): LedgerCommand => ({ do: 'refund', payment }))]) {
      const id = newId()
      const before = structuredClone(model)
      const expected = applyCommand(model, command, id)
      const course = { userId, model: before, operations: { ...ledgerOperations, ...broken } }
      expect(await runCommand(db, course, command, id)).toBe(expected)
      expect(await getAccountSums(db, userId)).toEqual(model.sums)
      expect(await sumLedgerEntries(db, userId)).toEqual(model.sums)
      expect(await getPendingByOrder(db, userId)).toEqual(getModelAdjustments(model))
      expect(await isChained(db, userId)).toBe(true)
    }
  })

/** Posts the pending adjustments of the selected orders of a user to one order, or subtracts them. */
async function writeMarks(trx: Db, orderId: string, sign: 1 | -1, isMeant: (orderId: string) => boolean) {
  const hold = await trx.selectFrom('creditHolds').select('userId').where('orderId', '=', orderId).executeTakeFirst()
  if (!hold) return
  const marks = Object.entries(await getPendingByOrder(trx, hold.userId)).filter(([of]) => isMeant(of))
  const movements = marks.flatMap(([, mark]) =>
    Bucket.options.map((bucket): Movement => {
      return { type: 'MARK', bucket, amount: 0, held: 0, marked: sign * (mark[bucket] ?? 0) }
    }),
  )
  await postEntries(trx, await lockAccount(trx, hold.userId), movements, { actor: 'test', orderId, reason: 'test' })
}

describe('any sequence of grants, purchases, coupons, holds, captures, releases, renewals, adjustments and refunds', () => {
  test('matches a simple model of the rules, with a consistent ledger after each step', {
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(matchesModel(db, {}, scaleForTorture(30, 100)), { numRuns: scaleForTorture(15, 1000) })
    expect(await verifyLedger(db)).toMatchObject({ isIntact: true, problems: [] })
  })

  const broken: Record<string, Partial<LedgerOperations>> = {
    'refusal of a refund that leaves what orders hold marked': {
      reverseClawback: async (trx, { bucket, userId, transactionId, reason, actor }) => {
        const { taken } = await getDeduction(trx, { userId, bucket, transactionId })
        const back = { type: 'REFUND', bucket, amount: taken, held: 0 } as const
        await postEntries(trx, await lockAccount(trx, userId), [back], { transactionId, reason, actor })
      },
    },
    'settlement that captures one credit too few': {
      settle: (trx, settlement) =>
        captureHold(trx, { ...settlement, capture: settlement.capture && settlement.capture - 1 }),
    },
    'settlement that gives a credit back without an entry': {
      settle: async (trx, settlement) => {
        const settled = await captureHold(trx, settlement)
        if (settled)
          await sql`update credit_accounts set on_demand_available = on_demand_available + 1
            where user_id = (select user_id from credit_holds where order_id = ${settlement.orderId})`.execute(trx)
        return settled
      },
    },
    'settlement that settles once more': {
      settle: async (trx, settlement) => {
        await sql`update credit_holds set settled_at = null where order_id = ${settlement.orderId}`.execute(trx)
        return captureHold(trx, settlement)
      },
    },
    'renewal that grants without expiring': {
      renew: async (trx, { userId, monthlyCredits, reason }) => {
        const credits = await getBucketCredits(trx, await lockAccount(trx, userId), 'SUBSCRIPTION')
        await grantCredits(trx, { userId, bucket: 'SUBSCRIPTION', amount: monthlyCredits, reason, actor: 'test' })
        return { ...computeRollover(credits, monthlyCredits), granted: monthlyCredits }
      },
    },
    'expiry that ends what is held too': {
      expire: async (trx, { userId, reason }) => {
        const { subscriptionAvailable, subscriptionHeld, ...rest } = await lockAccount(trx, userId)
        const locked = { ...rest, subscriptionAvailable, subscriptionHeld }
        const all = { type: 'EXPIRE', bucket: 'SUBSCRIPTION' } as const
        await postEntries(trx, locked, [{ ...all, amount: -subscriptionAvailable, held: -subscriptionHeld }], {
          actor: 'test',
          reason,
        })
        return subscriptionAvailable
      },
    },
    'refund that forgets what is held': {
      clawBack: async (trx, { userId, bucket, amount, ...cause }) => {
        const locked = await lockAccount(trx, userId)
        const taken = Math.min(amount, getAvailable(locked, bucket))
        await postEntries(trx, locked, [{ type: 'REFUND', bucket, amount: -taken, held: 0 }], cause)
        return taken
      },
    },
    "renewal that keeps what the new plan's month is worth": {
      renew: (trx, { keepUpTo: _, ...renewal }) => renewCredits(trx, renewal),
    },
    'renewal that takes of the newest order first': {
      renew: async (trx, { userId, monthlyCredits, keepUpTo = monthlyCredits, transactionId }) => {
        const locked = await lockAccount(trx, userId)
        const { available, holds } = await getBucketCredits(trx, locked, 'SUBSCRIPTION')
        const { marks, ...over } = computeRollover({ available, holds: holds.toReversed() }, keepUpTo)
        const bucket = 'SUBSCRIPTION'
        const expired = { type: 'EXPIRE', bucket, amount: -over.expired, held: 0 } as const
        const granted = { type: 'GRANT', bucket, amount: monthlyCredits, held: 0, transactionId } as const
        await postEntries(trx, locked, [expired, ...toMarkEntries(bucket, marks), granted], {
          actor: 'test',
          reason: 'test',
        })
        // Returns the result of a correct renewal, so that only the ledger reveals the error.
        return { ...over, marks: computeRollover({ available, holds }, keepUpTo).marks, granted: monthlyCredits }
      },
    },
    'capture that returns a pending adjustment': {
      settle: async (trx, settlement) => {
        await writeMarks(trx, settlement.orderId, -1, (orderId) => orderId === settlement.orderId)
        return captureHold(trx, settlement)
      },
    },
    'settlement that takes what is marked of other orders': {
      settle: async (trx, settlement) => {
        await writeMarks(trx, settlement.orderId, 1, (orderId) => orderId !== settlement.orderId)
        return captureHold(trx, settlement)
      },
    },
    'refund that takes the credits of other purchases': {
      clawBack: async (trx, { userId, bucket, amount, ...cause }) => {
        const locked = await lockAccount(trx, userId)
        const { taken, marks } = deductCredits(await getBucketCredits(trx, locked, bucket), amount)
        const refund = { type: 'REFUND', bucket, amount: -taken, held: 0 } as const
        await postEntries(trx, locked, [refund, ...toMarkEntries(bucket, marks)], cause)
        return taken
      },
    },
    'refund that takes more than is left': {
      clawBack: async (trx, { userId, bucket, amount, ...cause }) => {
        await postEntries(
          trx,
          await lockAccount(trx, userId),
          [{ type: 'REFUND', bucket, amount: -amount, held: 0 }],
          cause,
        )
        return amount
      },
    },
    'adjustment that takes what there is where too much is asked for': {
      adjust: async (ctx, { userId, bucket, amount, reason }) => {
        const left = getAvailable(await lockAccount(ctx.db, userId), bucket)
        return adjustCredits(ctx, { userId, bucket, amount: Math.max(amount, -left), reason })
      },
    },
    'adjustment that counts as given anew where it undoes another': {
      adjust: async (ctx, adjustment) => {
        if (adjustment.amount < 0) return adjustCredits(ctx, adjustment)
        await grantCredits(ctx.db, { ...adjustment, actor: 'test' })
        return getBalance(ctx.db, adjustment.userId)
      },
    },
  }
  for (const [how, operations] of Object.entries(broken))
    test(`a ${how} is detected`, async () => {
      const { failed } = await fc.check(matchesModel(brokenDatabase.db, operations, 40), {
        numRuns: 300,
        endOnFailure: true,
      })
      expect(failed).toBe(true)
    })
})

describe('the ledger', () => {
  test('records for each change the type, amount, order, actor and reason', async () => {
    const userId = await createTestAccount(db, { subscription: 30, onDemand: 100 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 50 })
    const reasons = { reason: '40 leads delivered', releaseReason: '10 of 50 leads not delivered' }
    await captureHold(db, { orderId, capture: 40, ...reasons, actor: 'system', at: new Date() })
    const held = { orderId, actor: userId, reason: 'Held when the order was placed' }
    const settled = { orderId, actor: 'system', reason: reasons.reason }
    const back = { ...settled, reason: reasons.releaseReason }
    expect((await listLedgerEntries(db, userId)).slice(2)).toEqual([
      { type: 'HOLD', bucket: 'SUBSCRIPTION', amount: -30, held: 30, balanceAfter: 0, heldAfter: 30, ...held },
      { type: 'HOLD', bucket: 'ON_DEMAND', amount: -20, held: 20, balanceAfter: 80, heldAfter: 20, ...held },
      { type: 'CAPTURE', bucket: 'SUBSCRIPTION', amount: 0, held: -30, balanceAfter: 0, heldAfter: 0, ...settled },
      { type: 'CAPTURE', bucket: 'ON_DEMAND', amount: 0, held: -10, balanceAfter: 80, heldAfter: 10, ...settled },
      { type: 'RELEASE', bucket: 'ON_DEMAND', amount: 10, held: -10, balanceAfter: 90, heldAfter: 0, ...back },
    ])
  })

  test.each([
    'update credit_entries set amount = amount + 1',
    'update credit_entries set reason = reason where false',
    'delete from credit_entries',
    'truncate credit_entries',
    'truncate users cascade',
  ])('rejects "%s"', async (statement) => {
    const userId = await createTestAccount(db, { subscription: 1 })
    const before = await listLedgerEntries(db, userId)
    await expect(pool.query(statement)).rejects.toThrow(/(credit_entries|commission_\w+) is append-only/)
    expect(await listLedgerEntries(db, userId)).toEqual(before)
  })

  test('a grant of zero writes no entry, and a negative one below zero changes nothing', async () => {
    const userId = await createTestAccount(db)
    expect(await listLedgerEntries(db, userId)).toEqual([])
    const grant = { userId, bucket: 'ON_DEMAND', amount: -1, reason: 'test', actor: 'test' } as const
    await expect(db.transaction().execute((trx) => grantCredits(trx, grant))).rejects.toThrow('check constraint')
    expect(await getAccountSums(db, userId)).toEqual(toSums(0, 0))
  })
})
