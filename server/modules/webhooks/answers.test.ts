import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../test/portal.ts'
import { endless, nothingDue, receiver, tell, webhookTo } from './receiver.fixture.ts'
import { beginningOf } from './send-attempt.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ worker: true })
})
afterAll(() => portal.close())

const settled = () => nothingDue(portal)

test('a redirect is a failure that says so, and is not followed', async () => {
  const elsewhere = await receiver()
  const endpoint = await receiver((response) => response.writeHead(307, { location: elsewhere.url }).end())
  const webhook = await webhookTo(portal, endpoint.url)
  await tell(portal, webhook.owner)
  await settled()
  expect((await webhook.attempts())[0]).toMatchObject({
    ...{ status: 'FAILED', responseCode: 307 },
    error: 'The endpoint answered 307, and redirects are not followed.',
  })
  expect(elsewhere.deliveries).toEqual([])
  await Promise.all([endpoint.close(), elsewhere.close()])
})

test('of an answer without end the beginning is read, and its first two kilobytes are kept', async () => {
  const { answer, closed } = endless('é')
  const endpoint = await receiver(answer)
  const webhook = await webhookTo(portal, endpoint.url)
  await tell(portal, webhook.owner)
  await closed
  await settled()
  const [attempt] = await webhook.attempts()
  expect(attempt).toMatchObject({ status: 'SUCCEEDED', responseBody: 'é'.repeat(1024) })
  await endpoint.close()
})

test('of an answer of which nobody knows the end 64 KiB are read, and no more', async () => {
  let read = 0
  async function* counted() {
    for (;;) {
      read += 1024
      yield Buffer.alloc(1024, 'a')
    }
  }
  expect(await beginningOf(counted())).toBe('a'.repeat(2048))
  expect(read).toBe(64 * 1024)
})

test('an answer that breaks off is judged by its status, and what came of it is kept', async () => {
  const endpoint = await receiver((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('Thank y')
    setTimeout(() => response.destroy(), 50)
  })
  const webhook = await webhookTo(portal, endpoint.url)
  await tell(portal, webhook.owner)
  await settled()
  expect(await webhook.attempts()).toMatchObject([
    { status: 'SUCCEEDED', responseCode: 200, responseBody: 'Thank y', error: null },
  ])
  await endpoint.close()
})

test('what met a connection that was just being closed is sent once more at once', async () => {
  const endpoint = await receiver((response) =>
    endpoint.deliveries.length === 2 ? response.destroy() : response.writeHead(204).end(),
  )
  const webhook = await webhookTo(portal, endpoint.url)
  for (const _ of [1, 2]) {
    await tell(portal, webhook.owner)
    await settled()
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

test('whatever keeps an endpoint from answering is told in the same words', async () => {
  const gone = await receiver()
  await gone.close()
  const silent = await receiver((response) => response.destroy())
  const urls = [gone.url, silent.url, silent.url.replace('http:', 'https:'), 'http://nowhere.invalid/']
  const webhooks = await Promise.all(urls.map((url) => webhookTo(portal, url)))
  for (const { owner } of webhooks) await tell(portal, owner)
  await settled()
  const attempts = (await Promise.all(webhooks.map((webhook) => webhook.attempts()))).flat()
  // A retry follows after five seconds, and looking up a host that does not exist may take longer.
  const first = attempts.filter(({ attempt }) => attempt === 1)
  expect(first.map(({ status, error }) => [status, error])).toEqual(
    urls.map(() => ['FAILED', 'The endpoint could not be reached.']),
  )
  await silent.close()
})
