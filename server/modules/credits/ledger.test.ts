import { Bucket } from '@dooryard/contract/credit-history'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { testDatabase } from '../../test/database.ts'
import { rounds } from '../../test/rounds.ts'
import { balanceOf } from './balance.ts'
import { adjustCredits, grantCredits } from './grant-credits.ts'
import { holdCredits, settleHold } from './holds.ts'
import {
  account,
  entriesOf,
  isChained,
  marksIn,
  sumsInAccount,
  sumsOf,
  sumsOfEntries,
  verifyLedger,
} from './ledger.fixture.ts'
import { availableIn, lockAccount, type Movement, move } from './ledger.queries.ts'
import { type Operations, realOperations, run } from './ledger-course.fixture.ts'
import { apply, type Command, command, emptyModel, marksOfModel } from './ledger-model.fixture.ts'
import { creditsIn, takenFor } from './marks.queries.ts'
import { markings, rollOver, takeAway } from './marks-rules.ts'
import { renewCredits } from './subscription-credits.ts'

const { db, pool, close } = await testDatabase()
/** Where what is broken on purpose leaves a ledger that does not add up. */
const spoilt = await testDatabase()
afterAll(async () => {
  await close()
  await spoilt.close()
})

/**
 * After each command the answer, the account and the sums of the ledger are those of the model, and the chain holds. In
 * the end each payment is paid back, which shows what is left of it.
 */
const sameAsModel = (db: Db, broken: Partial<Operations>, maxLength: number) =>
  fc.asyncProperty(fc.array(command, { maxLength, size: 'max' }), async (commands) => {
    const userId = await account(db)
    const model = emptyModel()
    const payments = commands.filter((command) => command.do === 'buy' || command.do === 'renew')
    for (const command of [...commands, ...payments.map((_, payment): Command => ({ do: 'refund', payment }))]) {
      const id = newId()
      const before = structuredClone(model)
      const expected = apply(model, command, id)
      const course = { userId, model: before, operations: { ...realOperations, ...broken } }
      expect(await run(db, course, command, id)).toBe(expected)
      expect(await sumsInAccount(db, userId)).toEqual(model.sums)
      expect(await sumsOfEntries(db, userId)).toEqual(model.sums)
      expect(await marksIn(db, userId)).toEqual(marksOfModel(model))
      expect(await isChained(db, userId)).toBe(true)
    }
  })

/** Adds what is marked of some orders of a user to the marks of one, or takes it away. */
async function writeMarks(trx: Db, orderId: string, sign: 1 | -1, isMeant: (orderId: string) => boolean) {
  const hold = await trx.selectFrom('creditHolds').select('userId').where('orderId', '=', orderId).executeTakeFirst()
  if (!hold) return
  const marks = Object.entries(await marksIn(trx, hold.userId)).filter(([of]) => isMeant(of))
  const movements = marks.flatMap(([, mark]) =>
    Bucket.options.map((bucket): Movement => {
      return { type: 'MARK', bucket, amount: 0, held: 0, marked: sign * (mark[bucket] ?? 0) }
    }),
  )
  await move(trx, await lockAccount(trx, hold.userId), movements, { actor: 'test', orderId, reason: 'test' })
}

