import { DooryardError } from './errors.ts'
import { type CallOptions, type ClientSettings, keepResponse, type SendCall, send } from './transport.ts'
import type {
  FileLink,
  FileQuery,
  Lead,
  LeadPage,
  LeadQuery,
  ListedOrder,
  NewOrder,
  Order,
  OrderDetail,
  OrderPage,
  OrderQuery,
} from './types.ts'
import { checkTimeout, sleep, withTimeout } from './waiting.ts'

export type PlaceOptions = CallOptions & {
  /**
   * The same order with the same key within 24 hours returns the first response, and no second order is placed. By
   * default every call uses a new key; pass your own to be safe across restarts of your program. 1 to 200 visible
   * ASCII characters.
   */
  idempotencyKey?: string
}

export type WaitOptions = CallOptions & {
  /** How long to wait, in milliseconds; 10 minutes by default. */
  timeoutMs?: number
}

export type Orders = {
  /** Places an order. Its credits are held until it is delivered. */
  place: (order: NewOrder, options?: PlaceOptions) => Promise<Order>
  get: (id: string, options?: CallOptions) => Promise<OrderDetail>
  /** One page of your orders, newest first. */
  list: (query?: OrderQuery, options?: CallOptions) => Promise<OrderPage>
  /** All your orders; pages are fetched as you iterate. */
  all: (query?: Omit<OrderQuery, 'page'>, options?: CallOptions) => AsyncGenerator<ListedOrder, void>
  rename: (id: string, orderName: string, options?: CallOptions) => Promise<Order>
  /** Cancels an order that is still pending. */
  cancel: (id: string, options?: CallOptions) => Promise<Order>
  /** Waits until an order is completed or has failed; its `userFacingStatus` tells which. */
  waitUntilDone: (id: string, options?: WaitOptions) => Promise<OrderDetail>
  /** One page of the leads that an order delivered. */
  leads: (id: string, query?: LeadQuery, options?: CallOptions) => Promise<LeadPage>
  /** All leads that an order delivered; pages are fetched as you iterate. */
  allLeads: (id: string, query?: Omit<LeadQuery, 'page'>, options?: CallOptions) => AsyncGenerator<Lead, void>
  /** The file of a completed order. Read the `body` of a large one as a stream; only your signal ends it. */
  download: (id: string, query?: FileQuery, options?: CallOptions) => Promise<Response>
  /** The signed certificate of the do-not-call check of a completed order. */
  certificate: (id: string, query?: FileQuery, options?: CallOptions) => Promise<Response>
}

const longestPollMs = 10_000
const pageSize = 100

const buildOrderPath = (id: string) => `/orders/${encodeURIComponent(id)}`

type ItemPage<Item> = { items: Item[]; nextPage: number | null }

async function* iteratePages<Item>(fetchPage: (page: number) => Promise<ItemPage<Item>>): AsyncGenerator<Item, void> {
  for (let page: number | null = 1; page !== null; ) {
    const answer: ItemPage<Item> = await fetchPage(page)
    yield* answer.items
    page = answer.nextPage
  }
}

/**
 * Pages are counted from the newest order, so an order placed meanwhile moves one that was already returned to the
 * next page.
 */
async function* dropRepeatedOrders(orders: AsyncGenerator<ListedOrder, void>): AsyncGenerator<ListedOrder, void> {
  const given = new Set<string>()
  for await (const order of orders) {
    if (!given.has(order.id)) yield order
    given.add(order.id)
  }
}

/** Polls an order, at growing intervals. */
async function pollUntilDone(get: Orders['get'], id: string, { timeoutMs = 600_000, signal }: WaitOptions) {
  checkTimeout(timeoutMs)
  let order: OrderDetail | undefined
  const tooLate = () => {
    const message = order ? `The order is still ${order.userFacingStatus}` : 'No answer in time'
    return new DooryardError(message, { code: 'TIMEOUT' })
  }
  return withTimeout(timeoutMs, tooLate, signal, async (either) => {
    for (let wait = 500; ; wait = Math.min(wait * 1.5, longestPollMs)) {
      order = await get(id, { signal: either })
      if (order.userFacingStatus === 'COMPLETED' || order.userFacingStatus === 'FAILED') return order
      await sleep(wait, either)
    }
  })
}

/** With an invalid key, an order that is sent again would be placed twice. */
function checkIdempotencyKey(key: unknown): void {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new TypeError('idempotencyKey is 1 to 200 visible ASCII characters')
}

/** The methods for orders. */
export function createOrders(ask: SendCall, settings: ClientSettings): Orders {
  const get: Orders['get'] = (id, { signal } = {}) => ask({ method: 'GET', path: buildOrderPath(id), signal })
  const list: Orders['list'] = (query, { signal } = {}) => ask({ method: 'GET', path: '/orders', query, signal })
  const leads: Orders['leads'] = (id, query, { signal } = {}) =>
    ask({ method: 'GET', path: `${buildOrderPath(id)}/leads`, query, signal })
  const createFileReader =
    (what: 'download' | 'certificate'): Orders['download'] =>
    async (id, query, { signal } = {}) => {
      const path = `${buildOrderPath(id)}/${what}`
      const { url } = await ask<FileLink>({ method: 'GET', path, query, signal })
      const { pathname, search } = new URL(url)
      // The link needs no API key, so the key is not sent. It is only followed on the configured server.
      const link = new URL(pathname + search, settings.address).href
      return send(settings, { method: 'GET', url: link, headers: {}, signal, isRepeatable: true }, keepResponse)
    }
  return {
    get,
    list,
    leads,
    place: async (body, { idempotencyKey = crypto.randomUUID(), signal } = {}) => {
      checkIdempotencyKey(idempotencyKey)
      return ask({ method: 'POST', path: '/orders', body, idempotencyKey, signal })
    },
    all: (query, options) =>
      dropRepeatedOrders(iteratePages((page) => list({ limit: pageSize, ...query, page }, options))),
    allLeads: (id, query, options) => iteratePages((page) => leads(id, { limit: pageSize, ...query, page }, options)),
    rename: (id, orderName, { signal } = {}) =>
      ask({ method: 'PATCH', path: buildOrderPath(id), body: { orderName }, signal }),
    // A second cancellation is refused, so after a lost response a retry would report a failure.
    cancel: (id, { signal } = {}) =>
      ask({ method: 'PATCH', path: buildOrderPath(id), body: { cancel: true }, isRepeatable: false, signal }),
    waitUntilDone: (id, options = {}) => pollUntilDone(get, id, options),
    download: createFileReader('download'),
    certificate: createFileReader('certificate'),
  }
}
