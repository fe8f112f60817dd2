import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/stores/database.ts'
import { createTestAccount, verifyLedger } from '../ledger/ledger.fixture.ts'
import { parseCheckpoints } from './ledger-proof-rules.ts'
import { verifyAfterTampering } from './tampering.fixture.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

const userId = await createTestAccount(db, { subscription: 100, onDemand: 50 })

test('an altered entry is found although a replaced function returns its original text', async () => {
  const heads: string[] = []
  await verifyLedger(db, { onHead: (line) => void heads.push(`${line}\n`) })
  const { rows } = await pool.query(
    'select id, credit_entry_text(credit_entries) as text from credit_entries where user_id = $1 and seq = 1',
    [userId],
  )
  const [{ id, text }] = rows
  const { problems } = await verifyAfterTampering(
    db,
    [
      sql`alter function credit_entry_text rename to true_text`,
      sql`create function credit_entry_text(entry credit_entries) returns text language sql immutable as ${sql.lit(
        `select case when entry.id = ${id} then '${text}' else true_text(entry) end`,
      )}`,
      sql`update credit_entries set type = 'PURCHASE', reason = 'Invoice DY-000001' where id = ${id}`,
    ],
    { noted: parseCheckpoints(heads.join('')) },
  )
  expect(problems).toEqual([
    { userId, entryId: String(id), says: 'it does not say what it said when it was written' },
    { says: 'the function credit_entry_text is missing, doubled, or not what it was' },
  ])
})

test.each(['refuse_change', 'chain_credit_entry'])('a changed %s function is reported', async (name) => {
  const { problems } = await verifyAfterTampering(db, [
    sql`create or replace function ${sql.id(name)}() returns trigger language plpgsql as $$ begin return null; end $$`,
  ])
  expect(problems).toEqual([{ says: `the function ${name} is missing, doubled, or not what it was` }])
})

test('a function of the same name that precedes the original in the search path is reported', async () => {
  const { problems } = await verifyAfterTampering(db, [
    sql`create schema earlier`,
    sql`create function earlier.credit_entry_text(entry credit_entries) returns text language sql as $$ select '' $$`,
  ])
  expect(problems).toEqual([{ says: 'the function credit_entry_text is missing, doubled, or not what it was' }])
})