describe('any course of grants, purchases, coupons, holds, captures, releases, renewals, adjustments and refunds', () => {
  test('ends as a plain model of the rules says, with a ledger that adds up after each step', {
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(sameAsModel(db, {}, rounds(30, 100)), { numRuns: rounds(15, 1000) })
    expect(await verifyLedger(db)).toMatchObject({ isIntact: true, problems: [] })
  })

  const broken: Record<string, Partial<Operations>> = {
    'refusal of a refund that leaves what orders hold marked': {
      giveBack: async (trx, { bucket, userId, transactionId, reason, actor }) => {
        const { taken } = await takenFor(trx, userId, bucket, transactionId)
        const back = { type: 'REFUND', bucket, amount: taken, held: 0 } as const
        await move(trx, await lockAccount(trx, userId), [back], { transactionId, reason, actor })
      },
    },
    'settlement that captures one credit too few': {
      settle: (trx, settlement) =>
        settleHold(trx, { ...settlement, capture: settlement.capture && settlement.capture - 1 }),
    },
    'settlement that gives a credit back without an entry': {
      settle: async (trx, settlement) => {
        const settled = await settleHold(trx, settlement)
        if (settled)
          await sql`update credit_accounts set on_demand_available = on_demand_available + 1
            where user_id = (select user_id from credit_holds where order_id = ${settlement.orderId})`.execute(trx)
        return settled
      },
    },
    'settlement that settles once more': {
      settle: async (trx, settlement) => {
        await sql`update credit_holds set settled_at = null where order_id = ${settlement.orderId}`.execute(trx)
        return settleHold(trx, settlement)
      },
    },
    'renewal that grants without lapsing': {
      renew: async (trx, { userId, monthlyCredits, reason }) => {
        const credits = await creditsIn(trx, await lockAccount(trx, userId), 'SUBSCRIPTION')
        await grantCredits(trx, { userId, bucket: 'SUBSCRIPTION', amount: monthlyCredits, reason, actor: 'test' })
        return { ...rollOver(credits, monthlyCredits), granted: monthlyCredits }
      },
    },
    'lapse that ends what is held too': {
      lapse: async (trx, { userId, reason }) => {
        const { subscriptionAvailable, subscriptionHeld, ...rest } = await lockAccount(trx, userId)
        const locked = { ...rest, subscriptionAvailable, subscriptionHeld }
        const all = { type: 'EXPIRE', bucket: 'SUBSCRIPTION' } as const
        await move(trx, locked, [{ ...all, amount: -subscriptionAvailable, held: -subscriptionHeld }], {
          actor: 'test',
          reason,
        })
        return subscriptionAvailable
      },
    },
    'refund that forgets what is held': {
      takeBack: async (trx, { userId, bucket, amount, ...cause }) => {
        const locked = await lockAccount(trx, userId)
        const taken = Math.min(amount, availableIn(locked, bucket))
        await move(trx, locked, [{ type: 'REFUND', bucket, amount: -taken, held: 0 }], cause)
        return taken
      },
    },
    "renewal that keeps what the new plan's month is worth": {
      renew: (trx, { keepUpTo: _, ...renewal }) => renewCredits(trx, renewal),
    },
    'renewal that takes of the newest order first': {
      renew: async (trx, { userId, monthlyCredits, keepUpTo = monthlyCredits, transactionId }) => {
        const locked = await lockAccount(trx, userId)
        const { available, holds } = await creditsIn(trx, locked, 'SUBSCRIPTION')
        const { marks, ...over } = rollOver({ available, holds: holds.toReversed() }, keepUpTo)
        const bucket = 'SUBSCRIPTION'
        const lapsed = { type: 'EXPIRE', bucket, amount: -over.lapsed, held: 0 } as const
        const granted = { type: 'GRANT', bucket, amount: monthlyCredits, held: 0, transactionId } as const
        await move(trx, locked, [lapsed, ...markings(bucket, marks), granted], { actor: 'test', reason: 'test' })
        // As though it had been the oldest, so that only what is done gives it away.
        return { ...over, marks: rollOver({ available, holds }, keepUpTo).marks, granted: monthlyCredits }
      },
    },
    'settlement that gives back what is marked': {
      settle: async (trx, settlement) => {
        await writeMarks(trx, settlement.orderId, -1, (orderId) => orderId === settlement.orderId)
        return settleHold(trx, settlement)
      },
    },
    'settlement that takes what is marked of other orders': {
      settle: async (trx, settlement) => {
        await writeMarks(trx, settlement.orderId, 1, (orderId) => orderId !== settlement.orderId)
        return settleHold(trx, settlement)
      },
    },
    'refund that takes the credits of other purchases': {
      takeBack: async (trx, { userId, bucket, amount, ...cause }) => {
        const locked = await lockAccount(trx, userId)
        const { taken, marks } = takeAway(await creditsIn(trx, locked, bucket), amount)
        const refund = { type: 'REFUND', bucket, amount: -taken, held: 0 } as const
        await move(trx, locked, [refund, ...markings(bucket, marks)], cause)
        return taken
      },
    },
    'refund that takes more than is left': {
      takeBack: async (trx, { userId, bucket, amount, ...cause }) => {
        await move(trx, await lockAccount(trx, userId), [{ type: 'REFUND', bucket, amount: -amount, held: 0 }], cause)
        return amount
      },
    },
    'adjustment that takes what there is where too much is asked for': {
      adjust: async (ctx, { userId, bucket, amount, reason }) => {
        const left = availableIn(await lockAccount(ctx.db, userId), bucket)
        return adjustCredits(ctx, { userId, bucket, amount: Math.max(amount, -left), reason })
      },
    },
    'adjustment that counts as given anew where it undoes another': {
      adjust: async (ctx, adjustment) => {
        if (adjustment.amount < 0) return adjustCredits(ctx, adjustment)
        await grantCredits(ctx.db, { ...adjustment, actor: 'test' })
        return balanceOf(ctx.db, adjustment.userId)
      },
    },
  }
  for (const [how, operations] of Object.entries(broken))
    test(`a ${how} is found out`, async () => {
      const { failed } = await fc.check(sameAsModel(spoilt.db, operations, 40), { numRuns: 300, endOnFailure: true })
      expect(failed).toBe(true)
    })
})

describe('the ledger', () => {
  test('says of each change what, how much, for which order, by whom and why', async () => {
    const userId = await account(db, { subscription: 30, onDemand: 100 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 50 })
    const reasons = { reason: '40 leads delivered', releaseReason: '10 of 50 leads not delivered' }
    await settleHold(db, { orderId, capture: 40, ...reasons, actor: 'system', at: new Date() })
    const held = { orderId, actor: userId, reason: 'Held when the order was placed' }
    const settled = { orderId, actor: 'system', reason: reasons.reason }
    const back = { ...settled, reason: reasons.releaseReason }
    expect((await entriesOf(db, userId)).slice(2)).toEqual([
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
  ])('refuses "%s"', async (statement) => {
    const userId = await account(db, { subscription: 1 })
    const before = await entriesOf(db, userId)
    await expect(pool.query(statement)).rejects.toThrow('credit_entries is append-only')
    expect(await entriesOf(db, userId)).toEqual(before)
  })

  test('a grant of nothing leaves no entry, and a negative one below zero changes nothing', async () => {
    const userId = await account(db)
    expect(await entriesOf(db, userId)).toEqual([])
    const grant = { userId, bucket: 'ON_DEMAND', amount: -1, reason: 'test', actor: 'test' } as const
    await expect(db.transaction().execute((trx) => grantCredits(trx, grant))).rejects.toThrow('check constraint')
    expect(await sumsInAccount(db, userId)).toEqual(sumsOf(0, 0))
  })
})
