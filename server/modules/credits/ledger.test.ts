import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testDatabase } from '../../test/database.ts'
import { rounds } from '../../test/rounds.ts'
import { grantCredits } from './grant-credits.ts'
import { holdCredits } from './hold-credits.ts'
import { account, entriesOf, type Sums, sumsInAccount, sumsOf, sumsOfEntries } from './ledger.fixture.ts'
import type { Bucket } from './ledger.queries.ts'
import { settleHold } from './settle-hold.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

type Command =
  | { do: 'grant'; bucket: Bucket; amount: number }
  | { do: 'hold'; amount: number }
  /** Of the hold at this place among all so far, open or settled, this many tenths are captured; 11 is one credit too many. */
  | { do: 'settle'; hold: number; tenths: number }

const bucket = fc.constantFrom<Bucket>('SUBSCRIPTION', 'ON_DEMAND')
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('grant'), bucket, amount: fc.nat({ max: 400 }) }),
  fc.record({ do: fc.constant('hold'), amount: fc.nat({ max: 300 }) }),
  fc.record({ do: fc.constant('settle'), hold: fc.nat({ max: 50 }), tenths: fc.integer({ min: 0, max: 11 }) }),
)

type Hold = { orderId: string; subscription: number; onDemand: number; isOpen: boolean }
type Model = { sums: Sums; holds: Hold[] }

/** What a command does by the rules alone; its answer is what the real one must answer. */
function apply({ sums, holds }: Model, command: Command, orderId: string): string {
  const { SUBSCRIPTION: subscription, ON_DEMAND: onDemand } = sums
  if (command.do === 'grant') {
    sums[command.bucket].available += command.amount
    return 'granted'
  }
  if (command.do === 'hold') {
    if (command.amount > subscription.available + onDemand.available) return 'INSUFFICIENT_CREDITS'
    const first = Math.min(command.amount, subscription.available)
    const second = command.amount - first
    Object.assign(subscription, { available: subscription.available - first, held: subscription.held + first })
    Object.assign(onDemand, { available: onDemand.available - second, held: onDemand.held + second })
    holds.push({ orderId, subscription: first, onDemand: second, isOpen: true })
    return 'held'
  }
  const hold = holds[command.hold % holds.length]
  if (!hold) return 'nothing to settle'
  if (!hold.isOpen) return 'settled before'
  const capture = captureOf(hold, command.tenths)
  if (capture > hold.subscription + hold.onDemand) return 'refused'
  const fromSubscription = Math.min(capture, hold.subscription)
  subscription.available += hold.subscription - fromSubscription
  onDemand.available += hold.onDemand - (capture - fromSubscription)
  subscription.held -= hold.subscription
  onDemand.held -= hold.onDemand
  hold.isOpen = false
  return 'settled'
}

const captureOf = ({ subscription, onDemand }: Hold, tenths: number) =>
  tenths === 11 ? subscription + onDemand + 1 : Math.floor(((subscription + onDemand) * tenths) / 10)

/** Runs a command for real; `settle` can be broken on purpose. */
async function run(userId: string, holds: Hold[], command: Command, orderId: string, settle: typeof settleHold) {
  if (command.do === 'grant') {
    const { bucket, amount } = command
    await db
      .transaction()
      .execute((trx) => grantCredits(trx, { userId, bucket, amount, reason: 'test', actor: 'test' }))
    return 'granted'
  }
  if (command.do === 'hold')
    return db
      .transaction()
      .execute((trx) => holdCredits(trx, { userId, orderId, amount: command.amount }))
      .then(
        () => 'held',
        (error) => error.code,
      )
  const hold = holds[command.hold % holds.length]
  if (!hold) return 'nothing to settle'
  const settlement = { orderId: hold.orderId, reason: 'test', actor: 'test', at: new Date() }
  return db
    .transaction()
    .execute((trx) => settle(trx, { ...settlement, capture: captureOf(hold, command.tenths) }))
    .then(
      (done) => (done ? 'settled' : 'settled before'),
      () => 'refused',
    )
}

/** After each command the answer, the account and the sums of the ledger are those of the model. */
const sameAsModel = (settle: typeof settleHold, maxLength: number) =>
  fc.asyncProperty(fc.array(command, { maxLength, size: 'max' }), async (commands) => {
    const userId = await account(db)
    const model: Model = { sums: sumsOf(0, 0), holds: [] }
    for (const command of commands) {
      const orderId = newId()
      const holds = model.holds.map((hold) => ({ ...hold }))
      const expected = apply(model, command, orderId)
      expect(await run(userId, holds, command, orderId, settle)).toBe(expected)
      expect(await sumsInAccount(db, userId)).toEqual(model.sums)
      expect(await sumsOfEntries(db, userId)).toEqual(model.sums)
    }
  })

describe('any course of grants, holds, captures and releases', () => {
  test(
    'ends as a plain model of the rules says, with a ledger that adds up after each step',
    { timeout: 1_800_000 },
    () => fc.assert(sameAsModel(settleHold, rounds(40, 100)), { numRuns: rounds(40, 1000) }),
  )

  const broken: Record<string, typeof settleHold> = {
    'that captures one credit too few': (trx, settlement) =>
      settleHold(trx, { ...settlement, capture: settlement.capture && settlement.capture - 1 }),
    'that gives a credit back without an entry': async (trx, settlement) => {
      const settled = await settleHold(trx, settlement)
      if (settled)
        await sql`update credit_accounts set on_demand_available = on_demand_available + 1
          where user_id = (select user_id from credit_holds where order_id = ${settlement.orderId})`.execute(trx)
      return settled
    },
    'that settles once more': async (trx, settlement) => {
      await sql`update credit_holds set settled_at = null where order_id = ${settlement.orderId}`.execute(trx)
      return settleHold(trx, settlement)
    },
  }
  for (const [how, settle] of Object.entries(broken))
    test(`a settlement ${how} is found out`, async () => {
      const { failed } = await fc.check(sameAsModel(settle, 40), { numRuns: 40, endOnFailure: true })
      expect(failed).toBe(true)
    })
})

describe('the ledger', () => {
  test('says of each change what, how much, for which order, by whom and why', async () => {
    const userId = await account(db, { subscription: 30, onDemand: 100 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 50 })
    await settleHold(db, { orderId, capture: 40, reason: '40 leads delivered', actor: 'system', at: new Date() })
    const held = { orderId, actor: userId, reason: 'Held when the order was placed' }
    const settled = { orderId, actor: 'system', reason: '40 leads delivered' }
    expect((await entriesOf(db, userId)).slice(2)).toEqual([
      { type: 'HOLD', bucket: 'SUBSCRIPTION', amount: -30, held: 30, balanceAfter: 0, heldAfter: 30, ...held },
      { type: 'HOLD', bucket: 'ON_DEMAND', amount: -20, held: 20, balanceAfter: 80, heldAfter: 20, ...held },
      { type: 'CAPTURE', bucket: 'SUBSCRIPTION', amount: 0, held: -30, balanceAfter: 0, heldAfter: 0, ...settled },
      { type: 'CAPTURE', bucket: 'ON_DEMAND', amount: 0, held: -10, balanceAfter: 80, heldAfter: 10, ...settled },
      { type: 'RELEASE', bucket: 'ON_DEMAND', amount: 10, held: -10, balanceAfter: 90, heldAfter: 0, ...settled },
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
