import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { auditLog } from '@dooryard/contract/admin/audit-log'
import { adminErrors, errorReportLimits, errorReports } from '@dooryard/contract/admin/error-reports'
import { account } from '@dooryard/contract/identity/account'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { anonymousCaller, type TestUser, testPassword, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { addJob, startWorker } from '../../jobs/jobs.ts'
import { newRequestId } from '../../util/ids.ts'
import { deleteOldErrors } from './error-groups.queries.ts'
import { errorRetentionDays, errorSchedule, maxEventsPerGroup } from './keep-errors.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal()
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

let reports = 0

/** A report of an error that no other test reports. */
const buildReport = (name: string, { at = new Date(), ...fields }: { at?: Date; [field: string]: unknown } = {}) => ({
  id: `TEST${String(++reports).padStart(8, '0')}`,
  name,
  message: 'It broke',
  page: '/portal/orders',
  occurredAt: at.toISOString(),
  ...fields,
})

async function send(report: ReturnType<typeof buildReport>, as = anonymousCaller(portal)) {
  const { status } = await as.call(errorReports.report, { body: report })
  await portal.errors.settled()
  return status
}

const getError = async (id: string) => (await admin.as.call(adminErrors.get, { params: { id } })).body
const listErrors = async (query: object) => (await admin.as.call(adminErrors.list, { query })).body

describe('an error of a browser', () => {
  test('is found by its Error ID, with its page, release, browser, user, breadcrumbs and stack', async () => {
    const { as, id, email } = await user(portal)
    const breadcrumbs = [{ at: new Date().toISOString(), kind: 'CLICK' as const, text: 'button in main' }]
    const requestId = newRequestId()
    const stack = 'ReadError: It broke\n    at open (http://localhost:3000/assets/gone-12345678.js:1:20)'
    const report = buildReport('ReadError', { release: '0.0.9', requestId, stack, breadcrumbs })
    expect(await send(report, as)).toBe(204)
    expect((await listErrors({ search: report.id.toLowerCase() })).items).toMatchObject([{ name: 'ReadError' }])
    expect((await listErrors({ search: requestId.toLowerCase() })).items).toMatchObject([{ name: 'ReadError' }])
    expect(await getError(report.id)).toMatchObject({
      layer: 'BROWSER',
      count: 1,
      resolvedAt: null,
      occurrence: {
        id: report.id,
        place: '/portal/orders',
        release: '0.0.9',
        browser: expect.any(String),
        requestId,
        user: { id, email },
        stack: 'at open (/assets/gone-12345678.js:1:20)',
        breadcrumbs,
      },
    })
  })

  test('of a visitor, or with an invalid token, has no user', async () => {
    const report = buildReport('VisitorError')
    expect(await send(report)).toBe(204)
    const response = await fetch(`${portal.url}/v1/errors`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer nonsense' },
      body: JSON.stringify(buildReport('VisitorError')),
    })
    expect(response.status).toBe(204)
    await portal.errors.settled()
    const found = await getError(report.id)
    expect(found.count).toBe(2)
    expect(found.occurrence).not.toHaveProperty('user')
  })

  test('is kept without emails, phones, tokens and parameters that name a person', async () => {
    const report = buildReport('PrivateError', {
      message: 'No account for casey@example.com, 615-555-0102, Bearer abc.def',
      page: '/portal/users?page=2&search=casey@example.com',
      stack: 'at casey@example.com said 615-555-0102',
      breadcrumbs: [{ at: new Date().toISOString(), kind: 'CLICK', text: 'casey@example.com' }],
    })
    await send(report)
    const found = await getError(report.id)
    expect(found.occurrence).toMatchObject({
      message: 'No account for …, …, Bearer …',
      place: '/portal/users?page=2',
      breadcrumbs: [{ text: '…' }],
    })
    expect(found.occurrence).not.toHaveProperty('stack')
    expect(JSON.stringify(found)).not.toMatch(/casey|555/)
  })

  test('that is too long, or too large, is refused', async () => {
    const as = anonymousCaller(portal)
    const tooLong = buildReport('LongError', { message: 'x'.repeat(errorReportLimits.message + 1) })
    expect(await as.call(errorReports.report, { body: tooLong })).toMatchObject({ status: 400 })
    const tooLarge = buildReport('LongError', { stack: 'x'.repeat(100_000) })
    expect(await as.call(errorReports.report, { body: tooLarge })).toMatchObject({
      status: 413,
      body: { message: 'The request is larger than 64 kB.' },
    })
  })

  test('sent again, by a repeated request, is counted once', async () => {
    const report = buildReport('RepeatedError')
    await send(report)
    await send(report)
    expect(await getError(report.id)).toMatchObject({ count: 1, recent: [{ id: report.id }] })
  })
})

