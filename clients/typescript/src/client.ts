import { createOrders, type Orders } from './orders.ts'
import { type CallInput, type CallOptions, type ClientSettings, readJson, type SendCall, send } from './transport.ts'
import type { Count, CountRequest } from './types.ts'
import { checkTimeout } from './waiting.ts'

export type DooryardOptions = {
  /** `dyk_…`, created under *API keys*. Keep it out of browsers and source code. */
  apiKey: string
  /** The URL of your portal: `https://portal.example.com`. */
  baseUrl: string
  /** How long to wait for a response, in milliseconds; 30 seconds by default. */
  timeoutMs?: number
  /** How often a request is retried; 3 times by default. */
  retries?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
}

export type Dooryard = {
  /** Counts the leads that an order could deliver, what is excluded and why, and the price. Free. */
  count: (request: CountRequest, options?: CallOptions) => Promise<Count>
  orders: Orders
}

function parseBaseUrl(baseUrl: string): string {
  // A URL with credentials or a query cannot be a base URL.
  if (!URL.canParse(baseUrl) || !/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(baseUrl))
    throw new TypeError('baseUrl is the address of your portal, such as https://portal.example.com')
  return baseUrl.replace(/\/+$/, '')
}

function buildQuery(query: object): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  return given.size > 0 ? `?${given}` : ''
}

function createRequester(apiKey: string, settings: ClientSettings): SendCall {
  return <Answer>({ method, path, query = {}, body, idempotencyKey, isRepeatable = true, signal }: CallInput) => {
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }
    const url = `${settings.address}/v1/enterprise${path}${buildQuery(query)}`
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    return send(settings, { method, url, headers, ...text, signal, isRepeatable }, readJson<Answer>)
  }
}

/** The public API of a Dooryard portal, called with an API key. */
export function createDooryard(options: DooryardOptions): Dooryard {
  const { apiKey, baseUrl, timeoutMs = 30_000, retries = 3 } = options
  if (!/^dyk_[0-9A-Za-z]+$/.test(apiKey)) throw new TypeError('apiKey is a key that begins with dyk_')
  if (!Number.isInteger(retries) || retries < 0) throw new TypeError('retries is a whole number, 0 or more')
  checkTimeout(timeoutMs)
  const address = parseBaseUrl(baseUrl)
  const settings: ClientSettings = { address, timeoutMs, retries, fetch: options.fetch ?? fetch }
  const ask = createRequester(apiKey, settings)
  return {
    count: (body, { signal } = {}) => ask({ method: 'POST', path: '/orders/count', body, signal }),
    orders: createOrders(ask, settings),
  }
}
