import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { grantCredits } from '../grants/grant-credits.ts'
import { expireSubscriptionCredits } from '../grants/subscription-credits.ts'
import { holdCredits } from '../holds/holds.ts'
import { createTestAccount, verifyLedger } from '../ledger/ledger.fixture.ts'
import { parseCheckpoints } from './ledger-proof-rules.ts'
import { rebuildChain, verifyAfterTampering } from './tampering.fixture.ts'

const { db, app, close } = await testDatabase()
afterAll(close)

let victim: string
let other: string
beforeEach(async () => {
  victim = await createTestAccount(db, { subscription: 100, onDemand: 50 })
  other = await createTestAccount(db, { onDemand: 7 })
  await holdCredits(db, { userId: victim, orderId: newId(), amount: 30 })
})

const verifyAfter = (...statements: RawBuilder<unknown>[]) => verifyAfterTampering(db, statements)
const listMessages = (problems: { says: string }[]) => problems.map(({ says }) => says)
const grant = (userId: string, amount: number) =>
  grantCredits(db, { userId, bucket: 'ON_DEMAND', amount, reason: 'More', actor: 'test' })

describe('the ids of entries', () => {
  const altered = 'it does not say what it said when it was written'
  const above = 'its id is not above that of the one before it'

  test('cannot be altered without notice, even if the sequence stays complete', async () => {
    const { problems } = await verifyAfter(
      sql`update credit_entries set id = default where user_id = ${victim} and seq = 3`,
    )
    expect(listMessages(problems)).toEqual([altered])
  })

  test('increase with the entries of an account, even if hashes are recomputed', async () => {
    const { problems } = await verifyAfter(
      sql`alter table credit_entries alter column id drop identity`,
      sql`update credit_entries set id = -id where user_id = ${victim}`,
      rebuildChain(victim),
    )
    expect(listMessages(problems)).toEqual([above, above])
  })
})

describe('a trigger of the ledger', () => {
  const guards = ['credit_entries_append_only', 'credit_entries_chain']
  test.each(guards)('%s is reported when dropped, disabled or replaced', async (name) => {
    const says = [`the trigger ${name} is missing, off, or not what it was`]
    const trigger = sql.id(name)
    const afterwards = async (...statements: RawBuilder<unknown>[]) => {
      const gone = new Error('undone')
      const proof = await db
        .transaction()
        .execute(async (trx) => {
          for (const statement of statements) await statement.execute(trx)
          gone.cause = await verifyLedger(trx)
          throw gone
        })
        .catch((error) => {
          if (error !== gone) throw error
          return error.cause as Awaited<ReturnType<typeof verifyLedger>>
        })
      return listMessages(proof.problems)
    }
    const drop = sql`drop trigger ${trigger} on credit_entries`
    expect(await afterwards(drop)).toEqual(says)
    expect(await afterwards(sql`alter table credit_entries disable trigger ${trigger}`)).toEqual(says)
    expect(await afterwards(sql`alter table credit_entries enable replica trigger ${trigger}`)).toEqual(says)
    const harmless = sql`create trigger ${trigger} before delete on credit_entries execute function refuse_change()`
    expect(await afterwards(drop, harmless)).toEqual(says)
  })
})

