import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type WebhookEventType, webhookEventTypes } from '@dooryard/contract/webhook-events'
import { expect } from 'vitest'
import { type TestUser, user } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { tellWebhooks } from './tell-webhooks.ts'
import { webhook } from './webhooks.fixture.ts'

/** What came to a receiver. */
export type Delivery = { path: string; headers: IncomingMessage['headers']; body: string; atMs: number }

type Answer = (response: ServerResponse, delivery: Delivery) => unknown

/** Somebody's endpoint on this host, which keeps what comes; it takes everything unless said. */
export async function receiver(answer: Answer = (response) => response.writeHead(204).end()) {
  const deliveries: Delivery[] = []
  let connections = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const delivery = { path: request.url ?? '', headers: request.headers, body, atMs: performance.now() }
    deliveries.push(delivery)
    await answer(response, delivery)
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

/** An answer that never comes. */
export const hang: Answer = () => undefined

export const answering =
  (status: number, text = ''): Answer =>
  (response) =>
    response.writeHead(status).end(text)

/** An answer that goes on until whoever listens leaves; `closed` resolves then. */
export function endless(text: string) {
  const gone = Promise.withResolvers<void>()
  const answer: Answer = (response) => {
    const more = () => {
      while (!response.closed && response.write(text.repeat(1000)));
    }
    response.on('drain', more).on('close', gone.resolve).writeHead(200)
    more()
  }
  return { answer, closed: gone.promise }
}

/** A webhook of a user, new unless given, that is told of everything; with what becomes of it. */
export async function webhookTo(portal: Portal, url: string, given?: TestUser) {
  const owner = given ?? (await user(portal))
  const { id, secret } = await webhook(owner, { url, events: [...webhookEventTypes.values] })
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

/** Tells a user's webhooks of so many things that happened. */
export async function tell(
  portal: Portal,
  { id: userId }: Pick<TestUser, 'id'>,
  count = 1,
  type: WebhookEventType = 'webhook.test',
) {
  await portal.services.db.transaction().execute(async (db) => {
    for (let at = 0; at < count; at++)
      await tellWebhooks({ ...portal.services, db }, userId, type as 'webhook.test', () => ({ message: `No. ${at}` }))
  })
}

/** Until nothing is due to be sent any more. */
export const nothingDue = ({ db, clock }: Portal) =>
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
