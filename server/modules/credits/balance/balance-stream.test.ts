import { balances } from '@dooryard/contract/billing/credits'
import { account } from '@dooryard/contract/identity/account'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { signInWithPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { grantCredits } from '../grants/grant-credits.ts'
import { holdCredits } from '../holds/holds.ts'
import { createWatchers, readUntil, readUntilEnd } from './balance-streams.fixture.ts'
import { startSecondApi } from './second-api.fixture.ts'

const portal = await testPortal({ sessionCheckMs: 50 })
const second = await startSecondApi(portal, { lookEveryMs: 50 })
afterAll(async () => {
  await second.close()
  await portal.close()
})

const { give, giveThere, watching } = await createWatchers(portal, second)

/** Terminates the listening connections of both APIs. */
const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'dooryard live' and datname = current_database()`.execute(portal.db)

describe('the balance stream', { concurrent: true }, () => {
  test('sends the balance and every change by any process', async () => {
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

  test("sends no changes of another user's balance", async () => {
    const [watcher, other] = [await user(portal), await user(portal)]
    const stream = await watcher.as.watch(balances.watch)
    await stream.next()
    await give(other.id, 5)
    await give(watcher.id, 7)
    expect(await stream.next()).toMatchObject({ onDemandCredits: 7 })
    stream.close()
  })

  test('sends nothing that is rolled back', async () => {
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

  test('requires a token, in the query or the header, and the query token grants nothing else', async () => {
    const { as } = await user(portal)
    await expect(createCaller(portal.url).watch(balances.watch)).rejects.toMatchObject({ status: 401 })
    for (const endpoint of [account.me, account.sessions])
      expect((await fetch(`${portal.url}${endpoint.path}?token=${as.token}`)).status).toBe(401)
    const { status } = await as.call(account.me)
    expect(status).toBe(200)
  })

  test('ends soon after a sign-out, while the stream of another device continues', async () => {
    const { id, email, as } = await user(portal)
    const here = await as.watch(balances.watch)
    const there = await (await signInWithPassword(portal, email)).as.watch(balances.watch)
    await Promise.all([here.next(), there.next()])
    expect((await as.call(account.logout)).status).toBe(204)
    await readUntilEnd(here)
    await give(id, 6)
    expect(await there.next()).toMatchObject({ onDemandCredits: 6 })
    there.close()
  })
})

describe('across two processes', () => {
  test('every change reaches every open stream', async () => {
    const { id, streams } = await watching()
    for (let change = 1; change <= scaleForTorture(20, 1000); change++) {
      await (change % 2 ? give : giveThere)(id, 1)
      for (const stream of streams) await readUntil(stream, change)
    }
    for (const stream of streams) stream.close()
  })

  test('the last balance is sent after many concurrent changes', async () => {
    const { id, streams } = await watching()
    await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? give : giveThere)(id, 1)))
    for (const stream of streams) await readUntil(stream, 40)
    for (const stream of streams) stream.close()
  })

  test('a client that reconnects gets the current balance', async () => {
    const { id, as, streams } = await watching()
    for (const stream of streams) stream.close()
    for (let cut = 1; cut <= scaleForTorture(4, 50); cut++) {
      const stream = await createCaller(cut % 2 ? portal.url : second.url, as.token).watch(balances.watch)
      expect(await stream.next()).toMatchObject({ onDemandCredits: (cut - 1) * 3 })
      const changing = giveThere(id, 1)
      stream.close()
      await changing
      await give(id, 2)
    }
    const stream = await as.watch(balances.watch)
    expect(await stream.next()).toMatchObject({ onDemandCredits: scaleForTorture(4, 50) * 3 })
    stream.close()
  })

  test('an open stream catches up after the server loses its listening connection', async () => {
    const { id, streams } = await watching()
    for (let cut = 1; cut <= scaleForTorture(2, 20); cut++) {
      await cutListeners()
      await give(id, 1)
      for (const stream of streams) await readUntil(stream, cut)
    }
    for (const stream of streams) stream.close()
  })
})
