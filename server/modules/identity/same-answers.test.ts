import { auth } from '@dooryard/contract/auth'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { nobody, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { newEmail, registration } from './codes.fixture.ts'
import { runMailCode } from './mail-code.ts'
import { type EmailCall, emailCalls } from './same-answers.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const { known, calls, ask, forgetCounts } = await emailCalls(portal)

/** Everything that an asker sees, but for what no two answers share, and for the email that they sent. */
async function seen(call: EmailCall, email: string) {
  await forgetCounts()
  const response = await ask(call, email)
  const headers = [...response.headers]
    .filter(([name]) => name !== 'date' && name !== 'x-request-id')
    .map(([name, value]) => [name, value.replace(/'nonce-[^']+'/, 'NONCE').replace(/;t=\d+/g, ';t=SECONDS')])
  const body = (await response.text()).replace(email, 'EMAIL').replace(/"requestId":"\w+"/, 'REQUEST')
  return { status: response.status, headers, body }
}

/** The statements that the database is given while something is done. */
async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const statements = spy.mock.calls.map(([query]) => (typeof query === 'string' ? query : textOf(query)))
  spy.mockRestore()
  // By this the hub asks now and then whether its connection lives, whoever calls.
  return statements.filter((statement) => statement !== 'select 1')
}

const textOf = (query: unknown) => (query as { text?: string }).text ?? ''

const statementsOf = (call: EmailCall, email: string) => statementsDuring(async () => (await ask(call, email)).text())

/** The statements of the job that a call leaves behind. */
async function statementsAfter(call: EmailCall, email: string): Promise<string[]> {
  await portal.pool.query('delete from graphile_worker._private_jobs')
  await (await ask(call, email)).text()
  const { rows } = await portal.pool.query('select payload from graphile_worker._private_jobs')
  const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }
  return statementsDuring(() => runMailCode(portal.services)(rows[0].payload, run))
}

describe.each(Object.entries(calls))('%s', (_, call) => {
  test('answers a known email as it does an unknown one: status, headers and body', async () => {
    expect(await seen(call, known)).toEqual(await seen(call, call.other))
  })

  // How long both take is measured by the torture run. The rest of what decides it is in sign-in.test and passwords.test.
  test('asks the database the same for both', async () => {
    await statementsOf(call, known)
    const statements = await statementsOf(call, known)
    expect(statements.length).toBeGreaterThan(0)
    expect(statements).toEqual(await statementsOf(call, call.other))
  })
})

test('an account that is looked up would be seen', async () => {
  const right = { ...calls.login, body: () => ({ email: known, password: 'correct-horse-battery' }) }
  expect(await statementsOf(right, known)).not.toEqual(await statementsOf(calls.login, known))
})

test.each(['forgot-password', 'resend-verification'] as const)(
  'the job after %s asks the database the same for both',
  async (name) => {
    const call = calls[name]
    const statements = await statementsAfter(call, (await user(portal)).email)
    expect(statements.length).toBeGreaterThan(3)
    expect(statements).toEqual(await statementsAfter(call, newEmail()))
  },
)

test('what is registered is kept encrypted until a job takes it up', async () => {
  await portal.pool.query('delete from graphile_worker._private_jobs')
  await nobody(portal).call(auth.register, { body: registration() })
  const { rows } = await portal.pool.query('select payload from graphile_worker._private_jobs')
  expect(rows).toEqual([{ payload: { sealed: expect.stringMatching(/^v1\./) } }])
})
