import { setTimeout as sleep } from 'node:timers/promises'
import { type Balance, balances } from '@dooryard/contract/billing/credits'
import { account } from '@dooryard/contract/identity/account'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller, type Stream } from '../../../test/requests.ts'
import { createWatchers, readUntil, readUntilEnd } from './balance-streams.fixture.ts'
import { startSecondApi } from './second-api.fixture.ts'

// Uses the production interval for stream checks.
const portal = await testPortal()
const second = await startSecondApi(portal)
afterAll(async () => {
  await second.close()
  await portal.close()
})

const { give, giveThere, watching } = await createWatchers(portal, second)

const quantile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.POSITIVE_INFINITY

test('of a thousand changes by two processes, 99 of 100 reach every open stream within a second', async () => {
  const { id, streams } = await watching()
  const times: number[] = []
  for (let change = 1; change <= 1000; change++) {
    await (change % 2 ? give : giveThere)(id, 1)
    times.push(...(await Promise.all(streams.map((stream) => readUntil(stream, change)))))
  }
  expect(times).toHaveLength(2000)
  expect(quantile(times, 0.99)).toBeLessThan(1_000)
  for (const stream of streams) stream.close()
})

test('no change reaches a process that does not listen, so the previous test would notice', async () => {
  const deaf = await startSecondApi(portal, { isDeaf: true })
  const { id, as } = await user(portal)
  const stream = await createCaller(deaf.url, as.token).watch(balances.watch)
  expect(await stream.next()).toMatchObject({ onDemandCredits: 0 })
  await give(id, 1)
  expect(await Promise.race([stream.next(), sleep(10_000, 'nothing')])).toBe('nothing')
  await deaf.close()
})

test('a stream ends within about five seconds of a sign-out', async () => {
  const { as, streams } = await watching()
  await as.call(account.logout)
  for (const took of await Promise.all(streams.map(readUntilEnd))) expect(took).toBeLessThan(8_000)
})

test('idle streams use little memory', async () => {
  // A session may have twenty open streams, and a closed one counts until the server notices.
  const watchers = await Promise.all(Array.from({ length: 100 }, () => user(portal)))
  const open = async (howMany: number) => {
    const streams: Stream<Balance>[] = []
    // Opens streams gradually: accepting a thousand calls at once is not what this test measures.
    while (streams.length < howMany)
      streams.push(
        ...(await Promise.all(watchers.map(({ as }) => createCaller(second.url, as.token).watch(balances.watch)))),
      )
    for (const stream of streams) expect(await stream.next()).toMatchObject({ onDemandCredits: 0 })
    return streams
  }
  // Warms up first, so that the cost of a process's first thousand calls is not attributed to streams.
  for (let time = 0; time < 10; time++) for (const stream of await open(100)) stream.close()
  const before = await second.memory()
  const streams = await open(1000)
  await sleep(600_000)
  expect((await second.memory()) - before).toBeLessThan(100)
  // The streams are alive: each receives a change and ends with its session.
  await Promise.all(watchers.map(({ id }) => give(id, 5)))
  await Promise.all(streams.map((stream) => readUntil(stream, 5)))
  await Promise.all(watchers.map(({ as }) => as.call(account.logout)))
  for (const took of await Promise.all(streams.map(readUntilEnd))) expect(took).toBeLessThan(5_000)
})
