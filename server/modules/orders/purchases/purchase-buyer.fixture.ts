import { account } from '@dooryard/contract/identity/account'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import type { NewPrivateOrder } from '@dooryard/contract/orders/new-order'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { type OrderQuoteQuery, orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { createApiClient } from '../../api-keys/api-keys.fixture.ts'
import { type Start, states } from './purchase-commands.fixture.ts'
import { createPurchaseModel } from './purchases.fixture.ts'

export const prices = { mail: 1, call: 3 }

/** How a consumer orders: signed in, without a campaign. */
const createSiteClient = (buyer: TestUser) => ({
  quote: async (body: OrderQuoteQuery) => (await buyer.as.call(orderQuotes.quote, { body })).body,
  place: (body: NewPrivateOrder) => buyer.as.call(privateOrders.place, { body }),
  list: async () => (await buyer.as.call(privateOrders.list, { query: { limit: 100 } })).body,
  get: async (id: string) => (await buyer.as.call(privateOrders.get, { params: { id } })).body,
  leads: async (id: string) =>
    (await buyer.as.call(privateOrders.leads, { params: { id }, query: { limit: 100 } })).body,
  download: (id: string) => buyer.as.call(privateOrders.download, { params: { id } }),
  cancel: (id: string) => buyer.as.call(privateOrders.change, { params: { id }, body: { cancel: true } }),
})

/** How a program of an enterprise user orders: with an API key, in a campaign. */
async function createApiKeyClient(portal: Portal, buyer: TestUser): Promise<ReturnType<typeof createSiteClient>> {
  const { as } = await createApiClient(portal, buyer)
  return {
    quote: async (body) => {
      const [{ body: quote }, onSite] = await Promise.all([
        as.call(enterprise.count, { body }),
        buyer.as.call(orderQuotes.quote, { body }),
      ])
      expect(onSite.body).toEqual(quote)
      return quote
    },
    place: ({ campaignType, ...draft }) => {
      const campaign = { name: campaignType, campaignType }
      return as.call(enterprise.place, { body: { ...draft, campaign } })
    },
    list: async () => (await as.call(enterprise.list, { query: { limit: 100 } })).body,
    get: async (id) => (await as.call(enterprise.get, { params: { id } })).body,
    leads: async (id) => (await as.call(enterprise.leads, { params: { id }, query: { limit: 100 } })).body,
    download: (id) => as.call(enterprise.download, { params: { id } }),
    cancel: (id) => as.call(enterprise.change, { params: { id }, body: { cancel: true } }),
  }
}

/** A buyer with the model of what they have purchased. */
export async function createBuyer(portal: Portal, { role, credits }: Start) {
  const buyer = await user(portal, { role, onDemandCredits: credits })
  const client = role === 'CONSUMER_USER' ? createSiteClient(buyer) : await createApiKeyClient(portal, buyer)
  const saved = await buyer.as.call(savedSearches.create, {
    body: { name: 'All of them', criteria: { location: { states } } },
  })
  return {
    ...{ portal, buyer, role, client, savedId: saved.body.id, model: createPurchaseModel(prices) },
    ...{ balance: credits, spent: 0 },
    /** Keys of all leads that were ever delivered, and the properties of those delivered with phones. */
    ...{ delivered: new Set<string>(), called: new Set<string>() },
  }
}

export type Buyer = Awaited<ReturnType<typeof createBuyer>>

export const getBalance = async ({ buyer }: Buyer): Promise<number> =>
  (await buyer.as.call(account.me)).body.balance.onDemandCredits

export type FileRow = Record<string, string>

/** The rows of an order's file as it is downloaded. */
export async function downloadRows({ portal, client }: Buyer, orderId: string): Promise<FileRow[]> {
  const { body } = await client.download(orderId)
  const file = await fetch(portal.url + body.url.slice(body.url.indexOf('/v1/')))
  return parse<FileRow>(await file.text(), { columns: true })
}
