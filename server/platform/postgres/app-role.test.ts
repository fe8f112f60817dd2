import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { testDatabase } from '../../test/stores/database.ts'
import { audit } from '../audit.ts'
import { addJob, startWorker } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'
import { systemClock } from '../util/clock.ts'
import { newId } from '../util/ids.ts'
import { runForOutcome } from './app-role.fixture.ts'
import { asRole, openPool } from './database.ts'

const database = await testDatabase()
afterAll(database.close)
const { app, pool: owner } = database
const appRole = inject('appRole')
const userId = newId()

beforeAll(async () => {
  const who = { email: `${userId}@example.com`, firstName: 'Lena', lastName: 'Ledger', phone: '615-555-0161' }
  const row = { ...who, id: userId, role: 'CONSUMER_USER', passwordHash: 'opens nothing' }
  await app.db.insertInto('users').values(row).execute()
  await app.db.insertInto('creditAccounts').values({ userId }).execute()
  const change = { amount: 5, held: 0, balanceAfter: 5, heldAfter: 0 }
  const entry = { ...change, userId, type: 'GRANT', bucket: 'ON_DEMAND', actor: 'test', seq: 0 }
  await app.db
    .insertInto('creditEntries')
    .values({ ...entry, hash: Buffer.alloc(0), previousHash: Buffer.alloc(0) })
    .execute()
  await audit({ db: app.db, clock: systemClock }, { action: 'account.created', object: { type: 'user', id: userId } })
})

const unguarded = ['credit_entries', 'audit_log'].map((table) => `alter table ${table} disable trigger all`)

describe.each([
  ['credit_entries', 'set amount = 1000000'],
  ['audit_log', `set action = 'nothing'`],
])('%s', (table, change) => {
  const statements = [`update ${table} ${change}`, `delete from ${table}`, `truncate ${table}`]

  test.each(statements)('denies the application: %s', async (statement) => {
    expect(await runForOutcome(app.pool, statement)).toBe(`42501: permission denied for table ${table}`)
    expect(await runForOutcome(app.pool, 'reset role', statement)).toBe(`42501: permission denied for table ${table}`)
  })

  test.each(statements)('would allow its owner: %s, but for the trigger', async (statement) => {
    expect(await runForOutcome(owner, statement)).toBe(`P0001: ${table} is append-only`)
    expect(await runForOutcome(owner, ...unguarded, statement)).toMatch(/rows$/)
    if (!statement.startsWith('truncate'))
      expect(await runForOutcome(owner, ...unguarded, statement)).not.toBe('0 rows')
  })

  test('stays protected by rights where the triggers are gone', async () => {
    await owner.query(unguarded.join(';'))
    try {
      for (const statement of statements)
        expect(await runForOutcome(app.pool, statement)).toBe(`42501: permission denied for table ${table}`)
    } finally {
      await owner.query(unguarded.join(';').replaceAll('disable', 'enable'))
    }
  })

  test('cannot be altered, dropped or emptied by the application in any other way', async () => {
    for (const statement of [
      `alter table ${table} disable trigger all`,
      `drop trigger ${table}_append_only on ${table}`,
      `drop table ${table} cascade`,
      `alter table ${table} rename to elsewhere`,
      `create rule no as on insert to ${table} do instead nothing`,
      'truncate users cascade',
      'truncate credit_accounts cascade',
      'set local session_replication_role = replica',
      'create table public.mine (id int)',
      `create function public.refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
      `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
      `insert into schema_migrations values ('9999-mine', '')`,
      'create schema mine',
      'create role mine',
    ])
      expect({ statement, outcome: await runForOutcome(app.pool, statement) }).toEqual({
        statement,
        outcome: expect.stringMatching(/^42501: /),
      })
    // PostgreSQL only warns that nothing was granted.
    expect(await runForOutcome(app.pool, `grant update on ${table} to ${appRole}`, statements[0] ?? '')).toMatch(
      /^42501: /,
    )
  })
})

describe('the application', () => {
  test('connects as its own role, which has no login', async () => {
    const { rows } = await app.pool.query('select current_user as role')
    expect(rows).toEqual([{ role: appRole }])
    const attributes = 'rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication'
    const { rows: roles } = await owner.query(`select ${attributes} from pg_roles where rolname = $1`, [appRole])
    expect(new Set(Object.values(roles[0]))).toEqual(new Set([false]))
  })

  test('owns nothing, may read and write every other table, and use sequences', async () => {
    const { rows } = await owner.query<{ name: string; rights: string }>(
      `select c.oid::regclass::text as name, string_agg(privilege, ' ' order by privilege) as rights
       from pg_class c, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) privilege
       where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relkind in ('r', 'p', 'v')
         and has_table_privilege($1, c.oid, privilege)
       group by c.oid`,
      [appRole],
    )
    const rightsByName = Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))
    const fewer = { credit_entries: 'INSERT SELECT', audit_log: 'INSERT SELECT', ledger_checks: 'INSERT SELECT' }
    const none = { schema_migrations: 'SELECT', 'graphile_worker.migrations': 'SELECT' }
    for (const name of Object.keys(rightsByName))
      expect({ [name]: rightsByName[name] }).toEqual({
        [name]: { ...fewer, ...none }[name as keyof typeof fewer] ?? 'DELETE INSERT SELECT UPDATE',
      })
    expect(Object.keys(rightsByName)).toEqual(expect.arrayContaining(['users', 'coupons', 'graphile_worker.jobs']))
    expect(await runForOutcome(app.pool, `select nextval('provider_asks')`)).toBe('1 rows')
    expect(await runForOutcome(app.pool, `select setval('provider_asks', 1)`)).toMatch(/^42501: /)
    const owned = await owner.query('select from pg_class where relowner = $1::regrole', [appRole])
    expect(owned.rowCount).toBe(0)
  })

  test('adds jobs, runs them, and releases those of a dead worker', async () => {
    const jobs = async () => (await app.pool.query('select locked_by from graphile_worker.jobs')).rows
    await addJob(app.db, 'greet', { name: 'Lena' }, { jobKey: 'greet', queue: 'greetings' })
    await owner.query(`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now()`)
    await owner.query(`update graphile_worker._private_job_queues set locked_by = 'dead', locked_at = now()`)
    expect(await jobs()).toEqual([{ locked_by: 'dead' }])
    const greeted: unknown[] = []
    const worker = await startWorker({
      pool: app.pool,
      tasks: { greet: async (payload) => void greeted.push(payload) },
      log: createLog('silent'),
      unlockAllAtStart: true,
    })
    await expect.poll(() => greeted).toEqual([{ name: 'Lena' }])
    await expect.poll(jobs).toEqual([])
    await worker.stop()
  })
})

test("a role is set alongside a connection's other server options", async () => {
  expect(asRole('postgresql://u@h/d', 'r')).toBe('postgresql://u@h/d?options=-c%20role%3Dr')
  expect(asRole('postgresql://u@h/d?sslmode=require', 'r')).toBe(
    'postgresql://u@h/d?sslmode=require&options=-c%20role%3Dr',
  )
  const busy = `${database.connectionString}&options=-c%20statement_timeout%3D5s&application_name=mine`
  const pool = openPool(asRole(busy, appRole))
  const { rows } = await pool.query(
    `select current_user as role, current_setting('statement_timeout') as timeout, current_setting('application_name') as name`,
  )
  expect(rows).toEqual([{ role: appRole, timeout: '5s', name: expect.any(String) }])
  await pool.end()
})
