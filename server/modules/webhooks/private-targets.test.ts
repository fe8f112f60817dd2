import { adminWebhooks } from '@dooryard/contract/admin-webhooks'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { afterAll, describe, expect, test } from 'vitest'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { startDispatcher } from './index.ts'
import { receiver, tell } from './receiver.fixture.ts'
import { webhook } from './webhooks.fixture.ts'

// As it is run for customers.
const portal = await testPortal({ privateTargets: false })
const canary = await receiver()
const { port } = new URL(canary.url)
const gone = await receiver()
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

const ofThisHost = [
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

describe.each([...ofThisHost, 'localhost', 'localhost.', 'deep.localhost'])('https://%s/', (host) => {
  test('is refused as it is saved, the same for an open port and a closed one', async () => {
    const before = canary.connections()
    const made = await webhook(owner, { url: elsewhere })
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

/** The webhook of a user that came to be there, as a name does that leads elsewhere by now. */
async function moved(to: string) {
  const someone = await user(portal)
  const { id } = await webhook(someone, { url: elsewhere, events: ['webhook.test'] })
  await portal.db.updateTable('webhooks').set({ url: to }).where('id', '=', id).execute()
  return { someone, params: { id } }
}

/** What the logs of such webhooks say of an event each, where private targets are allowed or not. */
async function sentTo(urls: readonly string[], { allowPrivate }: { allowPrivate: boolean }) {
  const outbound = createOutbound({ allowPrivate })
  const dispatcher = await startDispatcher(portal.services, { hub: portal.hub, agent: outbound.agent })
  const ends = urls.map(async (url) => {
    const { someone, params } = await moved(url)
    await tell(portal, someone)
    const log = async () => (await someone.as.call(webhooks.log, { params })).body.items
    const ended = async () => (await log()).filter(({ attempt, status }) => attempt === 1 && status !== 'PENDING')
    await expect.poll(ended).toHaveLength(1)
    // Or it would be sent again, to whoever looks next.
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

test('what was saved when it was elsewhere is refused as it is sent, and the log tells no port from another', async () => {
  const before = canary.connections()
  const urls = ofThisHost.flatMap((host) => [port, closedPort].map((at) => `https://${host}:${at}/hook`))
  const failure = { status: 'FAILED', error: 'The endpoint could not be reached.' }
  expect(await sentTo(urls, { allowPrivate: false })).toEqual(urls.map(() => failure))
  expect(canary.connections()).toBe(before)
})

test('it is refused as it is enabled again, but can be described and disabled', async () => {
  const { someone, params } = await moved(`https://127.0.0.1:${port}/`)
  const change = (body: object) => someone.as.call(webhooks.change, { params, body })
  expect(await change({ description: 'Old' })).toMatchObject({ status: 200 })
  expect(await change({ isActive: false })).toMatchObject({ status: 200 })
  expect(await change({ isActive: true })).toMatchObject(refusal)
  expect(await change({ isActive: true, url: elsewhere })).toMatchObject({ status: 200, body: { isActive: true } })
})

test('it is refused as an administrator enables it, and stays disabled', async () => {
  const { someone, params } = await moved(`https://127.0.0.1:${port}/`)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const body = { reason: 'It floods a partner' }
  expect(await admin.as.call(adminWebhooks.disable, { params, body })).toMatchObject({ status: 200 })
  expect(await admin.as.call(adminWebhooks.enable, { params, body })).toMatchObject(refusal)
  expect((await someone.as.call(webhooks.get, { params })).body).toMatchObject({
    ...{ isActive: false, disabledReason: 'BY_ADMIN', disabledNote: body.reason },
  })
})

test('what is not encrypted is refused, whatever it leads to', async () => {
  const message = 'The URL must begin with https://.'
  for (const url of ['http://[2000::1]/', 'http://127.0.0.1/', 'http://localhost/'])
    expect(await owner.as.call(webhooks.create, { body: { url, events: ['webhook.test'] } })).toMatchObject({
      status: 422,
      body: { message, issues: [{ path: 'url', message }] },
    })
})

describe('where private targets are allowed', () => {
  test('the canary is reached, so it is the guard that holds elsewhere', async () => {
    const taken = { status: 'SUCCEEDED', responseCode: 204, responseBody: '' }
    const before = canary.deliveries.length
    const urls = ofThisHost.slice(0, 5).map((host) => `http://${host}:${port}/hook`)
    expect(await sentTo(urls, { allowPrivate: true })).toEqual(urls.map(() => taken))
    expect(canary.deliveries).toHaveLength(before + urls.length)
  })

  test('an answer that points elsewhere is a failure, and nobody goes there', async () => {
    const pointing = await receiver((response) => response.writeHead(302, { location: canary.url }).end('over there'))
    const before = canary.deliveries.length
    const [outcome] = await sentTo([pointing.url], { allowPrivate: true })
    expect(outcome).toMatchObject({ status: 'FAILED', responseCode: 302, responseBody: 'over there' })
    expect(canary.deliveries).toHaveLength(before)
    await pointing.close()
  })
})
