import Stripe from 'stripe'

/** The code is written for this API version; an SDK for another one fails the type check. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

export type StripeAccess = {
  secretKey: string
  apiUrl?: string | undefined
  /** How often a failed connection is retried; twice by default. */
  retries?: number
}

/** Stripe's own client. It retries failed connections under the same idempotency key. */
export function stripeClient({ secretKey, apiUrl, retries = 2 }: StripeAccess): Stripe {
  return new Stripe(secretKey, {
    ...parseApiUrl(apiUrl),
    apiVersion,
    maxNetworkRetries: retries,
    timeout: 20_000,
    telemetry: false,
    appInfo: { name: 'Dooryard' },
  })
}

function parseApiUrl(apiUrl: string | undefined) {
  if (!apiUrl) return {}
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) } as const
}

const maxAttempts = 20

/**
 * Makes a Stripe call that must happen once. Stripe keeps the response to a key for a day, including a refusal, so a
 * user who has topped up the card would be refused again: a remembered refusal is retried under the next key. Two
 * concurrent callers use the same one. Stripe's own errors are not retried: how far the call got is unknown.
 */
export async function withIdempotencyKey<T>(
  key: string,
  call: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call({ idempotencyKey: `dooryard:${key}${attempt === 1 ? '' : `:${attempt}`}` })
    } catch (error) {
      if (attempt === maxAttempts || !isRememberedRefusal(error)) throw error
    }
  }
}

const isRememberedRefusal = (error: unknown): boolean =>
  (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError) &&
  error.headers?.['idempotent-replayed'] === 'true'

/** The id of an object that Stripe returns as an id or, if expanded, as a whole. */
export const getId = (object: string | { id: string } | null | undefined): string | undefined =>
  typeof object === 'string' ? object : object?.id