describe("a caller with the portal's database rights", () => {
  const largest = '9223372036854775807'
  const tables: [string, RawBuilder<unknown>][] = [
    ['a balance', sql`update credit_accounts set on_demand_available = ${largest}::bigint`],
    ['what is held', sql`update credit_accounts set subscription_held = ${largest}::bigint`],
    ['a count', sql`update credit_accounts set entry_count = ${largest}::bigint`],
    ['a hold', sql`update credit_holds set subscription = ${largest}::bigint, on_demand = ${largest}::bigint`],
    [
      'an entry',
      sql`insert into credit_entries (user_id, type, bucket, amount, held, balance_after, held_after, actor, seq,
          previous_hash, hash)
        select user_id, 'HOLD', 'ON_DEMAND', (-${largest}::numeric - 1)::bigint, (-${largest}::numeric - 1)::bigint, 0, 0,
          'test', 0, '', '' from credit_accounts`,
    ],
  ]
  test.each(tables)('is detected after setting %s beyond the integer range', async (_, statement) => {
    const undone = new Error('undone')
    const changing = app.db.transaction().execute(async (trx) => {
      await statement.execute(trx)
      const { isIntact, problems } = await verifyLedger(trx)
      expect(isIntact).toBe(false)
      expect(problems.length).toBeGreaterThan(0)
      throw undone
    })
    await expect(changing).rejects.toBe(undone)
  })

  test('cannot delete a pending adjustment, and is detected after writing against one', async () => {
    const userId = await createTestAccount(db, { subscription: 10 })
    const orderId = newId()
    await holdCredits(db, { userId, orderId, amount: 10 })
    await expireSubscriptionCredits(db, { userId, reason: 'It ended' })
    await expect(app.pool.query('update credit_entries set marked = 0')).rejects.toThrow('permission denied')
    const wiped = await verifyAfter(
      sql`update credit_entries set marked = 0, held = 1 where user_id = ${userId} and marked <> 0`,
    )
    expect(listMessages(wiped.problems)).toContain('it does not say what it said when it was written')
    const says = `the hold of order ${orderId} says something else than its entries do`
    for (const marked of [-11, 1]) {
      const undone = new Error('undone')
      const writing = app.db.transaction().execute(async (trx) => {
        await sql`insert into credit_entries (user_id, type, bucket, amount, held, marked, balance_after, held_after,
            order_id, actor, seq, previous_hash, hash)
          values (${userId}, 'MARK', 'SUBSCRIPTION', 0, 0, ${marked}, 0, 10, ${orderId}, 'test', 0, '', '')`.execute(
          trx,
        )
        expect(listMessages((await verifyLedger(trx)).problems)).toEqual([says])
        throw undone
      })
      await expect(writing).rejects.toBe(undone)
    }
  })
})

describe('a ledger checkpoint', () => {
  const noted = async () => {
    const lines: string[] = []
    await verifyLedger(db, { onHead: (line) => void lines.push(line) })
    return parseCheckpoints(lines.map((line) => `${line}\n`).join(''))
  }
  const verifiedWith = async (heads: Awaited<ReturnType<typeof noted>>, ...statements: RawBuilder<unknown>[]) =>
    verifyAfterTampering(db, statements, { noted: heads })

  test('still matches after entries are added to old and new accounts', async () => {
    const empty = await createTestAccount(db)
    const heads = await noted()
    await grant(victim, 3)
    await grant(empty, 3)
    await createTestAccount(db, { onDemand: 1 })
    expect(await verifyLedger(db, { noted: heads })).toMatchObject({ isIntact: true, problems: [] })
  })

  test('detects an account removed with all of its entries, which no other check does', async () => {
    const heads = await noted()
    const gone = [
      sql`delete from credit_entries where user_id = ${other}`,
      sql`delete from credit_accounts where user_id = ${other}`,
    ]
    expect(await verifyAfter(...gone)).toMatchObject({ isIntact: true })
    const { problems } = await verifiedWith(heads, ...gone)
    expect(problems).toEqual([{ userId: other, says: 'it was noted at entry number 1 and is gone' }])
  })

  test('detects an account that was truncated consistently, and one that was rewritten', async () => {
    const userId = await createTestAccount(db, { onDemand: 5 })
    await grant(userId, 2)
    const heads = await noted()
    const cut = [
      sql`delete from credit_entries where user_id = ${userId} and seq = 2`,
      sql`update credit_accounts set entry_count = 1, on_demand_available = 5,
        head_hash = (select hash from credit_entries where user_id = ${userId} and seq = 1) where user_id = ${userId}`,
    ]
    expect(await verifyAfter(...cut)).toMatchObject({ isIntact: true })
    const says = 'its entry number 2 is not the one that was noted'
    expect((await verifiedWith(heads, ...cut)).problems).toEqual([{ userId, says }])
    const anew = [
      sql`update credit_entries set reason = 'Another' where user_id = ${userId} and seq = 2`,
      sql`update credit_entries set hash = sha256(previous_hash || convert_to(credit_entry_text(credit_entries), 'UTF8'))
        where user_id = ${userId} and seq = 2`,
      sql`update credit_accounts set head_hash = (select hash from credit_entries where user_id = ${userId} and seq = 2)
        where user_id = ${userId}`,
    ]
    expect(await verifyAfter(...anew)).toMatchObject({ isIntact: true })
    expect((await verifiedWith(heads, ...anew)).problems).toEqual([{ userId, says }])
  })

  test('is rejected if it contains an invalid line', () => {
    expect(() => parseCheckpoints(`${victim} 1 abc\n`)).toThrow('Line 1 is not')
    expect(() => parseCheckpoints('\n')).toThrow('Line 1 is not')
    expect(parseCheckpoints('')).toEqual([])
  })
})
