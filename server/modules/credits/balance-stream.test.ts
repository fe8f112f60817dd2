import { setTimeout as sleep } from 'node:timers/promises'
import { account } from '@dooryard/contract/account'
import { adminBilling } from '@dooryard/contract/admin-billing'
import { type Balance, balances } from '@dooryard/contract/credits'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { signedIn, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { callerAt, type Stream } from '../../test/requests.ts'
import { isLong, rounds } from '../../test/rounds.ts'
import { grantCredits } from './grant-credits.ts'
import { holdCredits } from './hold-credits.ts'
import { secondApi } from './second-api.fixture.ts'

const portal = await testPortal()
const second = await secondApi(portal)
afterAll(async () => {
  await second.close()
  await portal.close()
})

const give = (userId: string, amount: number) =>
  portal.db
    .transaction()
    .execute((trx) => grantCredits(trx, { userId, bucket: 'ON_DEMAND', amount, reason: 'test', actor: 'test' }))

const admin = await user(portal, { role: 'SUPER_ADMIN' })

/** The same by the other process. */
const giveThere = async (userId: string, amount: number) => {
  const body = { userId, bucket: 'ON_DEMAND', amount, reason: 'For the test of streams' } as const
  expect((await callerAt(second.url, admin.as.token).call(adminBilling.adjustCredits, { body })).status).toBe(200)
}

/** The next event; nothing for ten seconds is an error, so that what never comes fails at once. */
const next = (stream: Stream<Balance>) =>
  Promise.race([
    stream.next(),
    sleep(10_000, undefined, { ref: false }).then(() => Promise.reject(new Error('nothing came'))),
  ])

/** Reads on until a stream says what is expected, and tells how long that took. */
async function until(stream: Stream<Balance>, onDemandCredits: number): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const balance = await next(stream)
    if (!balance) throw new Error('the stream has ended')
    if (balance.onDemandCredits === onDemandCredits) return performance.now() - startedAt
  }
}

async function untilEnded(stream: Stream<Balance>): Promise<number> {
  const startedAt = performance.now()
  while (await next(stream));
  return performance.now() - startedAt
}

