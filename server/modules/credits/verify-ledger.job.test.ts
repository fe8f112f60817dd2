import { dayMs } from '@dooryard/contract/time'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { runScheduledJobs } from '../../test/scheduled.ts'
import { selectPayments } from '../billing/index.ts'
import { creditTasks } from './credits.jobs.ts'
import { account } from './ledger.fixture.ts'
import { addVerifyLedgerJob, verifyLedgerJob } from './verify-ledger.job.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)
const { db, services, clock } = portal

const checks = (day: string) => db.selectFrom('ledgerChecks').selectAll().where('day', '=', day).execute()
const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }

/** Sets the clock to an hour of the next day, in UTC. */
function nextDayAt(hour: number): string {
  const now = clock.now()
  const midnight = Math.ceil((now.getTime() + 1) / dayMs) * dayMs
  clock.advance(midnight - now.getTime() + hour * 3_600_000)
  return clock.now().toISOString().slice(0, 10)
}

const intactLogs = () => portal.logged.filter((line) => line.includes('the ledger is intact'))
const brokenLogs = () => portal.logged.filter((line) => line.includes('the ledger is broken'))

const admin = await user(portal, { role: 'SUPER_ADMIN', onDemandCredits: 5 })
const other = await user(portal, { role: 'SUPER_ADMIN' })
const gone = await user(portal, { role: 'SUPER_ADMIN' })
const idle = await user(portal, { role: 'SUPER_ADMIN' })
await user(portal, { onDemandCredits: 70 })
await db.updateTable('users').set({ isActive: false }).where('id', '=', idle.id).execute()
await db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', gone.id).execute()

/** Makes the ledger say of an administrator that they have so many credits; it is intact at five. */
const alterTo = (credits: number | string) =>
  sql`update credit_accounts set on_demand_available = ${credits} where user_id = ${admin.id}`.execute(db)

beforeEach(async () => {
  await alterTo(5)
  portal.logged.length = 0
  portal.mails.length = 0
})

test('the ledger is verified once a day, however many processes run what is scheduled and however often', async () => {
  const day = nextDayAt(1)
  await runScheduledJobs(portal)
  expect(await checks(day)).toEqual([])
  clock.advance(9 * 3_600_000)
  await Promise.all(Array.from({ length: 8 }, () => runScheduledJobs(portal)))
  await expect.poll(async () => (await checks(day))[0]?.isIntact).toBe(true)
  await runScheduledJobs(portal)
  expect(await checks(day)).toMatchObject([{ day, isIntact: true, accounts: 5, entries: 2 }])
  expect(portal.logged.filter((line) => line.includes('the ledger is intact'))).toHaveLength(1)
  expect(portal.mails).toEqual([])
})

test('a broken one is in the log as an error, and every active administrator gets one mail a day', async () => {
  await alterTo(6)
  const first = nextDayAt(10)
  for (let at = 0; at < 3; at++) await runScheduledJobs(portal)
  await expect.poll(() => portal.mails.length).toBe(2)
  expect(portal.mails.map(({ to }) => to).toSorted()).toEqual([admin.email, other.email].toSorted())
  const says = `Account of user ${admin.id}: the account has 6 on-demand credits to spend, and by its entries 5.`
  const words = (text = '') => text.replace(/\s+/g, ' ')
  expect(words(portal.mails[0]?.text)).toContain(says)
  expect(portal.mails[0]?.subject).toBe('The credit ledger of your Dooryard portal does not add up')
  expect(brokenLogs().map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', msg: 'the ledger is broken', problems: [{ userId: admin.id }] },
  ])

  // The job once more, as after a worker that died when it had done all but say so.
  await creditTasks(services, selectPayments)[verifyLedgerJob]?.({ day: first }, run)
  expect(portal.mails).toHaveLength(2)
  expect(brokenLogs()).toHaveLength(1)

  nextDayAt(10)
  await runScheduledJobs(portal)
  await expect.poll(() => portal.mails.length).toBe(4)
})

test('two workers that verify at once tell of it once', async () => {
  await alterTo(6)
  const day = nextDayAt(10)
  await db.insertInto('ledgerChecks').values({ day }).execute()
  const verify = creditTasks(services, selectPayments)[verifyLedgerJob]
  await Promise.all([verify?.({ day }, run), verify?.({ day }, run)])
  expect(brokenLogs()).toHaveLength(1)
  await expect.poll(() => portal.mails.length).toBe(2)
})

