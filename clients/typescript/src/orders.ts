import { DooryardError } from './errors.ts'
import { type Ask, type CallOptions, readLater, type Settings, send } from './transport.ts'
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
import { checkTimeout, sleep, within } from './waiting.ts'

export type PlaceOptions = CallOptions & {
  /**
   * Whoever sends the same order with the same key again within 24 hours gets the answer of the first, and nothing is
   * placed twice. A new one for each call unless given; give one of your own to be safe across restarts of your program.
   * 1 to 200 visible ASCII characters.
   */
  idempotencyKey?: string
}

export type WaitOptions = CallOptions & {
  /** How long to wait, in milliseconds; 10 minutes unless said. */
  timeoutMs?: number
}

export type Orders = {
  /** Places an order. Its credits are held until it is delivered. */
  place: (order: NewOrder, options?: PlaceOptions) => Promise<Order>
  get: (id: string, options?: CallOptions) => Promise<OrderDetail>
  /** One page of your orders, the newest first. */
  list: (query?: OrderQuery, options?: CallOptions) => Promise<OrderPage>
  /** All of your orders, page after page as you go through them. */
  all: (query?: Omit<OrderQuery, 'page'>, options?: CallOptions) => AsyncGenerator<ListedOrder, void>
  rename: (id: string, orderName: string, options?: CallOptions) => Promise<Order>
  /** Cancels an order that is still pending. */
  cancel: (id: string, options?: CallOptions) => Promise<Order>
  /** Waits until an order is completed or has failed; its `userFacingStatus` says which. */
  waitUntilDone: (id: string, options?: WaitOptions) => Promise<OrderDetail>
  /** One page of the leads that an order delivered. */
  leads: (id: string, query?: LeadQuery, options?: CallOptions) => Promise<LeadPage>
  /** All of the leads that an order delivered, page after page as you go through them. */
  allLeads: (id: string, query?: Omit<LeadQuery, 'page'>, options?: CallOptions) => AsyncGenerator<Lead, void>
  /** The file of a completed order. Read its `body` as a stream where it is large; nothing ends that but your signal. */
  download: (id: string, query?: FileQuery, options?: CallOptions) => Promise<Response>
  /** The signed proof of the do-not-call check of a completed order. */
  certificate: (id: string, query?: FileQuery, options?: CallOptions) => Promise<Response>
}

const longestPollMs = 10_000
const pageSize = 100

const pathOf = (id: string) => `/orders/${encodeURIComponent(id)}`

type Page<Item> = { items: Item[]; nextPage: number | null }

async function* everyItem<Item>(pageAt: (page: number) => Promise<Page<Item>>): AsyncGenerator<Item, void> {
  for (let page: number | null = 1; page !== null; ) {
    const answer: Page<Item> = await pageAt(page)
    yield* answer.items
    page = answer.nextPage
  }
}

/** Pages are counted from the newest, so an order placed meanwhile moves one that was given to the next page. */
async function* eachOnce(orders: AsyncGenerator<ListedOrder, void>): AsyncGenerator<ListedOrder, void> {
  const given = new Set<string>()
  for await (const order of orders) {
    if (!given.has(order.id)) yield order
    given.add(order.id)
  }
}

/** Asks for an order again and again, less often as time goes by. */
async function untilDone(get: Orders['get'], id: string, { timeoutMs = 600_000, signal }: WaitOptions) {
  checkTimeout(timeoutMs)
  let order: OrderDetail | undefined
  const tooLate = () => {
    const message = order ? `The order is still ${order.userFacingStatus}` : 'No answer in time'
    return new DooryardError(message, { code: 'TIMEOUT' })
  }
  return within(timeoutMs, tooLate, signal, async (either) => {
    for (let wait = 500; ; wait = Math.min(wait * 1.5, longestPollMs)) {
      order = await get(id, { signal: either })
      if (order.userFacingStatus === 'COMPLETED' || order.userFacingStatus === 'FAILED') return order
      await sleep(wait, either)
    }
  })
}

/** A key that is none would leave an order that is sent again to be placed twice. */
function checkIdempotencyKey(key: unknown): void {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new TypeError('idempotencyKey is 1 to 200 visible ASCII characters')
}

/** The calls about orders. */
export function createOrders(ask: Ask, settings: Settings): Orders {
  const get: Orders['get'] = (id, { signal } = {}) => ask({ method: 'GET', path: pathOf(id), signal })
  const list: Orders['list'] = (query, { signal } = {}) => ask({ method: 'GET', path: '/orders', query, signal })
  const leads: Orders['leads'] = (id, query, { signal } = {}) =>
    ask({ method: 'GET', path: `${pathOf(id)}/leads`, query, signal })
  const fileOf =
    (what: 'download' | 'certificate'): Orders['download'] =>
    async (id, query, { signal } = {}) => {
      const path = `${pathOf(id)}/${what}`
      const { url } = await ask<FileLink>({ method: 'GET', path, query, signal })
      const { pathname, search } = new URL(url)
      // The link is all that it takes, so the key stays here; and it is followed where the calls go, and nowhere else.
      const link = new URL(pathname + search, settings.address).href
      return send(settings, { method: 'GET', url: link, headers: {}, signal, isRepeatable: true }, readLater)
    }
  return {
    get,
    list,
    leads,
    place: async (body, { idempotencyKey = crypto.randomUUID(), signal } = {}) => {
      checkIdempotencyKey(idempotencyKey)
      return ask({ method: 'POST', path: '/orders', body, idempotencyKey, signal })
    },
    all: (query, options) => eachOnce(everyItem((page) => list({ limit: pageSize, ...query, page }, options))),
    allLeads: (id, query, options) => everyItem((page) => leads(id, { limit: pageSize, ...query, page }, options)),
    rename: (id, orderName, { signal } = {}) => ask({ method: 'PATCH', path: pathOf(id), body: { orderName }, signal }),
    // A second cancelling is refused, so whoever lost the answer to the first would be told that it failed.
    cancel: (id, { signal } = {}) =>
      ask({ method: 'PATCH', path: pathOf(id), body: { cancel: true }, isRepeatable: false, signal }),
    waitUntilDone: (id, options = {}) => untilDone(get, id, options),
    download: fileOf('download'),
    certificate: fileOf('certificate'),
  }
}
