import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type WebhookEventType, webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import { expect } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { emitWebhookEvent } from '../events/emit-event.ts'
import { createTestWebhook } from '../webhooks.fixture.ts'

/** A request received by the test receiver. */
export type Delivery = { path: string; headers: IncomingMessage['headers']; body: string; atMs: number }

type Responder = (response: ServerResponse, delivery: Delivery) => unknown

/** A local endpoint that records requests; responds 204 by default. */
export async function createReceiver(respond: Responder = (response) => response.writeHead(204).end()) {
  const deliveries: Delivery[] = []
  let connections = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const delivery = { path: request.url ?? '', headers: request.headers, body, atMs: performance.now() }
    deliveries.push(delivery)
    await respond(response, delivery)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the receiver has no address')
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    deliveries,
    connections: () => connections,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Never responds. */
export const neverAnswers: Responder = () => undefined

export const respondWith =
  (status: number, text = ''): Responder =>
  (response) =>
    response.writeHead(status).end(text)

/** A response that continues until the client disconnects; `closed` resolves then. */
export function createEndlessResponse(text: string) {
  const gone = Promise.withResolvers<void>()
  const respond: Responder = (response) => {
    const writeMore = () => {
      while (!response.closed && response.write(text.repeat(1000)));
    }
    response.on('drain', writeMore).on('close', gone.resolve).writeHead(200)
    writeMore()
  }
  return { answer: respond, closed: gone.promise }
}

/** A webhook subscribed to every event, of a new user by default, with accessors for its state and attempts. */
export async function createTestWebhookTo(portal: Portal, url: string, existingOwner?: TestUser) {
  const owner = existingOwner ?? (await user(portal))
  const { id, secret } = await createTestWebhook(owner, { url, events: [...webhookEventTypes.values] })
  const state = () => portal.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const attempts = () =>
    portal.db
      .selectFrom('webhookAttempts')
      .selectAll()
      .where('webhookId', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute()
  return { id, secret, owner, state, attempts }
}

/** Emits `count` events to a user's webhooks. */
export async function emitTestEvents(
  portal: Portal,
  { id: userId }: Pick<TestUser, 'id'>,
  count = 1,
  type: WebhookEventType = 'webhook.test',
) {
  await portal.services.db.transaction().execute(async (db) => {
    for (let at = 0; at < count; at++)
      await emitWebhookEvent({ ...portal.services, db }, userId, type as 'webhook.test', () => ({
        message: `No. ${at}`,
      }))
  })
}

/** Waits until no attempt is due. */
export const waitUntilNothingDue = ({ db, clock }: Portal) =>
  expect
    .poll(() =>
      db
        .selectFrom('webhookAttempts')
        .select('id')
        .where('status', '=', 'PENDING')
        .where('at', '<=', clock.now())
        .limit(1)
        .execute(),
    )
    .toEqual([])
