import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { grantCredits } from '../grants/grant-credits.ts'
import { captureHold, holdCredits } from '../holds/holds.ts'
import { createTestAccount, verifyLedger } from '../ledger/ledger.fixture.ts'
import { verifyAfterTampering } from './tampering.fixture.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

const accounts = scaleForTorture(6, 100)
const entriesEach = scaleForTorture(100, 1000)
const batchSize = 100

/** A user with many small grants. */
async function createBusyAccount() {
  const userId = await createTestAccount(db)
  for (let from = 1; from <= entriesEach; from += batchSize)
    await pool.query(
      `insert into credit_entries (user_id, type, bucket, amount, held, balance_after, held_after, reason, actor,
         seq, previous_hash, hash)
       select $1, 'GRANT', 'ON_DEMAND', 2, 0, 2 * n, 0, 'Grant ' || n || ' of "many" \\ é', 'test', 0, '', ''
       from generate_series($2::bigint, $3::bigint) n`,
      [userId, from, from + batchSize - 1],
    )
  await pool.query('update credit_accounts set on_demand_available = $2 where user_id = $1', [userId, 2 * entriesEach])
  return userId
}

let userIds: string[]
let holder: { userId: string; open: string; settled: string }
beforeAll(async () => {
  userIds = []
  for (let at = 0; at < accounts; at++) userIds.push(await createBusyAccount())
  const userId = await createTestAccount(db, { subscription: 100, onDemand: 100 })
  const [open, settled] = [newId(), newId()]
  await holdCredits(db, { userId, orderId: settled, amount: 120 })
  await captureHold(db, { orderId: settled, capture: 70, reason: 'test', actor: 'test', at: new Date() })
  await holdCredits(db, { userId, orderId: open, amount: 60 })
  // A hold of zero credits has no entries.
  await holdCredits(db, { userId, orderId: newId(), amount: 0 })
  holder = { userId, open, settled }
}, 600_000)

const verifyAfter = (...statements: RawBuilder<unknown>[]) => verifyAfterTampering(db, statements)

const getVictim = () => userIds[Math.floor(userIds.length / 2)] ?? ''
const middle = entriesEach / 2

const getEntryId = async (userId: string, seq: number): Promise<string> => {
  const { rows } = await pool.query('select id from credit_entries where user_id = $1 and seq = $2', [userId, seq])
  return String(rows[0].id)
}

const entryCondition = (seq: number) => sql`user_id = ${getVictim()} and seq = ${seq}`
const noOrder = '00000000-0000-7000-8000-000000000999'
const said = 'it does not say what it said when it was written'

describe('the ledger verification', () => {
  test('counts what it reads, and returns the same digest until something changes', { timeout: 120_000 }, async () => {
    const proof = await verifyLedger(db)
    const counted = `select (select count(*) from credit_entries)::int as entries,
      (select count(*) from credit_accounts)::int as accounts`
    const { rows } = await pool.query(counted)
    expect(proof).toMatchObject({ isIntact: true, ...rows[0], problems: [] })
    expect(proof.entries).toBeGreaterThan(accounts * entriesEach)
    expect(proof.digest).toMatch(/^[0-9a-f]{64}$/)
    expect((await verifyLedger(db)).digest).toBe(proof.digest)
    const newUserId = await createTestAccount(db)
    const digestWithNewUser = (await verifyLedger(db)).digest
    expect(digestWithNewUser).not.toBe(proof.digest)
    await grantCredits(db, { userId: newUserId, bucket: 'ON_DEMAND', amount: 1, reason: 'test', actor: 'test' })
    expect((await verifyLedger(db)).digest).not.toBe(digestWithNewUser)
  })

  test('reads a snapshot, unaffected by concurrent changes', { timeout: 120_000 }, async () => {
    const userId = await createTestAccount(db, { onDemand: 1_000 })
    const changes = { isOver: false }
    const changing = (async () => {
      while (!changes.isOver) {
        const orderId = newId()
        await db.transaction().execute((trx) => holdCredits(trx, { userId, orderId, amount: 2 }))
        await db
          .transaction()
          .execute((trx) => captureHold(trx, { orderId, capture: 0, reason: 'test', actor: 'test', at: new Date() }))
      }
    })()
    for (let at = 0; at < scaleForTorture(3, 20); at++) expect((await verifyLedger(db)).problems).toEqual([])
    changes.isOver = true
    await changing
  })

  test('verifies more accounts than fit into one batch', { timeout: 120_000 }, async () => {
    await pool.query(
      `with people as (
         insert into users (id, email, first_name, last_name, phone, role, password_hash)
         select gen_random_uuid(), 'person' || n || '@example.com', 'Tess', 'Ledger', '615-555-0110', 'CONSUMER_USER', ''
         from generate_series(1, 2500) n returning id
       ) insert into credit_accounts (user_id) select id from people`,
    )
    const { rows } = await pool.query('select user_id from credit_accounts order by user_id')
    expect(await verifyLedger(db)).toMatchObject({ isIntact: true, accounts: rows.length })
    for (const at of [0, 999, 1000, 1999, 2000, rows.length - 1]) {
      const userId = rows[at].user_id
      const { isIntact, problems } = await verifyAfter(
        sql`update credit_accounts set subscription_held = subscription_held + 1 where user_id = ${userId}`,
      )
      expect({ at, isIntact, named: problems.map((problem) => problem.userId) }).toEqual({
        at,
        isIntact: false,
        named: [userId, userId],
      })
    }
  })
})

