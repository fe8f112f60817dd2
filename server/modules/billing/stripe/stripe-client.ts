import Stripe from 'stripe'

/** This code was written for the shapes of this version; an SDK that speaks another fails the type check. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

export type StripeAccess = {
  secretKey: string
  apiUrl?: string | undefined
  /** How often what did not arrive is tried again; twice unless said. */
  retries?: number
}

/** Stripe's own client. It tries again by itself what did not arrive, under the same idempotency key. */
export function stripeClient({ secretKey, apiUrl, retries = 2 }: StripeAccess): Stripe {
  return new Stripe(secretKey, {
    ...addressOf(apiUrl),
    apiVersion,
    maxNetworkRetries: retries,
    timeout: 20_000,
    telemetry: false,
    appInfo: { name: 'Dooryard' },
  })
}

function addressOf(apiUrl: string | undefined) {
  if (!apiUrl) return {}
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) } as const
}

const maxAttempts = 20

/**
 * Asks Stripe for something that must be done once. Stripe keeps its answer to a key for a day, a refusal too, so
 * somebody who has put money on the card would be refused again: a refusal from memory is asked for again under the
 * next key. Two who do so at once do it under the same one. An error of Stripe's own is left alone: nobody knows how
 * far it went.
 */
export async function once<T>(key: string, call: (options: Stripe.RequestOptions) => Promise<T>): Promise<T> {
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

/** The id of what Stripe answers with as an id or, where that was asked for, whole. */
export const idOf = (object: string | { id: string } | null | undefined): string | undefined =>
  typeof object === 'string' ? object : object?.id
