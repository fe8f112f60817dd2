import { setTimeout as sleep } from 'node:timers/promises'
import { account } from '@dooryard/contract/identity/account'
import { properties } from '@dooryard/contract/properties/properties'
import { readConfig } from '../server/config.ts'
import { loadDemo } from '../server/modules/properties/index.ts'
import type { Services } from '../server/platform/context.ts'
import { createLog } from '../server/platform/log.ts'
import { lockDataFolder, openStores } from '../server/stores.ts'
import { createTempFolder } from './runner/bench-folder.ts'
import { measureTime, summarizeTimes, type Timing } from './runner/measure.ts'
import { type CallApi, openPortal } from './runner/portal.ts'

// npm run bench:sign-in: how long other users' requests take while 200 users sign in at once, half of them with a
// wrong password. Counts run over generated properties. Clients and server share this process, which makes it harder.
// Fails when the target is missed.

const rows = 200_000
const rounds = 5
const attempts = 200
const otherUsers = 8
const intervalMs = 200
/** One in this many requests of the other users is a count. */
const callsPerCount = 4
const restMs = 10_000
const targetMs = 500

const names = ['who am I', 'count of a state'] as const

let turn = 0

type Portal = Awaited<ReturnType<typeof openPortal>>

const folder = createTempFolder()
const config = readConfig({ DATA_DIR: folder.path, DEMO: 'off' })
const lock = lockDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  await loadProperties(stores.services)
  const portal = await openPortal(stores)
  try {
    await measure(portal)
  } finally {
    await portal.close()
  }
} finally {
  await stores.close()
  lock?.release()
  folder.close()
}

async function loadProperties(services: Services) {
  let reportedFifths = 0
  await loadDemo(services, {
    rows,
    onProgress: ({ rows, share }) => {
      const fifth = Math.floor(share * 5)
      if (fifth > reportedFifths) console.log(`${rows.toLocaleString('en-US')} properties generated`)
      reportedFifths = fifth
    },
  })
}

async function measure(portal: Portal) {
  const emails: string[] = []
  while (emails.length < attempts) emails.push(await portal.account(`crowd-${emails.length}`))
  const asks = await Promise.all(Array.from({ length: otherUsers }, (_, at) => portal.user(`other-${at}`)))
  await measureCallsDuring(asks, () => sleep(1000))
  const atRest = await measureCallsDuring(asks, () => sleep(restMs))
  const spans: number[] = []
  const during = await measureCallsDuring(asks, async () => {
    for (let round = 0; round < rounds; round += 1) spans.push((await measureTime(() => signInAll(portal, emails))).ms)
  })
  console.log(
    `${attempts} sign-ins at once, ${rounds} times: ${formatMs(summarizeTimes(spans).median)} until all were answered\n`,
  )
  console.log(
    '| calls of others | at rest, median / 95th percentile | during | 95th percentile, times | calls measured |',
  )
  console.log('|---|---|---|---|---|')
  for (const name of names) console.log(formatRow(name, atRest[name], during[name]))
  const worst = Math.max(...names.map((name) => summarizeTimes(during[name]).p95))
  const isMet = worst < targetMs
  console.log(
    `\nThe target is a 95th percentile under ${targetMs} ms: ${isMet ? 'met' : `missed, at ${formatMs(worst)}`}.`,
  )
  if (!isMet) process.exitCode = 1
}

function formatRow(name: string, restTimes: readonly number[], crowdedTimes: readonly number[]): string {
  const [rest, crowded] = [summarizeTimes(restTimes), summarizeTimes(crowdedTimes)]
  const times = (crowded.p95 / rest.p95).toFixed(1)
  return `| ${name} | ${formatTiming(rest)} | ${formatTiming(crowded)} | ${times} | ${restTimes.length} + ${crowdedTimes.length} |`
}

/** Signs all users in at once, each from its own address; every other one with a wrong password. */
async function signInAll({ signIn }: Portal, emails: readonly string[]) {
  const answers = await Promise.allSettled(
    emails.map((email, at) =>
      signIn(email, { from: `198.51.100.${at + 1}`, ...(at % 2 === 1 && { typed: 'mistyped' }) }),
    ),
  )
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []))
  const strange = refused.find((reportedFifths) => !reportedFifths.includes('answered 401'))
  if (strange || refused.length !== attempts / 2) throw new Error(strange ?? `${refused.length} were refused.`)
}

/** Measures the requests of other users, each sent on schedule, while some work runs. */
async function measureCallsDuring(asks: readonly CallApi[], work: () => Promise<unknown>) {
  const times: Record<(typeof names)[number], number[]> = { 'who am I': [], 'count of a state': [] }
  let isOver = false
  const calling = asks.map(async (ask, at) => {
    await sleep((at * intervalMs) / asks.length)
    const pending: Promise<unknown>[] = []
    let calls = 0
    while (!isOver) {
      pending.push(measureTime(() => ask(account.me)).then((one) => times['who am I'].push(one.ms)))
      if (calls++ % callsPerCount === 0)
        pending.push(measureTime(() => countUniqueState(ask)).then((one) => times['count of a state'].push(one.ms)))
      await sleep(intervalMs)
    }
    await Promise.all(pending)
  })
  await work().finally(() => {
    isOver = true
  })
  await Promise.all(calling)
  return times
}

/** Counts with criteria that were not used before, so that the property store is queried. */
function countUniqueState(ask: CallApi) {
  turn += 1
  return ask(properties.count, {
    criteria: { location: { states: ['TN'] }, property: { estimatedValue: { min: 1 + turn } } },
  })
}

function formatMs(value: number): string {
  return `${value.toFixed(1)} ms`
}

function formatTiming({ median, p95 }: Timing): string {
  return `${formatMs(median)} / ${formatMs(p95)}`
}
