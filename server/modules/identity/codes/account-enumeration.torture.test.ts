import { about } from '@dooryard/contract/about'
import { buildPath } from '@dooryard/contract/api/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { auc } from '../../../test/auc.ts'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createSeededRandom } from '../../../test/random/seeded-random.ts'
import { createEmailCases, type EmailEndpointCase, runWithWorker } from './account-enumeration.fixture.ts'
import { newEmail } from './codes.fixture.ts'

// Without a worker unless stated: the effect of jobs is measured at the end.
const portal = await testPortal()
afterAll(portal.close)

const { known, calls, sendRequest, resetRateLimits } = await createEmailCases(portal)
const random = createSeededRandom('same-answers')

/** Both kinds of email, in random order. */
const shuffleKinds = () => (random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))

async function measure(call: EmailEndpointCase, email: string, before: () => Promise<unknown> = async () => undefined) {
  const start = performance.now()
  await before()
  const response = await sendRequest(call, email)
  await response.text()
  expect(response.status).not.toBe(429)
  return performance.now() - start
}

/** Measures known and unknown emails alternately, in random order. */
async function getTimingAuc(call: EmailEndpointCase, count: number, delayKnown?: () => Promise<unknown>) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = -5; round < count; round++) {
    if (round % 100 === 0) await resetRateLimits()
    for (const kind of shuffleKinds()) {
      const ms = await measure(call, kind === 'known' ? known : call.other, kind === 'known' ? delayKnown : undefined)
      // The first few are slow for unrelated reasons.
      if (round >= 0) times[kind].push(ms)
    }
  }
  return auc(times.known, times.unknown)
}

// Of 1,000 timings each the standard error is 0.013.
test.each(Object.entries(calls))('%s takes as long for a known email as for an unknown one', async (name, call) => {
  const aucValue = await getTimingAuc(call, 1_000)
  process.stdout.write(`${name}: AUC ${aucValue.toFixed(3)}\n`)
  expect(aucValue).toBeGreaterThan(0.45)
  expect(aucValue).toBeLessThan(0.55)
})

test('two more milliseconds for a known email would be detected', async () => {
  const aucValue = await getTimingAuc(calls['forgot-password'], 1_000, async () => {
    const until = performance.now() + 2
    while (performance.now() < until);
  })
  process.stdout.write(`two milliseconds more: AUC ${aucValue.toFixed(3)}\n`)
  expect(aucValue).toBeGreaterThan(0.55)
})

// Of 300 calls each the standard error is 0.024, and the band is four of them: the probes share the process with
// everything else it does. When jobs started at once, and ended early for an address without an account, the AUC was
// 0.73.
describe('calls that follow while the same process runs the jobs', () => {
  const probe = async () => {
    const start = performance.now()
    await (await fetch(portal.url + buildPath(about.get, {}))).text()
    return performance.now() - start
  }

  const measured = async (call: EmailEndpointCase, email: string) => {
    await (await sendRequest(call, email)).text()
    const times: number[] = []
    for (let n = 0; n < 20; n++) times.push(await probe())
    return times
  }

  test.each(['forgot-password', 'resend-verification', 'register'] as const)(
    'take as long after %s for both',
    async (name) => {
      const { email: known } = await user(portal)
      const times = { known: [] as number[][], unknown: [] as number[][] }
      await runWithWorker(portal, async () => {
        for (let round = -5; round < 300; round++) {
          if (round % 100 === 0) await resetRateLimits()
          for (const kind of shuffleKinds()) {
            const all = await measured(calls[name], kind === 'known' ? known : newEmail())
            if (round >= 0) times[kind].push(all)
          }
        }
      })
      const measures = {
        all: (probes: number[]) => probes.reduce((sum, ms) => sum + ms, 0),
        slowest: (probes: number[]) => Math.max(...probes),
      }
      for (const [of, toMeasured] of Object.entries(measures)) {
        const aucValue = auc(times.known.map(toMeasured), times.unknown.map(toMeasured))
        process.stdout.write(`after ${name}, ${of}: AUC ${aucValue.toFixed(3)}\n`)
        expect.soft(aucValue).toBeGreaterThan(0.4)
        expect.soft(aucValue).toBeLessThan(0.6)
      }
    },
  )
})
