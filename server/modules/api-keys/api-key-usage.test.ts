import { dayMs, minuteMs } from '@dooryard/contract/api/time'
import { type ApiKey, apiKeys, usageDays } from '@dooryard/contract/integrations/api-keys'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { signInWithPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { waitForLockContention } from '../../test/stores/database.ts'
import { scaleForTorture } from '../../test/torture.ts'
import { createApiClient, getOwnedApiKey } from './api-keys.fixture.ts'
import { apiKeySchedule, createApiKeyService } from './index.ts'

const portal = await testPortal()
afterAll(portal.close)

const getToday = () => portal.clock.now().toISOString().slice(0, 10)

const sumCalls = ({ usage }: ApiKey) => usage.reduce((sum, { calls }) => sum + calls, 0)

/** Blocks usage writes until the returned function is called. */
async function blockUsageWrites() {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blocking = portal.db.transaction().execute(async (trx) => {
    await sql`lock table api_key_daily_usage in exclusive mode`.execute(trx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return () => {
    released.resolve()
    return blocking
  }
}

test('each call is recorded with its outcome, refused ones too', async () => {
  const owner = await user(portal)
  const { issued, as } = await createApiClient(portal, owner, { scopes: ['orders:read'] })
  expect(await getOwnedApiKey(owner, issued.id)).toMatchObject({ usage: [] })
  await as.call(enterprise.list, { query: { limit: 5 } })
  await as.call(enterprise.list, { query: { limit: 0 } })
  await as.call(enterprise.count, { body: { campaignType: 'MAIL_READY', criteria: {} } })
  await expect.poll(async () => sumCalls(await getOwnedApiKey(owner, issued.id))).toBe(3)
  expect(await getOwnedApiKey(owner, issued.id)).toMatchObject({
    usage: [{ day: getToday(), calls: 3, refused: 2 }],
    lastUsedAt: expect.stringMatching(new RegExp(`^${getToday()}`)),
    lastCall: { method: 'POST', path: '/v1/enterprise/orders/count', status: 403 },
  })
})

test('of many concurrent calls each is counted once', async () => {
  const owner = await user(portal)
  const { issued, as } = await createApiClient(portal, owner)
  await Promise.all(Array.from({ length: scaleForTorture(50, 200) }, () => as.call(enterprise.list)))
  await expect.poll(async () => sumCalls(await getOwnedApiKey(owner, issued.id))).toBe(scaleForTorture(50, 200))
})

test('a call is answered even if it cannot be recorded, and the next one is recorded again', async () => {
  const owner = await user(portal)
  const { issued, as } = await createApiClient(portal, owner)
  await sql`alter table api_key_daily_usage rename to elsewhere`.execute(portal.db)
  expect((await as.call(enterprise.list)).status).toBe(200)
  await expect.poll(() => portal.logged.join()).toContain('calls of an API key could not be noted')
  await sql`alter table elsewhere rename to api_key_daily_usage`.execute(portal.db)
  expect((await as.call(enterprise.list)).status).toBe(200)
  await expect.poll(async () => sumCalls(await getOwnedApiKey(owner, issued.id))).toBe(1)
})

test('a call does not wait for the recording of another', async () => {
  const owner = await user(portal)
  const { issued, as } = await createApiClient(portal, owner)
  const release = await blockUsageWrites()
  for (let n = 0; n < 30; n++) expect((await as.call(enterprise.list)).status).toBe(200)
  await release()
  await expect.poll(async () => sumCalls(await getOwnedApiKey(owner, issued.id))).toBe(30)
})

test('a shutdown waits for pending records', async () => {
  const owner = await user(portal)
  const { issued } = await createApiClient(portal, owner)
  const { recordCall, settled } = createApiKeyService(portal.services)
  await settled()
  const release = await blockUsageWrites()
  for (const status of [200, 200, 404])
    recordCall({ keyId: issued.id, method: 'GET', path: '/v1/enterprise/orders', status })
  const ended = settled().then(() => 'settled')
  await waitForLockContention(portal.db)
  expect(await Promise.race([ended, 'waiting'])).toBe('waiting')
  await Promise.all([release(), ended])
  expect((await getOwnedApiKey(owner, issued.id)).usage).toEqual([{ day: getToday(), calls: 3, refused: 1 }])
})

test('a call whose client disconnected does not count as refused', async () => {
  const owner = await user(portal)
  const { issued } = await createApiClient(portal, owner)
  const { recordCall, settled } = createApiKeyService(portal.services)
  for (const status of [200, 499, 404])
    recordCall({ keyId: issued.id, method: 'GET', path: '/v1/enterprise/orders', status })
  await settled()
  expect((await getOwnedApiKey(owner, issued.id)).usage).toEqual([{ day: getToday(), calls: 3, refused: 1 }])
})

test(`usage is shown for ${usageDays} days and purged after 400`, async () => {
  const owner = await user(portal)
  const { issued } = await createApiClient(portal, owner)
  const dayAgo = (days: number) => new Date(portal.clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
  const row = { keyId: issued.id, calls: 7, refused: 1 }
  const days = [0, usageDays - 1, usageDays, 400, 401].map(dayAgo)
  await portal.db
    .insertInto('apiKeyDailyUsage')
    .values(days.map((day) => ({ ...row, day })))
    .execute()
  expect((await getOwnedApiKey(owner, issued.id)).usage.map(({ day }) => day)).toEqual([
    dayAgo(usageDays - 1),
    dayAgo(0),
  ])
  await apiKeySchedule(portal.services)['purge-api-key-use'].run()
  const kept = await portal.db.selectFrom('apiKeyDailyUsage').select('day').where('keyId', '=', issued.id).execute()
  expect(kept.map(({ day }) => day).toSorted()).toEqual(days.slice(0, 4).toSorted())
})

test('the usage of a revoked key is kept', async () => {
  const owner = await user(portal)
  const { issued, as } = await createApiClient(portal, owner)
  await as.call(enterprise.list)
  await expect.poll(async () => sumCalls(await getOwnedApiKey(owner, issued.id))).toBe(1)
  await owner.as.call(apiKeys.revoke, { params: { id: issued.id } })
  const days = portal.db.selectFrom('apiKeyDailyUsage').select('calls').where('keyId', '=', issued.id)
  expect(await days.execute()).toEqual([{ calls: 1 }])
})

test('an expired key stops working at that instant, and the response says so', async () => {
  const owner = await user(portal)
  const expiresAt = new Date(portal.clock.now().getTime() + dayMs).toISOString()
  const { issued, as } = await createApiClient(portal, owner, { expiresAt })
  portal.clock.advance(dayMs - minuteMs)
  expect((await as.call(enterprise.list)).status).toBe(200)
  portal.clock.advance(minuteMs)
  expect(await as.call(enterprise.list)).toMatchObject({
    status: 401,
    body: { message: 'This API key has expired.' },
  })
  const { as: outOfOrder } = await signInWithPassword(portal, owner.email)
  expect((await getOwnedApiKey({ as: outOfOrder }, issued.id)).expiresAt).toBe(expiresAt)
})
