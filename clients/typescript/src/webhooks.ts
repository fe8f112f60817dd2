import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from './types.ts'

type HeaderValues = Headers | Record<string, string | string[] | undefined>

const toText = (body: string | Uint8Array) => (typeof body === 'string' ? body : new TextDecoder().decode(body))

function lowerCaseNames(headers: HeaderValues): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(' ') : value]],
    ),
  )
}

/**
 * Verifies that a request was sent by the portal, and returns its event. Takes the raw body, byte for byte: a parsed
 * and serialized one has another signature. Throws `WebhookVerificationError` where the signature is wrong or more
 * than five minutes off the current time.
 */
export function verifyWebhook(body: string | Uint8Array, headers: HeaderValues, secret: string): WebhookEvent {
  const event = new Webhook(secret).verify(toText(body), lowerCaseNames(headers))
  return event as WebhookEvent // signed, so it conforms to the OpenAPI document
}
