import { auth } from '@dooryard/contract/identity/auth'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { anonymousCaller, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createEmailCases, type EmailEndpointCase } from './account-enumeration.fixture.ts'
import { buildRegistration, newEmail } from './codes.fixture.ts'
import { runMailCode } from './mail-code.ts'

const portal = await testPortal()
afterAll(portal.close)

const { known, calls, sendRequest, resetRateLimits } = await createEmailCases(portal)

/** Returns everything a caller sees except what differs in every response and the email itself. */
async function getResponse(call: EmailEndpointCase, email: string) {
  await resetRateLimits()
  const response = await sendRequest(call, email)
  const headers = [...response.headers]
    .filter(([name]) => name !== 'date' && name !== 'x-request-id')
    .map(([name, value]) => [name, value.replace(/'nonce-[^']+'/, 'NONCE').replace(/;t=\d+/g, ';t=SECONDS')])
  const body = (await response.text()).replace(email, 'EMAIL').replace(/"requestId":"\w+"/, 'REQUEST')
  return { status: response.status, headers, body }
}

/** Captures the database statements that run during the work. */
async function captureStatements(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const statements = spy.mock.calls.map(([query]) => (typeof query === 'string' ? query : getQueryText(query)))
  spy.mockRestore()
  // The hub checks its connection periodically, whatever the calls do.
  return statements.filter((statement) => statement !== 'select 1')
}

const getQueryText = (query: unknown) => (query as { text?: string }).text ?? ''

const listStatements = (call: EmailEndpointCase, email: string) =>
  captureStatements(async () => (await sendRequest(call, email)).text())

/** Lists the statements of the job that a call adds. */
async function listJobStatements(call: EmailEndpointCase, email: string): Promise<string[]> {
  await portal.pool.query('delete from graphile_worker._private_jobs')
  await (await sendRequest(call, email)).text()
  const { rows } = await portal.pool.query('select payload from graphile_worker._private_jobs')
  const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }
  return captureStatements(() => runMailCode(portal.services)(rows[0].payload, run))
}

describe.each(Object.entries(calls))('%s', (_, call) => {
  test('answers a known and an unknown email alike: status, headers and body', async () => {
    expect(await getResponse(call, known)).toEqual(await getResponse(call, call.other))
  })

  // The torture run compares the durations. sign-in.test and passwords.test cover the rest.
  test('runs the same database statements for both', async () => {
    await listStatements(call, known)
    const statements = await listStatements(call, known)
    expect(statements.length).toBeGreaterThan(0)
    expect(statements).toEqual(await listStatements(call, call.other))
  })
})

test('a look-up of the account would be visible', async () => {
  const right = { ...calls.login, body: () => ({ email: known, password: 'correct-horse-battery' }) }
  expect(await listStatements(right, known)).not.toEqual(await listStatements(calls.login, known))
})

test.each(['forgot-password', 'resend-verification'] as const)(
  'the job after %s runs the same database statements for both',
  async (name) => {
    const call = calls[name]
    const statements = await listJobStatements(call, (await user(portal)).email)
    expect(statements.length).toBeGreaterThan(3)
    expect(statements).toEqual(await listJobStatements(call, newEmail()))
  },
)

test('a registration is stored encrypted until a job processes it', async () => {
  await portal.pool.query('delete from graphile_worker._private_jobs')
  await anonymousCaller(portal).call(auth.register, { body: buildRegistration() })
  const { rows } = await portal.pool.query('select payload from graphile_worker._private_jobs')
  expect(rows).toEqual([{ payload: { sealed: expect.stringMatching(/^v1\./) } }])
})
