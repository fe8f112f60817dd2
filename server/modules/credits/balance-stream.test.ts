import { account } from '@dooryard/contract/account'
import { balances } from '@dooryard/contract/credits'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { signedIn, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { callerAt } from '../../test/requests.ts'
import { rounds } from '../../test/rounds.ts'
import { until, untilEnded, watchersOf } from './balance-streams.fixture.ts'
import { grantCredits } from './grant-credits.ts'
import { holdCredits } from './holds.ts'
import { secondApi } from './second-api.fixture.ts'

const portal = await testPortal({ lookEveryMs: 50 })
const second = await secondApi(portal, { lookEveryMs: 50 })
afterAll(async () => {
  await second.close()
  await portal.close()
})

const { give, giveThere, watching } = await watchersOf(portal, second)

/** Ends the connections that listen, of both APIs. */
const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'dooryard live' and datname = current_database()`.execute(portal.db)

describe('the stream of a balance', { concurrent: true }, () => {
  test('says what there is, and what became of it, whoever changed it', async () => {
    const { id, as } = await user(portal, { subscriptionCredits: 100, onDemandCredits: 40 })
    const stream = await as.watch(balances.watch)
    const first = { subscriptionCredits: 100, subscriptionCreditsHeld: 0, onDemandCredits: 40 }
    expect(await stream.next()).toEqual(first)
    await portal.db.transaction().execute((trx) => holdCredits(trx, { userId: id, orderId: newId(), amount: 110 }))
    const held = { subscriptionCredits: 0, subscriptionCreditsHeld: 100, onDemandCredits: 30 }
    expect(await stream.next()).toEqual(held)
    expect((await as.call(account.me)).body.balance).toEqual(held)
    stream.close()
  })

  test("says nothing of somebody else's", async () => {
    const [watcher, other] = [await user(portal), await user(portal)]
    const stream = await watcher.as.watch(balances.watch)
    await stream.next()
    await give(other.id, 5)
    await give(watcher.id, 7)
    expect(await stream.next()).toMatchObject({ onDemandCredits: 7 })
    stream.close()
  })

  test('is told of nothing that is rolled back', async () => {
    const { id, as } = await user(portal)
    const stream = await as.watch(balances.watch)
    await stream.next()
    const failing = portal.db.transaction().execute(async (trx) => {
      await grantCredits(trx, { userId: id, bucket: 'ON_DEMAND', amount: 3, reason: 'test', actor: 'test' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await give(id, 4)
    expect(await stream.next()).toMatchObject({ onDemandCredits: 4 })
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

  test('ends soon after a sign-out, and the stream of another device goes on', async () => {
    const { id, email, as } = await user(portal)
    const here = await as.watch(balances.watch)
    const there = await (await signedIn(portal, email)).as.watch(balances.watch)
    await Promise.all([here.next(), there.next()])
    expect((await as.call(account.logout)).status).toBe(204)
    await untilEnded(here)
    await give(id, 6)
    expect(await there.next()).toMatchObject({ onDemandCredits: 6 })
    there.close()
  })
})

describe('through two processes', () => {
  test('every change reaches every open stream', async () => {
    const { id, streams } = await watching()
    for (let change = 1; change <= rounds(20, 1000); change++) {
      await (change % 2 ? give : giveThere)(id, 1)
      for (const stream of streams) await until(stream, change)
    }
    for (const stream of streams) stream.close()
  })

  test('of many changes at once the last balance is shown', async () => {
    const { id, streams } = await watching()
    await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? give : giveThere)(id, 1)))
    for (const stream of streams) await until(stream, 40)
    for (const stream of streams) stream.close()
  })

  test('a reader who was cut off comes back to the right balance', async () => {
    const { id, as, streams } = await watching()
    for (const stream of streams) stream.close()
    for (let cut = 1; cut <= rounds(4, 50); cut++) {
      const stream = await callerAt(cut % 2 ? portal.url : second.url, as.token).watch(balances.watch)
      expect(await stream.next()).toMatchObject({ onDemandCredits: (cut - 1) * 3 })
      const changing = giveThere(id, 1)
      stream.close()
      await changing
      await give(id, 2)
    }
    const stream = await as.watch(balances.watch)
    expect(await stream.next()).toMatchObject({ onDemandCredits: rounds(4, 50) * 3 })
    stream.close()
  })

  test('an open stream catches up where the server lost the connection that listens', async () => {
    const { id, streams } = await watching()
    for (let cut = 1; cut <= rounds(2, 20); cut++) {
      await cutListeners()
      await give(id, 1)
      for (const stream of streams) await until(stream, cut)
    }
    for (const stream of streams) stream.close()
  })
})
