import { setTimeout as sleep } from 'node:timers/promises'
import { account } from '@dooryard/contract/account'
import { type Balance, balances } from '@dooryard/contract/credits'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { callerAt, type Stream } from '../../test/requests.ts'
import { until, untilEnded, watchersOf } from './balance-streams.fixture.ts'
import { secondApi } from './second-api.fixture.ts'

// Streams are looked after as often as in earnest.
const portal = await testPortal()
const second = await secondApi(portal)
afterAll(async () => {
  await second.close()
  await portal.close()
})

const { give, giveThere, watching } = await watchersOf(portal, second)

const quantile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.POSITIVE_INFINITY

test('of a thousand changes, by two processes, 99 of 100 reach every open stream within a second', async () => {
  const { id, streams } = await watching()
  const times: number[] = []
  for (let change = 1; change <= 1000; change++) {
    await (change % 2 ? give : giveThere)(id, 1)
    times.push(...(await Promise.all(streams.map((stream) => until(stream, change)))))
  }
  expect(times).toHaveLength(2000)
  expect(quantile(times, 0.99)).toBeLessThan(1_000)
  for (const stream of streams) stream.close()
})

test('none reaches a process that hears of nothing, so the one before would see it', async () => {
  const deaf = await secondApi(portal, { isDeaf: true })
  const { id, as } = await user(portal)
  const stream = await callerAt(deaf.url, as.token).watch(balances.watch)
  expect(await stream.next()).toMatchObject({ onDemandCredits: 0 })
  await give(id, 1)
  expect(await Promise.race([stream.next(), sleep(10_000, 'nothing')])).toBe('nothing')
  await deaf.close()
})

test('a stream ends within about five seconds of a sign-out', async () => {
  const { as, streams } = await watching()
  await as.call(account.logout)
  for (const took of await Promise.all(streams.map(untilEnded))) expect(took).toBeLessThan(8_000)
})

test('streams on which nothing happens take little memory', async () => {
  // A session may have twenty open, and a closed one counts until the server sees that it is.
  const watchers = await Promise.all(Array.from({ length: 100 }, () => user(portal)))
  const open = async (howMany: number) => {
    const streams: Stream<Balance>[] = []
    // Some at once, as people come: what it takes to answer a thousand calls at once is another matter.
    while (streams.length < howMany)
      streams.push(
        ...(await Promise.all(watchers.map(({ as }) => callerAt(second.url, as.token).watch(balances.watch)))),
      )
    for (const stream of streams) expect(await stream.next()).toMatchObject({ onDemandCredits: 0 })
    return streams
  }
  // What the first thousand calls cost a process, whatever they are, the streams do not.
  for (let time = 0; time < 10; time++) for (const stream of await open(100)) stream.close()
  const before = await second.memory()
  const streams = await open(1000)
  await sleep(600_000)
  expect((await second.memory()) - before).toBeLessThan(100)
  // They live: each is told of a change, and ends when its session does.
  await Promise.all(watchers.map(({ id }) => give(id, 5)))
  await Promise.all(streams.map((stream) => until(stream, 5)))
  await Promise.all(watchers.map(({ as }) => as.call(account.logout)))
  for (const took of await Promise.all(streams.map(untilEnded))) expect(took).toBeLessThan(5_000)
})