describe(`finds and names, among ${(accounts * entriesEach).toLocaleString('en-US')} entries,`, () => {
  const altered: [string, () => RawBuilder<unknown>, string[]][] = [
    ['whose amount', () => sql`amount = amount + 1`, [said, 'its balance is not the one before it and its amount']],
    ['whose reason', () => sql`reason = 'Another'`, [said]],
    ['whose missing reason', () => sql`reason = null`, [said]],
    ['whose time', () => sql`created_at = created_at + interval '1 microsecond'`, [said]],
    ['whose actor', () => sql`actor = 'somebody'`, [said]],
    ['whose kind', () => sql`type = 'ADJUST'`, [said]],
    ['whose order', () => sql`order_id = gen_random_uuid()`, [said]],
    [
      'whose mark',
      () => sql`marked = -1, order_id = ${noOrder}`,
      [said, `there is no hold of order ${noOrder}, and entries that tell of one`],
    ],
    ['whose payment', () => sql`transaction_id = gen_random_uuid()`, [said]],
  ]
  test.each(altered)('the entry %s was altered', { timeout: 120_000 }, async (_, change, says) => {
    const proof = await verifyAfter(sql`update credit_entries set ${change()} where ${entryCondition(middle)}`)
    const named = { userId: getVictim(), entryId: await getEntryId(getVictim(), middle) }
    expect(proof.isIntact).toBe(false)
    // The missing payment is reported separately, for the account.
    const ofEntry = proof.problems.filter(({ entryId }) => entryId !== undefined)
    expect(ofEntry).toEqual(says.map((one) => ({ ...named, says: one })))
  })

  test('an altered entry with a recomputed hash, through its successor', { timeout: 120_000 }, async () => {
    const { problems } = await verifyAfter(
      sql`update credit_entries set reason = 'Another' where ${entryCondition(middle)}`,
      sql`update credit_entries set hash = sha256(previous_hash || convert_to(credit_entry_text(credit_entries), 'UTF8'))
        where ${entryCondition(middle)}`,
    )
    const entryId = await getEntryId(getVictim(), middle + 1)
    expect(problems).toEqual([{ userId: getVictim(), entryId, says: 'it does not follow from the entry before it' }])
  })

  test('an entry missing in the middle', { timeout: 120_000 }, async () => {
    const proof = await verifyAfter(sql`delete from credit_entries where ${entryCondition(middle)}`)
    const entryId = await getEntryId(getVictim(), middle + 1)
    expect(proof.problems).toEqual([{ userId: getVictim(), entryId, says: 'the entry before it is missing' }])
  })

  test('a removed entry whose gap was closed', { timeout: 120_000 }, async () => {
    const proof = await verifyAfter(
      sql`delete from credit_entries where ${entryCondition(middle)}`,
      sql`update credit_entries set seq = seq - 1 where ${entryCondition(middle + 1)}`,
    )
    expect(proof.problems[0]).toMatchObject({ userId: getVictim(), entryId: await getEntryId(getVictim(), middle + 1) })
  })

  test('an account whose last entries were removed', { timeout: 120_000 }, async () => {
    const cut = sql`delete from credit_entries where user_id = ${getVictim()} and seq > ${entriesEach - 3}`
    expect((await verifyAfter(cut)).problems).toEqual([
      { userId: getVictim(), says: `the account counts ${entriesEach} entries and has ${entriesEach - 3}` },
      {
        userId: getVictim(),
        says: `the account has ${2 * entriesEach} available pay-as-you-go credits, and by its entries ${2 * entriesEach - 6}`,
      },
    ])
    const covered = await verifyAfter(
      cut,
      sql`update credit_accounts set entry_count = entry_count - 3, on_demand_available = on_demand_available - 6
        where user_id = ${getVictim()}`,
    )
    expect(covered.problems).toEqual([
      { userId: getVictim(), says: 'the account ends with another entry than its last' },
    ])
  })

  test('a truncation also hidden in the account, only by an earlier checkpoint', {
    timeout: 120_000,
  }, async () => {
    const noted = await verifyLedger(db)
    const { isIntact, digest } = await verifyAfter(
      sql`delete from credit_entries where ${entryCondition(entriesEach)}`,
      sql`update credit_accounts set on_demand_available = on_demand_available - 2, entry_count = entry_count - 1,
        head_hash = (select hash from credit_entries where ${entryCondition(entriesEach - 1)}) where user_id = ${getVictim()}`,
    )
    expect({ isIntact, isAsNoted: digest === noted.digest }).toEqual({ isIntact: true, isAsNoted: false })
  })

  test('an account without any of its entries', { timeout: 120_000 }, async () => {
    const { problems } = await verifyAfter(sql`delete from credit_entries where user_id = ${getVictim()}`)
    expect(problems[0]).toEqual({ userId: getVictim(), says: `the account counts ${entriesEach} entries and has 0` })
  })

  test('an account whose sum was altered', { timeout: 120_000 }, async () => {
    const { problems } = await verifyAfter(
      sql`update credit_accounts set on_demand_available = on_demand_available + 50 where user_id = ${getVictim()}`,
    )
    const [has, ought] = [2 * entriesEach + 50, 2 * entriesEach]
    const says = `the account has ${has} available pay-as-you-go credits, and by its entries ${ought}`
    expect(problems).toEqual([{ userId: getVictim(), says }])
  })

  const holds: [string, 'open' | 'settled', RawBuilder<unknown>][] = [
    ['captured more', 'settled', sql`update credit_holds set captured = captured + 1, released = released - 1`],
    [
      'held less of one kind',
      'settled',
      sql`update credit_holds set subscription = subscription - 1, on_demand = on_demand + 1`,
    ],
    ['is open again', 'settled', sql`update credit_holds set settled_at = null, captured = 0, released = 0`],
    ['holds more', 'open', sql`update credit_holds set on_demand = on_demand + 1`],
    ['is closed', 'open', sql`update credit_holds set settled_at = now(), released = subscription + on_demand`],
    ['is gone', 'open', sql`delete from credit_holds`],
    ["is another order's", 'open', sql`update credit_holds set order_id = gen_random_uuid()`],
  ]
  test.each(holds)('a hold that %s', { timeout: 120_000 }, async (_, which, change) => {
    const { isIntact, problems } = await verifyAfter(sql`${change} where order_id = ${holder[which]}`)
    expect(isIntact).toBe(false)
    expect(problems.every(({ userId }) => userId === holder.userId)).toBe(true)
    expect(problems.map(({ says }) => says).join()).toContain(`of order ${holder[which]}`)
  })

  test('entries without an account', { timeout: 120_000 }, async () => {
    const { problems } = await verifyAfter(
      sql`set local session_replication_role = 'replica'`,
      sql`delete from credit_accounts where user_id = ${getVictim()}`,
    )
    expect(problems[0]).toEqual({
      userId: getVictim(),
      entryId: await getEntryId(getVictim(), 1),
      says: 'it belongs to no account',
    })
  })

  test('nothing once all changes are reverted', { timeout: 120_000 }, async () => {
    expect(await verifyLedger(db)).toMatchObject({ isIntact: true, problems: [] })
  })
})
