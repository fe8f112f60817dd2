import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../../test/portal.ts'
import {
  createEndlessResponse,
  createReceiver,
  createTestWebhookTo,
  emitTestEvents,
  waitUntilNothingDue,
} from './receiver.fixture.ts'
import { readResponseStart } from './send-attempt.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ worker: true })
})
afterAll(() => portal.close())

const waitUntilSent = () => waitUntilNothingDue(portal)

test('a redirect counts as a failure, says so and is not followed', async () => {
  const elsewhere = await createReceiver()
  const endpoint = await createReceiver((response) => response.writeHead(307, { location: elsewhere.url }).end())
  const webhook = await createTestWebhookTo(portal, endpoint.url)
  await emitTestEvents(portal, webhook.owner)
  await waitUntilSent()
  expect((await webhook.attempts())[0]).toMatchObject({
    ...{ status: 'FAILED', responseCode: 307 },
    error: 'The endpoint answered 307, and redirects are not followed.',
  })
  expect(elsewhere.deliveries).toEqual([])
  await Promise.all([endpoint.close(), elsewhere.close()])
})

test('an endless response is read up to a limit, and its first two kilobytes are stored', async () => {
  const { answer, closed } = createEndlessResponse('é')
  const endpoint = await createReceiver(answer)
  const webhook = await createTestWebhookTo(portal, endpoint.url)
  await emitTestEvents(portal, webhook.owner)
  await closed
  await waitUntilSent()
  const [attempt] = await webhook.attempts()
  expect(attempt).toMatchObject({ status: 'SUCCEEDED', responseBody: 'é'.repeat(1024) })
  await endpoint.close()
})

test('a response of unknown length is read up to 64 KiB', async () => {
  let read = 0
  async function* counted() {
    for (;;) {
      read += 1024
      yield Buffer.alloc(1024, 'a')
    }
  }
  expect(await readResponseStart(counted())).toBe('a'.repeat(2048))
  expect(read).toBe(64 * 1024)
})

test('a response that breaks off counts by its status, and the received part is stored', async () => {
  const endpoint = await createReceiver((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('Thank y')
    setTimeout(() => response.destroy(), 50)
  })
  const webhook = await createTestWebhookTo(portal, endpoint.url)
  await emitTestEvents(portal, webhook.owner)
  await waitUntilSent()
  expect(await webhook.attempts()).toMatchObject([
    { status: 'SUCCEEDED', responseCode: 200, responseBody: 'Thank y', error: null },
  ])
  await endpoint.close()
})

test('a request that meets a closing connection is sent again at once', async () => {
  const endpoint = await createReceiver((response) =>
    endpoint.deliveries.length === 2 ? response.destroy() : response.writeHead(204).end(),
  )
  const webhook = await createTestWebhookTo(portal, endpoint.url)
  for (const _ of [1, 2]) {
    await emitTestEvents(portal, webhook.owner)
    await waitUntilSent()
  }
  expect((await webhook.attempts()).map(({ status, attempt }) => [status, attempt])).toEqual([
    ['SUCCEEDED', 1],
    ['SUCCEEDED', 1],
  ])
  const ids = endpoint.deliveries.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(3)
  expect(ids[2]).toBe(ids[1])
  await endpoint.close()
})

test('every reason for an unreachable endpoint gives the same message', async () => {
  const gone = await createReceiver()
  await gone.close()
  const silent = await createReceiver((response) => response.destroy())
  const urls = [gone.url, silent.url, silent.url.replace('http:', 'https:'), 'http://nowhere.invalid/']
  const webhooks = await Promise.all(urls.map((url) => createTestWebhookTo(portal, url)))
  for (const { owner } of webhooks) await emitTestEvents(portal, owner)
  await waitUntilSent()
  const attempts = (await Promise.all(webhooks.map((webhook) => webhook.attempts()))).flat()
  // A retry follows after five seconds, and resolving a nonexistent host may take longer.
  const first = attempts.filter(({ attempt }) => attempt === 1)
  expect(first.map(({ status, error }) => [status, error])).toEqual(
    urls.map(() => ['FAILED', 'The endpoint could not be reached.']),
  )
  await silent.close()
})