test('one job is added for a day, however often it is asked for, and one for the next', async () => {
  const idle = await testDatabase()
  const days = async () =>
    (
      await idle.pool.query(`select payload ->> 'day' as day
    from graphile_worker._private_jobs order by 1`)
    ).rows.map(({ day }) => day)
  const first = nextDayAt(10)
  const ask = () => Promise.all(Array.from({ length: 8 }, () => addVerifyLedgerJob({ ...services, db: idle.db })))
  await ask()
  await ask()
  expect(await days()).toEqual([first])
  const second = nextDayAt(10)
  await ask()
  expect(await days()).toEqual([first, second])
  await idle.close()
})

describe('who has the rights of the portal in the database and nothing else', () => {
  const asApp = (statement: string) => portal.services.db.executeQuery(sql.raw(statement).compile(services.db))

  test('cannot silence a check by a sum too large for a number', async () => {
    await sql`update credit_accounts set on_demand_available = 9007199254740993 where user_id = ${admin.id}`.execute(
      services.db,
    )
    nextDayAt(10)
    await runScheduledJobs(portal)
    await expect.poll(() => portal.mails.length).toBe(2)
    const says = 'the account has 9007199254740993 on-demand credits to spend, and by its entries 5'
    expect(portal.mails[0]?.text.replace(/\s+/g, ' ')).toContain(says)
  })

  test('cannot make a day look as if it had been checked', async () => {
    nextDayAt(10)
    await runScheduledJobs(portal)
    await expect.poll(() => intactLogs().length).toBe(1)
    const day = nextDayAt(10)
    // Of a day that was checked in earnest, signature and all, and one that was made up.
    await asApp(
      `insert into ledger_checks select '${day}'::date, started_at, is_intact, accounts, entries, digest, checked_at,
         alerted_at, signature from ledger_checks where is_intact order by day desc limit 1`,
    )
    await runScheduledJobs(portal)
    await expect.poll(() => intactLogs().length).toBe(2)
    const next = nextDayAt(10)
    await asApp(
      `insert into ledger_checks (day, started_at, is_intact, checked_at) values ('${next}', now(), true, now())`,
    )
    await runScheduledJobs(portal)
    await expect.poll(() => intactLogs().length).toBe(3)
  })

  test.each(['delete from ledger_checks', 'update ledger_checks set day = day + 1', 'truncate ledger_checks'])(
    'may not "%s"',
    (statement) => expect(asApp(statement)).rejects.toMatchObject({ code: '42501' }),
  )
})

describe('a check that does not end', () => {
  const late = 'The credit ledger of your Dooryard portal could not be checked'
  const ofCheck = () => portal.mails.filter(({ subject }) => subject === late)

  test('is told of an hour later, once, also where the next day has begun by then', async () => {
    nextDayAt(23)
    const other = await testDatabase()
    const stuck = { ...services, db: other.db }
    const adminId = await account(other.db)
    await other.pool.query(`update users set role = 'SUPER_ADMIN' where id = $1`, [adminId])
    const mailsWaiting = async () =>
      (await other.pool.query(`select from graphile_worker.jobs where task_identifier = 'send-mail'`)).rowCount
    await addVerifyLedgerJob(stuck)
    clock.advance(59 * 60_000)
    await addVerifyLedgerJob(stuck)
    expect(await mailsWaiting()).toBe(0)
    clock.advance(2 * 60_000)
    for (let at = 0; at < 3; at++) await addVerifyLedgerJob(stuck)
    expect(await mailsWaiting()).toBe(1)
    await other.close()
  })

  test('is told of at its last try, once', async () => {
    const day = nextDayAt(10)
    await portal.pool.query('alter table credit_holds rename to no_holds')
    const verify = creditTasks(services, selectPayments)[verifyLedgerJob]
    await expect(verify?.({ day }, run)).rejects.toThrow('credit_holds')
    expect(ofCheck()).toEqual([])
    const last = { ...run, attempt: run.maxAttempts }
    for (let at = 0; at < 2; at++) await expect(verify?.({ day }, last)).rejects.toThrow('credit_holds')
    await expect.poll(() => ofCheck().length).toBe(2)
    await portal.pool.query('alter table no_holds rename to credit_holds')
    await verify?.({ day }, run)
    expect(intactLogs()).toHaveLength(1)
  })
})
