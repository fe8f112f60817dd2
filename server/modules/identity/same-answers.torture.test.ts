import { about } from '@dooryard/contract/about'
import { pathOf } from '@dooryard/contract/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { auc } from '../../test/auc.ts'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { seededRandom } from '../../test/random.ts'
import { newEmail } from './codes.fixture.ts'
import { type EmailCall, emailCalls, withWorker } from './same-answers.fixture.ts'

// Without a worker, but where one is said: what jobs do is measured at the end.
const portal = await testPortal()
afterAll(portal.close)

const { known, calls, ask, forgetCounts } = await emailCalls(portal)
const random = seededRandom('same-answers')

/** Both kinds of email, in random order. */
const bothKinds = () => (random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))

async function timed(call: EmailCall, email: string, before: () => Promise<unknown> = async () => undefined) {
  const start = performance.now()
  await before()
  const response = await ask(call, email)
  await response.text()
  expect(response.status).not.toBe(429)
  return performance.now() - start
}

/** Times known and unknown emails in turn, in random order. */
async function timings(call: EmailCall, count: number, delayKnown?: () => Promise<unknown>) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = -5; round < count; round++) {
    if (round % 100 === 0) await forgetCounts()
    for (const kind of bothKinds()) {
      const ms = await timed(call, kind === 'known' ? known : call.other, kind === 'known' ? delayKnown : undefined)
      // The first few are slow for reasons of their own.
      if (round >= 0) times[kind].push(ms)
    }
  }
  return auc(times.known, times.unknown)
}

// Of 1,000 timings each the standard error is 0.013.
test.each(Object.entries(calls))('%s takes as long for a known email as for an unknown one', async (name, call) => {
  const told = await timings(call, 1_000)
  process.stdout.write(`${name}: AUC ${told.toFixed(3)}\n`)
  expect(told).toBeGreaterThan(0.45)
  expect(told).toBeLessThan(0.55)
})

test('two milliseconds more for a known email would be seen', async () => {
  const told = await timings(calls['forgot-password'], 1_000, async () => {
    const until = performance.now() + 2
    while (performance.now() < until);
  })
  process.stdout.write(`two milliseconds more: AUC ${told.toFixed(3)}\n`)
  expect(told).toBeGreaterThan(0.55)
})

// Of 300 calls each the standard error is 0.024, and the band four of them: the probes are of one process with
// everything else that it does. Where jobs began at once, and ended early for an address without an account, they told:
// 0.73.
describe('calls that follow, while the same process does the jobs,', () => {
  const probe = async () => {
    const start = performance.now()
    await (await fetch(portal.url + pathOf(about.get, {}))).text()
    return performance.now() - start
  }

  const probed = async (call: EmailCall, email: string) => {
    await (await ask(call, email)).text()
    const times: number[] = []
    for (let n = 0; n < 20; n++) times.push(await probe())
    return times
  }

  test.each(['forgot-password', 'resend-verification', 'register'] as const)(
    'take as long after %s for both',
    async (name) => {
      const { email: known } = await user(portal)
      const times = { known: [] as number[][], unknown: [] as number[][] }
      await withWorker(portal, async () => {
        for (let round = -5; round < 300; round++) {
          if (round % 100 === 0) await forgetCounts()
          for (const kind of bothKinds()) {
            const all = await probed(calls[name], kind === 'known' ? known : newEmail())
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
