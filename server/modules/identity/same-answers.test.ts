import { about } from '@dooryard/contract/about'
import { auth } from '@dooryard/contract/auth'
import { type AnyEndpoint, pathOf } from '@dooryard/contract/endpoint'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { composeTasks } from '../../compose.ts'
import { startWorker } from '../../platform/jobs.ts'
import { auc } from '../../test/auc.ts'
import { nobody, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { isLong, rounds } from '../../test/rounds.ts'
import { allDone, newEmail, registration } from './codes.fixture.ts'
import { runMailCode } from './mail-code.ts'

// Without a worker, but where one is said: what jobs do is measured at the end.
const portal = await testPortal()
afterAll(portal.close)

const { id: knownId, email: known } = await user(portal)
const unknown = newEmail()
// A code of each purpose has been sent to the known one, and may be guessed at for as long as this takes.
const expiresAt = new Date(Date.now() + 3_600_000)
const code = { userId: knownId, codeHash: Buffer.alloc(32), guesses: -1_000_000, expiresAt }
for (const purpose of ['VERIFY_EMAIL', 'RESET_PASSWORD'])
  await portal.db
    .insertInto('emailCodes')
    .values({ ...code, purpose })
    .execute()

/** Runs jobs in this very process, as a portal does unless told otherwise, while something is done. */
async function withWorker<Result>(use: () => Promise<Result>): Promise<Result> {
  const deliver = async () => undefined
  const { services, pool, billing } = portal
  const worker = await startWorker({ pool, tasks: composeTasks(services, { deliver, billing }), log: services.log })
  return use().finally(worker.stop)
}

// Whoever asks has registered both addresses with a password of their own. One of them had no account.
const ownPassword = 'asking-horse-battery'
const registeredNow = newEmail()
await withWorker(async () => {
  for (const email of [known, registeredNow])
    await nobody(portal).call(auth.register, { body: registration({ email, password: ownPassword }) })
  await allDone(portal)
})

type Call = {
  endpoint: AnyEndpoint
  body: (email: string) => object
  /** Which email nobody may tell from the known one. */
  other?: string
}
const calls: Record<string, Call> = {
  login: { endpoint: auth.login, body: (email) => ({ email, password: 'not their password' }) },
  'login after registering': {
    endpoint: auth.login,
    body: (email) => ({ email, password: ownPassword }),
    other: registeredNow,
  },
  register: { endpoint: auth.register, body: (email) => registration({ email }) },
  'forgot-password': { endpoint: auth.forgotPassword, body: (email) => ({ email }) },
  'verify-email': { endpoint: auth.verifyEmail, body: (email) => ({ email, code: '271828' }) },
  'reset-password': {
    endpoint: auth.resetPassword,
    body: (email) => ({ email, code: '314159', password: testPassword, confirmPassword: testPassword }),
  },
  'resend-verification': { endpoint: auth.resendVerification, body: (email) => ({ email }) },
}
const otherOf = ({ other = unknown }: Call) => other

const ask = ({ endpoint, body }: Call, email: string) =>
  fetch(portal.url + pathOf(endpoint, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body(email)),
  })

const forgetCounts = () => portal.pool.query('delete from rate_limits')

/** Everything that an asker sees, but for what no two answers share, and for the email that they sent. */
async function seen(call: Call, email: string) {
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
  return statements
}

const textOf = (query: unknown) => (query as { text?: string }).text ?? ''

const statementsOf = (call: Call, email: string) => statementsDuring(async () => (await ask(call, email)).text())

/** The statements of the job that a call leaves behind. */
async function statementsAfter(call: Call, email: string): Promise<string[]> {
  await portal.pool.query('delete from graphile_worker._private_jobs')
  await (await ask(call, email)).text()
  const { rows } = await portal.pool.query('select payload from graphile_worker._private_jobs')
  const run = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal }
  return statementsDuring(() => runMailCode(portal.services)(rows[0].payload, run))
}

async function timed(call: Call, email: string, before: () => Promise<unknown> = async () => undefined) {
  const start = performance.now()
  await before()
  const response = await ask(call, email)
  await response.text()
  expect(response.status).not.toBe(429)
  return performance.now() - start
}

/** Times known and unknown emails in turn, in random order. */
async function timings(call: Call, count: number, delayKnown?: () => Promise<unknown>) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = -5; round < count; round++) {
    if (round % 100 === 0) await forgetCounts()
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const ms = await timed(call, kind === 'known' ? known : otherOf(call), kind === 'known' ? delayKnown : undefined)
      // The first few are slow for reasons of their own.
      if (round >= 0) times[kind].push(ms)
    }
  }
  return auc(times.known, times.unknown)
}

