import { type ApiKey, apiKeys, usageDays } from '@dooryard/contract/api-keys'
import { enterprise } from '@dooryard/contract/enterprise'
import { dayMs, minuteMs } from '@dooryard/contract/time'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { somebodyWaits } from '../../test/database.ts'
import { signedIn, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { rounds } from '../../test/rounds.ts'
import { apiKeySchedule, keysOf } from './index.ts'
import { program, shownTo } from './keys.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const today = () => portal.clock.now().toISOString().slice(0, 10)

const callsIn = ({ usage }: ApiKey) => usage.reduce((sum, { calls }) => sum + calls, 0)

/** Keeps notes of calls from being written until the returned function is called. */
async function heldNotes() {
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = portal.db.transaction().execute(async (trx) => {
    await sql`lock table api_key_daily_usage in exclusive mode`.execute(trx)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  return () => {
    held.resolve()
    return holding
  }
}

test('each call is noted with what it came to, the refused ones too', async () => {
  const owner = await user(portal)
  const { issued, as } = await program(portal, owner, { scopes: ['orders:read'] })
  expect(await shownTo(owner, issued.id)).toMatchObject({ usage: [] })
  await as.call(enterprise.list, { query: { limit: 5 } })
  await as.call(enterprise.list, { query: { limit: 0 } })
  await as.call(enterprise.count, { body: { campaignType: 'MAIL_READY', criteria: {} } })
  await expect.poll(async () => callsIn(await shownTo(owner, issued.id))).toBe(3)
  expect(await shownTo(owner, issued.id)).toMatchObject({
    usage: [{ day: today(), calls: 3, refused: 2 }],
    lastUsedAt: expect.stringMatching(new RegExp(`^${today()}`)),
    lastCall: { method: 'POST', path: '/v1/enterprise/orders/count', status: 403 },
  })
})

test('of many calls at once each is counted once', async () => {
  const owner = await user(portal)
  const { issued, as } = await program(portal, owner)
  await Promise.all(Array.from({ length: rounds(50, 200) }, () => as.call(enterprise.list)))
  await expect.poll(async () => callsIn(await shownTo(owner, issued.id))).toBe(rounds(50, 200))
})

test('a call is answered where it cannot be noted, and the next one is noted again', async () => {
  const owner = await user(portal)
  const { issued, as } = await program(portal, owner)
  await sql`alter table api_key_daily_usage rename to elsewhere`.execute(portal.db)
  expect((await as.call(enterprise.list)).status).toBe(200)
  await expect.poll(() => portal.logged.join()).toContain('calls of an API key could not be noted')
  await sql`alter table elsewhere rename to api_key_daily_usage`.execute(portal.db)
  expect((await as.call(enterprise.list)).status).toBe(200)
  await expect.poll(async () => callsIn(await shownTo(owner, issued.id))).toBe(1)
})

test('a call is not held up by the note of another', async () => {
  const owner = await user(portal)
  const { issued, as } = await program(portal, owner)
  const letGo = await heldNotes()
  for (let n = 0; n < 30; n++) expect((await as.call(enterprise.list)).status).toBe(200)
  await letGo()
  await expect.poll(async () => callsIn(await shownTo(owner, issued.id))).toBe(30)
})

test('whoever stops waits for what has been noted', async () => {
  const owner = await user(portal)
  const { issued } = await program(portal, owner)
  const { noteCall, settled } = keysOf(portal.services)
  await settled()
  const letGo = await heldNotes()
  for (const status of [200, 200, 404])
    noteCall({ keyId: issued.id, method: 'GET', path: '/v1/enterprise/orders', status })
  const ended = settled().then(() => 'settled')
  await somebodyWaits(portal.db)
  expect(await Promise.race([ended, 'waiting'])).toBe('waiting')
  await Promise.all([letGo(), ended])
  expect((await shownTo(owner, issued.id)).usage).toEqual([{ day: today(), calls: 3, refused: 1 }])
})

test('a call that the program hung up on was not refused', async () => {
  const owner = await user(portal)
  const { issued } = await program(portal, owner)
  const { noteCall, settled } = keysOf(portal.services)
  for (const status of [200, 499, 404])
    noteCall({ keyId: issued.id, method: 'GET', path: '/v1/enterprise/orders', status })
  await settled()
  expect((await shownTo(owner, issued.id)).usage).toEqual([{ day: today(), calls: 3, refused: 1 }])
})

test(`use is told of for ${usageDays} days, and forgotten after 400`, async () => {
  const owner = await user(portal)
  const { issued } = await program(portal, owner)
  const dayAgo = (days: number) => new Date(portal.clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
  const row = { keyId: issued.id, calls: 7, refused: 1 }
  const days = [0, usageDays - 1, usageDays, 400, 401].map(dayAgo)
  await portal.db
    .insertInto('apiKeyDailyUsage')
    .values(days.map((day) => ({ ...row, day })))
    .execute()
  expect((await shownTo(owner, issued.id)).usage.map(({ day }) => day)).toEqual([dayAgo(usageDays - 1), dayAgo(0)])
  await apiKeySchedule(portal.services)['purge-api-key-use'].run()
  const kept = await portal.db.selectFrom('apiKeyDailyUsage').select('day').where('keyId', '=', issued.id).execute()
  expect(kept.map(({ day }) => day).toSorted()).toEqual(days.slice(0, 4).toSorted())
})

test('what a revoked key was used for stays known', async () => {
  const owner = await user(portal)
  const { issued, as } = await program(portal, owner)
  await as.call(enterprise.list)
  await expect.poll(async () => callsIn(await shownTo(owner, issued.id))).toBe(1)
  await owner.as.call(apiKeys.revoke, { params: { id: issued.id } })
  const days = portal.db.selectFrom('apiKeyDailyUsage').select('calls').where('keyId', '=', issued.id)
  expect(await days.execute()).toEqual([{ calls: 1 }])
})

test('a key that has ended opens nothing from that instant, and says so', async () => {
  const owner = await user(portal)
  const expiresAt = new Date(portal.clock.now().getTime() + dayMs).toISOString()
  const { issued, as } = await program(portal, owner, { expiresAt })
  portal.clock.advance(dayMs - minuteMs)
  expect((await as.call(enterprise.list)).status).toBe(200)
  portal.clock.advance(minuteMs)
  expect(await as.call(enterprise.list)).toMatchObject({
    status: 401,
    body: { message: 'This API key has expired.' },
  })
  const { as: back } = await signedIn(portal, owner.email)
  expect((await shownTo({ as: back }, issued.id)).expiresAt).toBe(expiresAt)
})
