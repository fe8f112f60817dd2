import { adminWebhooks } from '@dooryard/contract/integrations/admin-webhooks'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { startDispatcher } from '../index.ts'
import { createTestWebhook } from '../webhooks.fixture.ts'
import { createReceiver, emitTestEvents } from './receiver.fixture.ts'

// Configured as in production.
const portal = await testPortal({ privateTargets: false })
const canary = await createReceiver()
const { port } = new URL(canary.url)
const gone = await createReceiver()
const { port: closedPort } = new URL(gone.url)
await gone.close()
afterAll(async () => {
  await portal.close()
  await canary.close()
})

const owner = await user(portal)
const refusal = {
  status: 422,
  body: {
    code: 'UNPROCESSABLE',
    message: 'This host was not found on the internet.',
    issues: [{ path: 'url', message: 'This host was not found on the internet.' }],
  },
}

const loopbackHosts = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
]

/** A public address; nothing is sent there. */
const elsewhere = 'https://[2000::1]/'

describe.each([...loopbackHosts, 'localhost', 'localhost.', 'deep.localhost'])('https://%s/', (host) => {
  test('is refused on save, with the same error for an open and a closed port', async () => {
    const before = canary.connections()
    const made = await createTestWebhook(owner, { url: elsewhere })
    for (const at of [port, closedPort]) {
      const url = `https://${host}:${at}/hook`
      expect(await owner.as.call(webhooks.create, { body: { url, events: ['webhook.test'] } })).toMatchObject(refusal)
      expect(await owner.as.call(webhooks.change, { params: made, body: { url } })).toMatchObject(refusal)
    }
    expect((await owner.as.call(webhooks.get, { params: made })).body.url).toBe(elsewhere)
    await owner.as.call(webhooks.remove, { params: made })
    expect(canary.connections()).toBe(before)
  })
})

/** A user's webhook whose URL now points there, like a host name that resolves to another address than before. */
async function createWebhookMovedTo(to: string) {
  const someone = await user(portal)
  const { id } = await createTestWebhook(someone, { url: elsewhere, events: ['webhook.test'] })
  await portal.db.updateTable('webhooks').set({ url: to }).where('id', '=', id).execute()
  return { someone, params: { id } }
}

/** The log entries of one event sent to each of these webhooks, with private targets allowed or not. */
async function sendToUrls(urls: readonly string[], { allowPrivate }: { allowPrivate: boolean }) {
  const outbound = createOutbound({ allowPrivate })
  const dispatcher = await startDispatcher(portal.services, { hub: portal.hub, agent: outbound.agent })
  const ends = urls.map(async (url) => {
    const { someone, params } = await createWebhookMovedTo(url)
    await emitTestEvents(portal, someone)
    const log = async () => (await someone.as.call(webhooks.log, { params })).body.items
    const ended = async () => (await log()).filter(({ attempt, status }) => attempt === 1 && status !== 'PENDING')
    await expect.poll(ended).toHaveLength(1)
    // Otherwise the next dispatcher would send it again.
    await someone.as.call(webhooks.change, { params, body: { isActive: false } })
    return (await ended()).map(({ status, responseCode, responseBody, error }) => ({
      ...{ status, responseCode, responseBody, error },
    }))[0]
  })
  const outcomes = await Promise.all(ends)
  await dispatcher.stop()
  await outbound.close()
  return outcomes
}

test('a saved URL that now points there is refused on delivery, and the log does not tell ports apart', async () => {
  const before = canary.connections()
  const urls = loopbackHosts.flatMap((host) => [port, closedPort].map((at) => `https://${host}:${at}/hook`))
  const failure = { status: 'FAILED', error: 'The endpoint could not be reached.' }
  expect(await sendToUrls(urls, { allowPrivate: false })).toEqual(urls.map(() => failure))
  expect(canary.connections()).toBe(before)
})

test('it cannot be enabled again, but can be described and disabled', async () => {
  const { someone, params } = await createWebhookMovedTo(`https://127.0.0.1:${port}/`)
  const change = (body: object) => someone.as.call(webhooks.change, { params, body })
  expect(await change({ description: 'Old' })).toMatchObject({ status: 200 })
  expect(await change({ isActive: false })).toMatchObject({ status: 200 })
  expect(await change({ isActive: true })).toMatchObject(refusal)
  expect(await change({ isActive: true, url: elsewhere })).toMatchObject({ status: 200, body: { isActive: true } })
})

test('it cannot be enabled by an administrator and stays disabled', async () => {
  const { someone, params } = await createWebhookMovedTo(`https://127.0.0.1:${port}/`)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const body = { reason: 'It floods a partner' }
  expect(await admin.as.call(adminWebhooks.disable, { params, body })).toMatchObject({ status: 200 })
  expect(await admin.as.call(adminWebhooks.enable, { params, body })).toMatchObject(refusal)
  expect((await someone.as.call(webhooks.get, { params })).body).toMatchObject({
    ...{ isActive: false, disabledReason: 'BY_ADMIN', disabledNote: body.reason },
  })
})

test('an unencrypted URL is refused whatever it points to', async () => {
  const message = 'The URL must begin with https://.'
  for (const url of ['http://[2000::1]/', 'http://127.0.0.1/', 'http://localhost/'])
    expect(await owner.as.call(webhooks.create, { body: { url, events: ['webhook.test'] } })).toMatchObject({
      status: 422,
      body: { message, issues: [{ path: 'url', message }] },
    })
})

describe('with private targets allowed', () => {
  test('the canary is reached, so the guard is what blocks it otherwise', async () => {
    const taken = { status: 'SUCCEEDED', responseCode: 204, responseBody: '' }
    const before = canary.deliveries.length
    const urls = loopbackHosts.slice(0, 5).map((host) => `http://${host}:${port}/hook`)
    expect(await sendToUrls(urls, { allowPrivate: true })).toEqual(urls.map(() => taken))
    expect(canary.deliveries).toHaveLength(before + urls.length)
  })

  test('a redirect to it counts as a failure and is not followed', async () => {
    const pointing = await createReceiver((response) =>
      response.writeHead(302, { location: canary.url }).end('over there'),
    )
    const before = canary.deliveries.length
    const [outcome] = await sendToUrls([pointing.url], { allowPrivate: true })
    expect(outcome).toMatchObject({ status: 'FAILED', responseCode: 302, responseBody: 'over there' })
    expect(canary.deliveries).toHaveLength(before)
    await pointing.close()
  })
})
