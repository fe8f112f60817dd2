import { adminWebhooks } from '@dooryard/contract/integrations/admin-webhooks'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { afterAll, expect, test } from 'vitest'
import { actAsUser, type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createTestWebhook } from '../webhooks.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })
// Contains no part that could occur in a user's hexadecimal email, which the search covers too.
const secret = 'x6y1z94w20'
const url = `https://hooks.example.com/in/${secret}?key=b7d2f05a31`
const hiddenUrl = 'https://hooks.example.com/…'

/** The result of an attempt as every reader sees it. */
const outcome = { status: 'FAILED', responseCode: 404, durationMs: 12, error: 'The endpoint answered 404.' }

/** An owner with a webhook whose receiver repeats its URL in the response. */
async function createOwnerWithWebhook() {
  const owner = await user(portal)
  const { id } = await createTestWebhook(owner, { url })
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

const fetchAllViews = async (
  as: TestUser['as'],
  calls: typeof webhooks | typeof adminWebhooks,
  params: { id: string },
) => {
  const log = (await as.call(calls.log, { params })).body
  return {
    list: (await as.call(calls.list, { query: { limit: 100 } })).body,
    one: (await as.call(calls.get, { params })).body,
    log,
    attempt: (await as.call(calls.attempt, { params: { ...params, attemptId: log.items[0]?.id ?? '' } })).body,
  }
}

test('the owner of a webhook sees its full URL', async () => {
  const { owner, params } = await createOwnerWithWebhook()
  const { list, one, attempt } = await fetchAllViews(owner.as, webhooks, params)
  expect([list.items[0]?.url, one.url]).toEqual([url, url])
  expect(attempt.responseBody).toContain(secret)
})

test('an administrator who impersonates the owner sees the host only, and the result of a response without its body', async () => {
  const { owner, params } = await createOwnerWithWebhook()
  const { as } = await actAsUser(portal, admin, owner.id)
  const all = await fetchAllViews(as, webhooks, params)
  expect([all.list.items[0]?.url, all.one.url]).toEqual([hiddenUrl, hiddenUrl])
  for (const attempt of [all.attempt, all.log.items[0]]) {
    expect(attempt).toMatchObject(outcome)
    expect(attempt).not.toHaveProperty('responseBody')
  }
  expect(JSON.stringify(all)).not.toMatch(/x6y1z94w20|b7d2f05a31/)
  const { body } = await as.call(webhooks.test, { params, body: {} })
  expect(JSON.stringify(body)).not.toContain(secret)
})

test('an administrator in the list of all webhooks sees the same', async () => {
  const { owner, params } = await createOwnerWithWebhook()
  const all = await fetchAllViews(admin.as, adminWebhooks, params)
  expect(all.one).toMatchObject({ url: hiddenUrl, user: { email: owner.email } })
  for (const attempt of [all.attempt, all.log.items[0]]) {
    expect(attempt).toMatchObject(outcome)
    expect(attempt).not.toHaveProperty('responseBody')
  }
  expect(JSON.stringify(all)).not.toMatch(/x6y1z94w20|b7d2f05a31/)
})

test("an administrator's search matches hosts and reveals nothing of the path", async () => {
  await createOwnerWithWebhook()
  const found = async (search: string) =>
    (await admin.as.call(adminWebhooks.list, { query: { search } })).body.totalCount
  expect(await found('HOOKS.example')).toBeGreaterThan(0)
  for (const behind of [secret, 'x6y', '/in/', 'key=', 'b7d2f05a31']) expect(await found(behind)).toBe(0)
})

test('a shortened URL is not a valid webhook URL', async () => {
  const { owner, params } = await createOwnerWithWebhook()
  const reply = await owner.as.call(webhooks.change, { params, body: { url: hiddenUrl } })
  expect(reply).toMatchObject({ status: 400, body: { message: 'Please enter the whole URL, without …' } })
})