describe.each(Object.entries(calls))('%s', (name, call) => {
  test('answers a known email as it does an unknown one: status, headers and body', async () => {
    expect(await seen(call, known)).toEqual(await seen(call, otherOf(call)))
  })

  test('asks the database the same for both', async () => {
    await statementsOf(call, known)
    const statements = await statementsOf(call, known)
    expect(statements.length).toBeGreaterThan(0)
    expect(statements).toEqual(await statementsOf(call, otherOf(call)))
  })

  // Of 25 timings each the standard error is 0.08, and the wide band of the short version some five of them: it sees a
  // password that is hashed for one kind alone. What is smaller shows in the statements above, and in the long version.
  test('takes as long for both', { timeout: 600_000 }, async () => {
    const told = await timings(call, rounds(25, 1_000))
    if (isLong) process.stdout.write(`${name}: AUC ${told.toFixed(3)}\n`)
    expect(told).toBeGreaterThan(rounds(0.1, 0.45))
    expect(told).toBeLessThan(rounds(0.9, 0.55))
  })
})

describe('the measures', () => {
  test('tell what lies apart from what does not', () => {
    const times = Array.from({ length: 1_000 }, (_, n) => n)
    const later = times.map((time) => time + 100)
    expect(auc(times, times)).toBe(0.5)
    expect(auc(later, times)).toBeCloseTo(0.595)
    expect(auc([2, 3], [0, 1])).toBe(1)
  })

  test.runIf(isLong)('would see two milliseconds more for a known email', { timeout: 600_000 }, async () => {
    const told = await timings(calls['forgot-password'] as Call, 1_000, async () => {
      const until = performance.now() + 2
      while (performance.now() < until);
    })
    process.stdout.write(`two milliseconds more: AUC ${told.toFixed(3)}\n`)
    expect(told).toBeGreaterThan(0.55)
  })

  test('would see an account that is looked up', async () => {
    const right = { endpoint: auth.login, body: () => ({ email: known, password: 'correct-horse-battery' }) }
    expect(await statementsOf(right, known)).not.toEqual(await statementsOf(calls['login'] as Call, known))
  })
})

test.each(['forgot-password', 'resend-verification'])(
  'the job after %s asks the database the same for both',
  async (name) => {
    const call = calls[name] as Call
    const statements = await statementsAfter(call, (await user(portal)).email)
    expect(statements.length).toBeGreaterThan(3)
    expect(statements).toEqual(await statementsAfter(call, newEmail()))
  },
)

// Of 300 calls each the standard error is 0.024, and the band four of them: the probes are of one process with
// everything else that it does. Where jobs began at once, and ended early for an address without an account, they told:
// 0.73.
describe.runIf(isLong)('calls that follow, while the same process does the jobs,', () => {
  const probe = async () => {
    const start = performance.now()
    await (await fetch(portal.url + pathOf(about.get, {}))).text()
    return performance.now() - start
  }

  const probed = async (call: Call, email: string) => {
    await (await ask(call, email)).text()
    const times: number[] = []
    for (let n = 0; n < 20; n++) times.push(await probe())
    return times
  }

  test.each(['forgot-password', 'resend-verification', 'register'])(
    'take as long after %s for both',
    { timeout: 600_000 },
    async (name) => {
      const { email: known } = await user(portal)
      const times = { known: [] as number[][], unknown: [] as number[][] }
      await withWorker(async () => {
        for (let round = -5; round < 300; round++) {
          if (round % 100 === 0) await forgetCounts()
          for (const kind of Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
            const all = await probed(calls[name] as Call, kind === 'known' ? known : newEmail())
            if (round >= 0) times[kind].push(all)
          }
        }
      })
      const measures = {
        all: (probes: number[]) => probes.reduce((sum, ms) => sum + ms, 0),
        slowest: (probes: number[]) => Math.max(...probes),
      }
      for (const [of, measure] of Object.entries(measures)) {
        const told = auc(times.known.map(measure), times.unknown.map(measure))
        process.stdout.write(`after ${name}, ${of}: AUC ${told.toFixed(3)}\n`)
        expect.soft(told).toBeGreaterThan(0.4)
        expect.soft(told).toBeLessThan(0.6)
      }
    },
  )
})

test('what is registered is kept encrypted until a job takes it up', async () => {
  await portal.pool.query('delete from graphile_worker._private_jobs')
  await nobody(portal).call(auth.register, { body: registration() })
  const { rows } = await portal.pool.query('select payload from graphile_worker._private_jobs')
  expect(rows).toEqual([{ payload: { sealed: expect.stringMatching(/^v1\./) } }])
})
