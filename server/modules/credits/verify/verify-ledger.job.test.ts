import { dayMs } from '@dooryard/contract/api/time'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { runScheduledJobs } from '../../../test/run-scheduled-jobs.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { selectPayments } from '../../billing/index.ts'
import { notifyUser } from '../../identity/index.ts'
import { creditTasks } from '../credits.jobs.ts'
import { createTestAccount } from '../ledger/ledger.fixture.ts'
import { addVerifyLedgerJob, verifyLedgerJob } from './verify-ledger.job.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)
const { db, services, clock } = portal

const listChecks = (day: string) => db.selectFrom('ledgerChecks').selectAll().where('day', '=', day).execute()
const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }

/** Sets the clock to an hour of the next day, in UTC. */
function advanceToNextDay(hour: number): string {
  const now = clock.now()
  const midnight = Math.ceil((now.getTime() + 1) / dayMs) * dayMs
  clock.advance(midnight - now.getTime() + hour * 3_600_000)
  return clock.now().toISOString().slice(0, 10)
}

const listIntactLogs = () => portal.logged.filter((line) => line.includes('the ledger is intact'))
const listBrokenLogs = () => portal.logged.filter((line) => line.includes('the ledger is broken'))

const admin = await user(portal, { role: 'SUPER_ADMIN', onDemandCredits: 5 })
const other = await user(portal, { role: 'SUPER_ADMIN' })
const gone = await user(portal, { role: 'SUPER_ADMIN' })
const idle = await user(portal, { role: 'SUPER_ADMIN' })
await user(portal, { onDemandCredits: 70 })
await db.updateTable('users').set({ isActive: false }).where('id', '=', idle.id).execute()
await db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', gone.id).execute()

/** Sets an administrator's balance in the database; the ledger is intact at five credits. */
const buildTampering = (credits: number | string) =>
  sql`update credit_accounts set on_demand_available = ${credits} where user_id = ${admin.id}`.execute(db)

beforeEach(async () => {
  await buildTampering(5)
  portal.logged.length = 0
  portal.mails.length = 0
})

test('the ledger is verified once a day, regardless of the number of processes and schedule runs', async () => {
  const day = advanceToNextDay(1)
  await runScheduledJobs(portal)
  expect(await listChecks(day)).toEqual([])
  clock.advance(9 * 3_600_000)
  await Promise.all(Array.from({ length: 8 }, () => runScheduledJobs(portal)))
  await expect.poll(async () => (await listChecks(day))[0]?.isIntact).toBe(true)
  await runScheduledJobs(portal)
  expect(await listChecks(day)).toMatchObject([{ day, isIntact: true, accounts: 5, entries: 2 }])
  expect(portal.logged.filter((line) => line.includes('the ledger is intact'))).toHaveLength(1)
  expect(portal.mails).toEqual([])
})

test('a broken ledger is logged as an error and mailed to every active administrator once a day', async () => {
  await buildTampering(6)
  const first = advanceToNextDay(10)
  for (let at = 0; at < 3; at++) await runScheduledJobs(portal)
  await expect.poll(() => portal.mails.length).toBe(2)
  expect(portal.mails.map(({ to }) => to).toSorted()).toEqual([admin.email, other.email].toSorted())
  const says = `Account of user ${admin.id}: the account has 6 available pay-as-you-go credits, and by its entries 5.`
  const words = (text = '') => text.replace(/\s+/g, ' ')
  expect(words(portal.mails[0]?.text)).toContain(says)
  expect(portal.mails[0]?.subject).toBe('The credit ledger of your Dooryard portal does not add up')
  expect(listBrokenLogs().map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', msg: 'the ledger is broken', problems: [{ userId: admin.id }] },
  ])

  // Runs the job again, as after a worker that died before it could report success.
  await creditTasks(services, { selectPayments, notifyUser })[verifyLedgerJob]?.({ day: first }, run)
  expect(portal.mails).toHaveLength(2)
  expect(listBrokenLogs()).toHaveLength(1)

  advanceToNextDay(10)
  await runScheduledJobs(portal)
  await expect.poll(() => portal.mails.length).toBe(4)
})