describe('occurrences', () => {
  test('of one error are one group, whatever their numbers, ids and lines', async () => {
    const stack = (hash: string, line: number) =>
      `at x (http://localhost:3000/assets/list-${hash}.js:${line}:9)\nat y (http://localhost:3000/assets/${hash}.js:1:2)`
    const first = buildReport('GroupedError', { message: 'Row 12 of "Mail 1" is gone', stack: stack('AbCd-12', 1) })
    const second = buildReport('GroupedError', { message: 'Row 7 of "Mail 2" is gone', stack: stack('Zy_wVu9', 5) })
    const other = buildReport('GroupedError', { message: 'Row 7 of "Mail 2" is late', stack: stack('Zy_wVu9', 5) })
    for (const report of [first, second, other]) await send(report)
    const group = await getError(first.id)
    expect(group).toMatchObject({ count: 2, message: second.message, occurrence: { message: first.message } })
    expect(group.recent.map(({ id }) => id).toSorted()).toEqual([first.id, second.id])
    expect((await getError(group.id)).id).toBe(group.id)
    expect((await listErrors({ search: 'groupederror: row' })).totalCount).toBe(2)
  })

  test('reopen a resolved group; resolving and reopening are audited', async () => {
    const report = buildReport('ResolvedError')
    await send(report)
    const { id } = await getError(report.id)
    const change = (isResolved: boolean) => admin.as.call(adminErrors.change, { params: { id }, body: { isResolved } })
    expect((await change(true)).body).toMatchObject({ id, resolvedAt: expect.any(String) })
    await change(true)
    expect((await listErrors({ search: 'ResolvedError', status: 'OPEN' })).items).toEqual([])
    await send(buildReport('ResolvedError'))
    expect((await listErrors({ search: 'ResolvedError', status: 'OPEN' })).items).toMatchObject([{ id, count: 2 }])
    await change(true)
    expect((await change(false)).body).toMatchObject({ id, resolvedAt: null })
    const { body } = await admin.as.call(auditLog.list, { query: { object: id } })
    expect(body.items.map(({ action }) => action)).toEqual(['error.reopened', 'error.resolved', 'error.resolved'])
  })

  test('of 30 days ago, and more than fifty of a group, are deleted', async () => {
    const [old, young] = [buildReport('OldError'), buildReport('ManyError')]
    const { as, id: userId } = await user(portal)
    await send(old)
    await send(young, as)
    const { id } = await getError(young.id)
    await sql`update error_groups set last_seen = now() - ${`${errorRetentionDays + 1} days`}::interval
      where name = 'OldError'`.execute(portal.db)
    await sql`insert into error_events (id, group_id, user_id, occurred_at, message, release)
      select 'COPY' || lpad(n::text, 8, '0'), ${id}::uuid, ${userId}, now() - n * interval '1 minute', '', ''
      from generate_series(1, ${maxEventsPerGroup + 10}) n`.execute(portal.db)
    await errorSchedule(portal.services)['purge-errors']?.run()
    expect((await admin.as.call(adminErrors.get, { params: { id: old.id } })).status).toBe(404)
    const { rows } = await sql<{ count: number; oldest: string }>`
      select count(*), max(id) as oldest from error_events where group_id = ${id}::uuid and id like 'COPY%'`.execute(
      portal.db,
    )
    expect(rows).toEqual([
      { count: maxEventsPerGroup - 1, oldest: `COPY${String(maxEventsPerGroup - 1).padStart(8, '0')}` },
    ])
  })
})

