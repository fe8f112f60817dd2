import { createOrders, type Orders } from './orders.ts'
import { type Ask, type Asked, type CallOptions, readJson, type Settings, send } from './transport.ts'
import type { Count, CountRequest } from './types.ts'
import { checkTimeout } from './waiting.ts'

export type DooryardOptions = {
  /** `dyk_…`, made under *API keys*. Keep it out of browsers and of your code. */
  apiKey: string
  /** Where your portal is: `https://portal.example.com`. */
  baseUrl: string
  /** How long an answer may take, in milliseconds; 30 seconds unless said. */
  timeoutMs?: number
  /** How often a call is tried again; 3 times unless said. */
  retries?: number
  /** In place of the global one. */
  fetch?: typeof fetch
}

export type Dooryard = {
  /** Counts what an order could deliver, what it leaves out and why, and what it would cost. Free. */
  count: (request: CountRequest, options?: CallOptions) => Promise<Count>
  orders: Orders
}

function addressOf(baseUrl: string): string {
  // With a name and password, or with a query, no call could be made below it.
  if (!URL.canParse(baseUrl) || !/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(baseUrl))
    throw new TypeError('baseUrl is the address of your portal, such as https://portal.example.com')
  return baseUrl.replace(/\/+$/, '')
}

function queryOf(query: object): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  return given.size > 0 ? `?${given}` : ''
}

function asker(apiKey: string, settings: Settings): Ask {
  return <Answer>({ method, path, query = {}, body, idempotencyKey, isRepeatable = true, signal }: Asked) => {
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }
    const url = `${settings.address}/v1/enterprise${path}${queryOf(query)}`
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
  const address = addressOf(baseUrl)
  const settings: Settings = { address, timeoutMs, retries, fetch: options.fetch ?? fetch }
  const ask = asker(apiKey, settings)
  return {
    count: (body, { signal } = {}) => ask({ method: 'POST', path: '/orders/count', body, signal }),
    orders: createOrders(ask, settings),
  }
}
