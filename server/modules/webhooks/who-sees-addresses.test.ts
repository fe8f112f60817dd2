import { adminWebhooks } from '@dooryard/contract/admin-webhooks'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { afterAll, expect, test } from 'vitest'
import { actingAs, type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { webhook } from './webhooks.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })
// No part of it can stand in the hexadecimal email of a user, which is searched too.
const secret = 'x6y1z94w20'
const url = `https://hooks.example.com/in/${secret}?key=b7d2f05a31`
const shortened = 'https://hooks.example.com/…'

/** How an attempt ended, which whoever reads of it is told. */
const outcome = { status: 'FAILED', responseCode: 404, durationMs: 12, error: 'The endpoint answered 404.' }

/** Somebody with a webhook whose receiver repeats its address in what it answers. */
async function ownerOfOne() {
  const owner = await user(portal)
  const { id } = await webhook(owner, { url })
  const params = { id }
  await owner.as.call(webhooks.test, { params, body: {} })
  const responseBody = `Cannot POST /in/${secret}?key=b7d2f05a31`
  await portal.db
    .updateTable('webhookAttempts')
    .set({ ...outcome, responseBody })
    .where('webhookId', '=', id)
    .execute()
  return { owner, params }
}

const readings = async (as: TestUser['as'], calls: typeof webhooks | typeof adminWebhooks, params: { id: string }) => {
  const log = (await as.call(calls.log, { params })).body
  return {
    list: (await as.call(calls.list, { query: { limit: 100 } })).body,
    one: (await as.call(calls.get, { params })).body,
    log,
    attempt: (await as.call(calls.attempt, { params: { ...params, attemptId: log.items[0]?.id ?? '' } })).body,
  }
}

test('whoever owns a webhook reads its whole address', async () => {
  const { owner, params } = await ownerOfOne()
  const { list, one, attempt } = await readings(owner.as, webhooks, params)
  expect([list.items[0]?.url, one.url]).toEqual([url, url])
  expect(attempt.responseBody).toContain(secret)
})

test('an administrator who acts as them reads the host alone, and of an answer how it ended, without its text', async () => {
  const { owner, params } = await ownerOfOne()
  const { as } = await actingAs(portal, admin, owner.id)
  const all = await readings(as, webhooks, params)
  expect([all.list.items[0]?.url, all.one.url]).toEqual([shortened, shortened])
  for (const attempt of [all.attempt, all.log.items[0]]) {
    expect(attempt).toMatchObject(outcome)
    expect(attempt).not.toHaveProperty('responseBody')
  }
  expect(JSON.stringify(all)).not.toMatch(/x6y1z94w20|b7d2f05a31/)
  const { body } = await as.call(webhooks.test, { params, body: {} })
  expect(JSON.stringify(body)).not.toContain(secret)
})

test('so does an administrator who looks at the webhooks of all', async () => {
  const { owner, params } = await ownerOfOne()
  const all = await readings(admin.as, adminWebhooks, params)
  expect(all.one).toMatchObject({ url: shortened, user: { email: owner.email } })
  for (const attempt of [all.attempt, all.log.items[0]]) {
    expect(attempt).toMatchObject(outcome)
    expect(attempt).not.toHaveProperty('responseBody')
  }
  expect(JSON.stringify(all)).not.toMatch(/x6y1z94w20|b7d2f05a31/)
})

test('and a search of theirs finds hosts, and tells nothing of what comes behind', async () => {
  await ownerOfOne()
  const found = async (search: string) =>
    (await admin.as.call(adminWebhooks.list, { query: { search } })).body.totalCount
  expect(await found('HOOKS.example')).toBeGreaterThan(0)
  for (const behind of [secret, 'x6y', '/in/', 'key=', 'b7d2f05a31']) expect(await found(behind)).toBe(0)
})

test('an address as it is shown to them is none that a webhook can have', async () => {
  const { owner, params } = await ownerOfOne()
  const reply = await owner.as.call(webhooks.change, { params, body: { url: shortened } })
  expect(reply).toMatchObject({ status: 400, body: { message: 'Please enter the whole URL, without …' } })
})
