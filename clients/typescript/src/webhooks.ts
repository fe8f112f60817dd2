import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from './types.ts'

type HeaderValues = Headers | Record<string, string | string[] | undefined>

const asText = (body: string | Uint8Array) => (typeof body === 'string' ? body : new TextDecoder().decode(body))

function namesIn(headers: HeaderValues): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(' ') : value]],
    ),
  )
}

/**
 * Checks that a request is ours, and gives the event that it tells of. Takes the body as it came, byte for byte: one that
 * was parsed and written again is another. Throws `WebhookVerificationError` where the signature is not right, or the
 * request was signed more than five minutes from now.
 */
export function verifyWebhook(body: string | Uint8Array, headers: HeaderValues, secret: string): WebhookEvent {
  const event = new Webhook(secret).verify(asText(body), namesIn(headers))
  return event as WebhookEvent // signed, so it is what the OpenAPI document says of it
}
