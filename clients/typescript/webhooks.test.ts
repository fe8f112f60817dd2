import { createHmac, randomBytes } from 'node:crypto'
import { expect, expectTypeOf, test } from 'vitest'
import { type ListedOrder, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './src/index.ts'

const secretBytes = randomBytes(24)
const secret = `whsec_${secretBytes.toString('base64')}`
const body = JSON.stringify({ id: 'evt', type: 'webhook.test', version: 1, data: { message: 'Grüße 👋' } })

/** Signed according to the Standard Webhooks specification, without our own code. */
function signRequest(text: string, { id = 'evt', at = Date.now(), key = secretBytes } = {}) {
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

test('a signed request returns its event, in every form of body and headers', () => {
  const event = JSON.parse(body)
  const headers = signRequest(body)
  expect(verifyWebhook(body, headers, secret)).toEqual(event)
  expect(verifyWebhook(new TextEncoder().encode(body), new Headers(headers), secret)).toEqual(event)
  const { 'webhook-signature': signature, ...rest } = headers
  expect(
    verifyWebhook(body, { ...rest, 'Webhook-Signature': ['v1,other', signature], host: undefined }, secret),
  ).toEqual(event)
})

const shiftTime = (minutes: number) => ({ at: Date.now() + minutes * 60_000 })

test.each<[string, string, Record<string, string>]>([
  ['another body', body.replace('evt', 'evu'), signRequest(body)],
  ['another id', body, { ...signRequest(body), 'webhook-id': 'evu' }],
  [
    'another time',
    body,
    { ...signRequest(body), 'webhook-timestamp': signRequest(body, shiftTime(1))['webhook-timestamp'] },
  ],
  ['another secret', body, signRequest(body, { key: randomBytes(24) })],
  ['no signature', body, { ...signRequest(body), 'webhook-signature': '' }],
  ['a time long past', body, signRequest(body, shiftTime(-6))],
  ['a time to come', body, signRequest(body, shiftTime(6))],
  ['no headers', body, {}],
])('a request with %s is rejected', (_, text, headers) =>
  expect(() => verifyWebhook(text, headers, secret)).toThrow(WebhookVerificationError),
)

test('the type of an event determines the type of its data', () => {
  const read = (event: WebhookEvent) => {
    if (event.type === 'order.completed') return event.data.order
    if (event.type === 'credits.low') return event.data.balance.onDemandCredits
    return undefined
  }
  expectTypeOf(read).returns.toExtend<ListedOrder | number | undefined>()
  expectTypeOf<WebhookEvent['type']>().not.toBeAny()
})
