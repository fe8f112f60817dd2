import { createHmac, randomBytes } from 'node:crypto'
import { expect, expectTypeOf, test } from 'vitest'
import { type ListedOrder, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './src/index.ts'

const secretBytes = randomBytes(24)
const secret = `whsec_${secretBytes.toString('base64')}`
const body = JSON.stringify({ id: 'evt', type: 'webhook.test', version: 1, data: { message: 'Grüße 👋' } })

/** Signed as the Standard Webhooks specification says, by nothing of ours. */
function signed(text: string, { id = 'evt', at = Date.now(), key = secretBytes } = {}) {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

test('a request that we signed is the event that it tells of, however its parts are given', () => {
  const event = JSON.parse(body)
  const headers = signed(body)
  expect(verifyWebhook(body, headers, secret)).toEqual(event)
  expect(verifyWebhook(new TextEncoder().encode(body), new Headers(headers), secret)).toEqual(event)
  const { 'webhook-signature': signature, ...rest } = headers
  expect(
    verifyWebhook(body, { ...rest, 'Webhook-Signature': ['v1,other', signature], host: undefined }, secret),
  ).toEqual(event)
})

const later = (minutes: number) => ({ at: Date.now() + minutes * 60_000 })

test.each<[string, string, Record<string, string>]>([
  ['another body', body.replace('evt', 'evu'), signed(body)],
  ['another id', body, { ...signed(body), 'webhook-id': 'evu' }],
  ['another time', body, { ...signed(body), 'webhook-timestamp': signed(body, later(1))['webhook-timestamp'] }],
  ['another secret', body, signed(body, { key: randomBytes(24) })],
  ['no signature', body, { ...signed(body), 'webhook-signature': '' }],
  ['a time long past', body, signed(body, later(-6))],
  ['a time to come', body, signed(body, later(6))],
  ['no headers', body, {}],
])('a request with %s is refused', (_, text, headers) =>
  expect(() => verifyWebhook(text, headers, secret)).toThrow(WebhookVerificationError),
)

test('the type of an event says what its data holds', () => {
  const read = (event: WebhookEvent) => {
    if (event.type === 'order.completed') return event.data.order
    if (event.type === 'credits.low') return event.data.balance.onDemandCredits
    return undefined
  }
  expectTypeOf(read).returns.toExtend<ListedOrder | number | undefined>()
  expectTypeOf<WebhookEvent['type']>().not.toBeAny()
})
