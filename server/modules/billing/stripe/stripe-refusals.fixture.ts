import type { Does, Intent } from './stripe-world.fixture.ts'

/** An answer that Stripe gives instead of an object. */
export class Refusal extends Error {
  readonly status: number
  readonly body: { type: string; code?: string; param?: string; message: string; payment_intent?: unknown }
  constructor(status: number, body: Refusal['body']) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const missing = (what: string) =>
  new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` })

/** What a card says. */
export const declines: Record<Does, { code: string; message: string } | null> = {
  pays: null,
  declines: { code: 'card_declined', message: 'Your card was declined.' },
  'wants confirmation': {
    code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
}

/** The answer to a payment that was to be made at once. */
export function cardError(intent: Intent, code = intent.last_payment_error?.code): Refusal {
  const message = intent.last_payment_error?.message ?? ''
  return new Refusal(402, { type: 'card_error', ...(code && { code }), message, payment_intent: intent })
}