test('the groups of one layer do not displace those of another', async () => {
  const deleteGroups = () => portal.db.deleteFrom('errorGroups').execute()
  await deleteGroups()
  await sql`insert into error_groups (id, fingerprint, layer, name, message, release, first_seen, last_seen)
    select gen_random_uuid(), 'rank ' || n, case when n = 1 then 'WORKER' else 'BROWSER' end, 'RankError', '', '',
      now() + n * interval '1 minute', now() + n * interval '1 minute' from generate_series(1, 5) n`.execute(portal.db)
  await deleteOldErrors(portal.db, { before: new Date(0), maxPerGroup: 1, maxOfStrangers: 1, maxGroups: 2 })
  const left = await portal.db.selectFrom('errorGroups').select('layer').orderBy('layer').execute()
  await deleteGroups()
  expect(left.map(({ layer }) => layer)).toEqual(['BROWSER', 'BROWSER', 'WORKER'])
})

describe('an unexpected error', () => {
  test('of a call is found by its request, with its route and user, and without its parameters', async () => {
    const { as, id } = await user(portal)
    const role = await revokeProfileUpdates()
    const { status, body } = await as.call(account.change, { body: { firstName: 'Tessa' } })
    await role.restore()
    expect(status).toBe(500)
    await portal.errors.settled()
    const { requestId = '' } = body as { requestId?: string }
    const [group] = (await listErrors({ search: requestId })).items
    expect(group).toMatchObject({ layer: 'API', place: 'PATCH /v1/auth/private/me', count: 1 })
    const { occurrence } = await getError(group?.id ?? '')
    expect(occurrence).toMatchObject({
      requestId,
      user: { id },
      stack: expect.stringMatching(/^at (.*\()?server\/modules\//m),
    })
    expect(JSON.stringify(occurrence)).not.toContain('Tessa')
    expect(JSON.stringify(occurrence)).not.toContain(import.meta.dirname.replace(/\/server\/.*/, ''))
  })

  test('of a refused call is none', async () => {
    const before = (await listErrors({})).totalCount
    const { as } = await user(portal)
    expect((await as.call(account.close, { body: { password: `${testPassword}x` } })).status).toBeLessThan(500)
    await portal.errors.settled()
    expect((await listErrors({})).totalCount).toBe(before)
  })

  test('of a job is found once it has failed for good', async () => {
    const { id: userId } = await user(portal)
    const attempts: number[] = []
    const work = async (_: unknown, { attempt }: { attempt: number }) => {
      attempts.push(attempt)
      throw new TypeError('The job broke', { cause: new Error('No county 47037 for casey@example.com') })
    }
    await addJob(portal.db, 'break', { userId }, { maxAttempts: 2 })
    const { report: reportError } = portal.errors
    const worker = await startWorker({
      pool: portal.pool,
      tasks: { break: work },
      log: portal.services.log,
      reportError,
    })
    await expect.poll(() => attempts).toEqual([1])
    await portal.errors.settled()
    expect((await listErrors({ layer: 'WORKER' })).items).toEqual([])
    await sql`update graphile_worker._private_jobs set run_at = now() where attempts = 1`.execute(portal.db)
    await expect.poll(() => attempts, { timeout: 20_000 }).toEqual([1, 2])
    await worker.stop()
    await portal.errors.settled()
    const { items } = await listErrors({ layer: 'WORKER' })
    const message = 'The job broke Caused by: Error: No county 47037 for …'
    expect(items).toMatchObject([{ name: 'TypeError', message, place: 'break', count: 1 }])
    expect((await getError(items[0]?.id ?? '')).occurrence).toMatchObject({ user: { id: userId } })
  })
})

test('a process that ends by an error that nothing caught reports it first, and ends as before', async () => {
  const fixture = join(import.meta.dirname, 'crash.fixture.ts')
  const ending = promisify(execFile)(process.execPath, [fixture, portal.shared.connectionString])
  await expect(ending).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('Nothing awaits this') })
  const { items } = await listErrors({ search: 'Nothing awaits this' })
  expect(items).toMatchObject([{ layer: 'WORKER', name: 'RangeError', place: 'unhandledRejection' }])
})

/** Takes the portal's right to change profiles, so that such a call fails unexpectedly. */
async function revokeProfileUpdates() {
  const role = sql.ref(inject('appRole'))
  await sql`revoke update on users from ${role}`.execute(portal.db)
  return { restore: () => sql`grant update on users to ${role}`.execute(portal.db) }
}