test('two concurrent workers report a check once', async () => {
  await buildTampering(6)
  const day = advanceToNextDay(10)
  await db.insertInto('ledgerChecks').values({ day }).execute()
  const verify = creditTasks(services, { selectPayments, notifyUser })[verifyLedgerJob]
  await Promise.all([verify?.({ day }, run), verify?.({ day }, run)])
  expect(listBrokenLogs()).toHaveLength(1)
  await expect.poll(() => portal.mails.length).toBe(2)
})

test('one job is added per day, regardless of the number of calls', async () => {
  const idle = await testDatabase()
  const days = async () =>
    (
      await idle.pool.query(`select payload ->> 'day' as day
    from graphile_worker._private_jobs order by 1`)
    ).rows.map(({ day }) => day)
  const first = advanceToNextDay(10)
  const ask = () => Promise.all(Array.from({ length: 8 }, () => addVerifyLedgerJob({ ...services, db: idle.db })))
  await ask()
  await ask()
  expect(await days()).toEqual([first])
  const second = advanceToNextDay(10)
  await ask()
  expect(await days()).toEqual([first, second])
  await idle.close()
})

describe("a caller with only the portal's database rights", () => {
  const asApp = (statement: string) => portal.services.db.executeQuery(sql.raw(statement).compile(services.db))

  test('cannot suppress a check by a sum beyond the integer range', async () => {
    await sql`update credit_accounts set on_demand_available = 9007199254740993 where user_id = ${admin.id}`.execute(
      services.db,
    )
    advanceToNextDay(10)
    await runScheduledJobs(portal)
    await expect.poll(() => portal.mails.length).toBe(2)
    const says = 'the account has 9007199254740993 available pay-as-you-go credits, and by its entries 5'
    expect(portal.mails[0]?.text.replace(/\s+/g, ' ')).toContain(says)
  })

  test('cannot forge the check of a day', async () => {
    advanceToNextDay(10)
    await runScheduledJobs(portal)
    await expect.poll(() => listIntactLogs().length).toBe(1)
    const day = advanceToNextDay(10)
    // Of a day that was checked in earnest, signature and all, and one that was made up.
    await asApp(
      `insert into ledger_checks select '${day}'::date, started_at, is_intact, accounts, entries, digest, checked_at,
         alerted_at, signature from ledger_checks where is_intact order by day desc limit 1`,
    )
    await runScheduledJobs(portal)
    await expect.poll(() => listIntactLogs().length).toBe(2)
    const next = advanceToNextDay(10)
    await asApp(
      `insert into ledger_checks (day, started_at, is_intact, checked_at) values ('${next}', now(), true, now())`,
    )
    await runScheduledJobs(portal)
    await expect.poll(() => listIntactLogs().length).toBe(3)
  })

  test.each(['delete from ledger_checks', 'update ledger_checks set day = day + 1', 'truncate ledger_checks'])(
    'cannot execute "%s"',
    (statement) => expect(asApp(statement)).rejects.toMatchObject({ code: '42501' }),
  )
})

describe('a check that does not finish', () => {
  const late = 'The credit ledger of your Dooryard portal could not be checked'
  const ofCheck = () => portal.mails.filter(({ subject }) => subject === late)

  test('is reported an hour later, once, even if the next day has started', async () => {
    advanceToNextDay(23)
    const other = await testDatabase()
    const stuck = { ...services, db: other.db }
    const adminId = await createTestAccount(other.db)
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

  test('is reported at its last attempt, once', async () => {
    const day = advanceToNextDay(10)
    await portal.pool.query('alter table credit_holds rename to no_holds')
    const verify = creditTasks(services, { selectPayments, notifyUser })[verifyLedgerJob]
    await expect(verify?.({ day }, run)).rejects.toThrow('credit_holds')
    expect(ofCheck()).toEqual([])
    const last = { ...run, attempt: run.maxAttempts }
    for (let at = 0; at < 2; at++) await expect(verify?.({ day }, last)).rejects.toThrow('credit_holds')
    await expect.poll(() => ofCheck().length).toBe(2)
    await portal.pool.query('alter table no_holds rename to credit_holds')
    await verify?.({ day }, run)
    expect(listIntactLogs()).toHaveLength(1)
  })
})