/** Ends the connections that listen, of both APIs. */
const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'dooryard live' and datname = current_database()`.execute(portal.db)

describe('the stream of a balance', { concurrent: true }, () => {
  test('says what there is, and within a second what became of it, whoever changed it', async () => {
    const { id, as } = await user(portal, { subscriptionCredits: 100, onDemandCredits: 40 })
    const stream = await as.watch(balances.watch)
    const first = { subscriptionCredits: 100, subscriptionCreditsHeld: 0, onDemandCredits: 40 }
    expect(await next(stream)).toEqual(first)
    await portal.db.transaction().execute((trx) => holdCredits(trx, { userId: id, orderId: newId(), amount: 110 }))
    const startedAt = performance.now()
    const held = { subscriptionCredits: 0, subscriptionCreditsHeld: 100, onDemandCredits: 30 }
    expect(await next(stream)).toEqual(held)
    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect((await as.call(account.me)).body.balance).toEqual(held)
    stream.close()
  })

  test("says nothing of somebody else's", async () => {
    const [watcher, other] = [await user(portal), await user(portal)]
    const stream = await watcher.as.watch(balances.watch)
    await next(stream)
    await give(other.id, 5)
    await give(watcher.id, 7)
    expect(await next(stream)).toMatchObject({ onDemandCredits: 7 })
    stream.close()
  })

  test('is told of nothing that is rolled back', async () => {
    const { id, as } = await user(portal)
    const stream = await as.watch(balances.watch)
    await next(stream)
    const failing = portal.db.transaction().execute(async (trx) => {
      await grantCredits(trx, { userId: id, bucket: 'ON_DEMAND', amount: 3, reason: 'test', actor: 'test' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await give(id, 4)
    expect(await next(stream)).toMatchObject({ onDemandCredits: 4 })
    stream.close()
  })

  test('wants a token, in the query or the header, and the one in the query opens nothing else', async () => {
    const { as } = await user(portal)
    await expect(callerAt(portal.url).watch(balances.watch)).rejects.toMatchObject({ status: 401 })
    for (const endpoint of [account.me, account.sessions])
      expect((await fetch(`${portal.url}${endpoint.path}?token=${as.token}`)).status).toBe(401)
    const { status } = await as.call(account.me)
    expect(status).toBe(200)
  })

  test('ends within about five seconds of a sign-out, and the stream of another device goes on', {
    timeout: 20_000,
  }, async () => {
    const { id, email, as } = await user(portal)
    const here = await as.watch(balances.watch)
    const there = await (await signedIn(portal, email)).as.watch(balances.watch)
    await Promise.all([next(here), next(there)])
    expect((await as.call(account.logout)).status).toBe(204)
    expect(await untilEnded(here)).toBeLessThan(8_000)
    await give(id, 6)
    expect(await next(there)).toMatchObject({ onDemandCredits: 6 })
    there.close()
  })
})

describe('through two processes', () => {
  const watching = async () => {
    const { id, as } = await user(portal)
    const streams = [await as.watch(balances.watch), await callerAt(second.url, as.token).watch(balances.watch)]
    await Promise.all(streams.map((stream) => next(stream)))
    return { id, as, streams }
  }
  const quantile = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.POSITIVE_INFINITY

  test('every change reaches every open stream, soon', { timeout: 600_000 }, async () => {
    const { id, streams } = await watching()
    const times: number[] = []
    for (let change = 1; change <= rounds(50, 1000); change++) {
      await (change % 2 ? give : giveThere)(id, 1)
      times.push(...(await Promise.all(streams.map((stream) => until(stream, change)))))
    }
    expect(times).toHaveLength(2 * rounds(50, 1000))
    expect(quantile(times, rounds(1, 0.99))).toBeLessThan(rounds(5_000, 1_000))
    for (const stream of streams) stream.close()
  })

  test('not one that hears of nothing, so the one before would see it', { timeout: 60_000 }, async () => {
    const deaf = await secondApi(portal, { isDeaf: true })
    const { id, as } = await user(portal)
    const stream = await callerAt(deaf.url, as.token).watch(balances.watch)
    expect(await next(stream)).toMatchObject({ onDemandCredits: 0 })
    await give(id, 1)
    await expect(next(stream)).rejects.toThrow('nothing came')
    await deaf.close()
  })

  test('of many changes at once the last balance is shown', { timeout: 60_000 }, async () => {
    const { id, streams } = await watching()
    await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? give : giveThere)(id, 1)))
    for (const stream of streams) await until(stream, 40)
    for (const stream of streams) stream.close()
  })

  test('a reader who was cut off comes back to the right balance', { timeout: 300_000 }, async () => {
    const { id, as, streams } = await watching()
    for (const stream of streams) stream.close()
    for (let cut = 1; cut <= rounds(5, 50); cut++) {
      const stream = await callerAt(cut % 2 ? portal.url : second.url, as.token).watch(balances.watch)
      expect(await next(stream)).toMatchObject({ onDemandCredits: (cut - 1) * 3 })
      const changing = giveThere(id, 1)
      stream.close()
      await changing
      await give(id, 2)
    }
    const stream = await as.watch(balances.watch)
    expect(await next(stream)).toMatchObject({ onDemandCredits: rounds(5, 50) * 3 })
    stream.close()
  })

  test('an open stream catches up where the server lost the connection that listens', {
    timeout: 300_000,
  }, async () => {
    const { id, streams } = await watching()
    for (let cut = 1; cut <= rounds(2, 20); cut++) {
      await cutListeners()
      await give(id, 1)
      for (const stream of streams) await until(stream, cut)
    }
    for (const stream of streams) stream.close()
  })
})

test.runIf(isLong)('streams on which nothing happens take little memory', { timeout: 900_000 }, async () => {
  const watchers = await Promise.all(Array.from({ length: 5 }, () => user(portal)))
  const open = async (howMany: number) => {
    const streams: Stream<Balance>[] = []
    // Some at once, as people come: what it takes to answer a thousand calls at once is another matter.
    while (streams.length < howMany)
      streams.push(
        ...(await Promise.all(watchers.map(({ as }) => callerAt(second.url, as.token).watch(balances.watch)))),
      )
    for (const first of await Promise.all(streams.map(next))) expect(first).toMatchObject({ onDemandCredits: 0 })
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
