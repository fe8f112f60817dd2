import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../platform/postgres/migrate.ts'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { grantCredits } from '../grants/grant-credits.ts'
import { verifyLedger } from './ledger.fixture.ts'

const migrations = join(import.meta.dirname, '../../../platform/postgres/migrations')
const { db, pool, close } = await testDatabase()
const [busy, idle, other, large] = [newId(), newId(), newId(), newId()]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-migrations-'))
  for (const file of await readdir(migrations))
    if (file < '0007') await copyFile(join(migrations, file), join(folder, file))
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  await migrate(pool, { folder })
  for (const id of [busy, idle, other, large]) {
    await pool.query(
      `insert into users (id, email, first_name, last_name, phone, role, password_hash)
       values ($1, $2, 'Tess', 'Ledger', '615-555-0110', 'ENTERPRISE_USER', '')`,
      [id, `${id}@example.com`],
    )
    await pool.query('insert into credit_accounts (user_id) values ($1)', [id])
  }
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

const columns = 'user_id, type, bucket, amount, held, balance_after, held_after, order_id, reason, actor'

/** Writes an entry as it was done before the chain existed. */
const insertEntry = (userId: string, ...facts: unknown[]) =>
  pool.query(`insert into credit_entries (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, [
    userId,
    ...facts,
  ])

/** Counts the writes of each account from now on. */
async function countWrites() {
  await pool.query(`
    create schema counted;
    create table counted.writes (user_id uuid);
    create function counted.write() returns trigger language plpgsql
      as 'begin insert into counted.writes values (new.user_id); return new; end';
    create trigger counted_write after update on credit_accounts for each row execute function counted.write()`)
  return async () => {
    const { rows } = await pool.query('select user_id, count(*)::int as times from counted.writes group by user_id')
    await pool.query('drop schema counted cascade')
    return new Map(rows.map(({ user_id, times }) => [user_id, times]))
  }
}

test('a ledger from before the hash chain is chained as it is, and continues from there', async () => {
  const orderId = newId()
  await insertEntry(busy, 'GRANT', 'SUBSCRIPTION', 100, 0, 100, 0, null, 'To begin with', 'system')
  await insertEntry(other, 'GRANT', 'ON_DEMAND', 7, 0, 7, 0, null, null, 'system')
  await insertEntry(busy, 'HOLD', 'SUBSCRIPTION', -60, 60, 40, 60, orderId, 'Held when the order was placed', busy)
  await insertEntry(busy, 'CAPTURE', 'SUBSCRIPTION', 0, -50, 40, 10, orderId, '50 leads "delivered"', 'system')
  await insertEntry(other, 'GRANT', 'ON_DEMAND', 1, 0, 8, 0, null, 'More', 'system')
  await insertEntry(busy, 'RELEASE', 'SUBSCRIPTION', 10, -10, 50, 0, orderId, '50 leads "delivered"', 'system')
  await pool.query('update credit_accounts set subscription_available = 50 where user_id = $1', [busy])
  await pool.query('update credit_accounts set on_demand_available = 8 where user_id = $1', [other])
  await pool.query(
    `insert into credit_holds (id, user_id, order_id, subscription, on_demand, captured, released, settled_at)
     values ($1, $2, $3, 60, 0, 50, 10, now())`,
    [newId(), busy, orderId],
  )
  const entries = 20
  await pool.query(
    `insert into credit_entries (${columns})
     select $1, 'GRANT', 'ON_DEMAND', 1, 0, n, 0, null, 'One', 'system' from generate_series(1, $2::int) n`,
    [large, entries],
  )
  await pool.query('update credit_accounts set on_demand_available = $2 where user_id = $1', [large, entries])
  const before = (await pool.query(`select id, created_at, ${columns} from credit_entries order by id`)).rows

  const writes = await countWrites()
  expect(await migrate(pool)).toContain('0007-ledger-chain')
  // Once for the chain and once for the totals, not once per entry: each write leaves a row version that later writes
  // must skip.
  expect(await writes()).toEqual(new Map([busy, other, large].map((userId) => [userId, 2])))

  expect((await pool.query(`select id, created_at, ${columns} from credit_entries order by id`)).rows).toEqual(before)
  const totals = await db
    .selectFrom('creditAccounts')
    .select(['userId', 'activityCount', 'creditsAtLastGrant'])
    .where('userId', 'in', [busy, other, large])
    .execute()
  expect(new Map(totals.map((row) => [row.userId, [row.activityCount, row.creditsAtLastGrant]]))).toEqual(
    new Map([
      [busy, [2, 100]],
      [other, [2, 8]],
      [large, [entries, entries]],
    ]),
  )
  expect(await verifyLedger(db)).toMatchObject({ isIntact: true, accounts: 4, entries: 26, problems: [] })
  const seqs = (await pool.query('select seq from credit_entries where user_id = $1 order by id', [busy])).rows
  expect(seqs.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])

  for (const userId of [busy, idle])
    await grantCredits(db, { userId, bucket: 'SUBSCRIPTION', amount: 5, reason: 'After', actor: 'test' })
  expect(await verifyLedger(db)).toMatchObject({ isIntact: true, entries: 28 })
  await expect(pool.query('update credit_entries set amount = 1')).rejects.toThrow('credit_entries is append-only')
})
