import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import type { ApiScope } from '@dooryard/contract/integrations/api-scopes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterpriseUser, type TestUser } from '../../server/test/factories.ts'
import { type Portal, testPortal } from '../../server/test/portal.ts'
import { createDooryard, DooryardError, type NewOrder } from './src/index.ts'

let portal: Portal
let owner: Awaited<ReturnType<typeof enterpriseUser>>
beforeAll(async () => {
  portal = await testPortal({ demoRows: 3_000, worker: true })
  owner = await enterpriseUser(portal, { onDemandCredits: 1_000 })
})
afterAll(() => portal.close())

const allScopes: ApiScope[] = ['counts:read', 'orders:read', 'orders:write']

async function issueKey({ as }: TestUser, scopes = allScopes): Promise<string> {
  const { body } = await as.call(apiKeys.create, { body: { name: `Key ${crypto.randomUUID()}`, scopes } })
  return body.key
}

const createClient = async (options: { scopes?: ApiScope[]; fetch?: typeof fetch; of?: TestUser } = {}) =>
  createDooryard({
    apiKey: await issueKey(options.of ?? owner, options.scopes),
    baseUrl: portal.url,
    ...(options.fetch && { fetch: options.fetch }),
  })

const buildOrder = (draft: Partial<NewOrder> = {}): NewOrder => ({
  ...{ campaignId: owner.campaign.id, orderName: 'First mailing', quantity: 50 },
  ...draft,
})

/** The error that the work rejects with. */
async function getError(work: Promise<unknown>): Promise<DooryardError> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (error instanceof DooryardError) return error
  throw new Error('it did not fail as it should', { cause: error })
}

test('an order is counted, placed, awaited, and read as a file and as leads', async () => {
  // Nobody has ordered any of their leads before.
  const buyer = await enterpriseUser(portal, { onDemandCredits: 1_000 })
  const dooryard = await createClient({ of: buyer })
  const { id: campaignId, campaignType, criteria } = buyer.campaign
  expect((await dooryard.count({ campaignType, criteria })).deliverable).toBeGreaterThan(50)
  const { id } = await dooryard.orders.place(buildOrder({ campaignId }))
  const order = await dooryard.orders.waitUntilDone(id)
  expect(order).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: 50, creditsCaptured: 50 })
  const file = await dooryard.orders.download(id)
  expect((await file.text()).trimEnd().split('\n')).toHaveLength(51)
  const leads = await Array.fromAsync(dooryard.orders.allLeads(id, { limit: 20 }))
  expect(new Set(leads.map(({ propertyId }) => propertyId)).size).toBe(50)
  expect(await dooryard.orders.rename(id, 'The first of many')).toMatchObject({ id, orderName: 'The first of many' })
  expect((await dooryard.orders.get(id)).orderName).toBe('The first of many')
  expect((await dooryard.orders.leads(id, { stage: 'CLOSED' })).totalCount).toBe(0)
  expect(await getError(dooryard.orders.cancel(id))).toMatchObject({ status: 409, code: 'CONFLICT' })
})

test('an order whose response was lost is placed once', async () => {
  const keys: (string | null)[] = []
  let losses = 2
  const lossy: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (init?.method !== 'POST') return response
    keys.push(new Headers(init.headers).get('idempotency-key'))
    if (losses-- > 0) throw new TypeError('connection reset')
    return response
  }
  const dooryard = await createClient({ fetch: lossy })
  const name = `Lost and found ${crypto.randomUUID()}`
  const { id } = await dooryard.orders.place(buildOrder({ orderName: name }))
  expect([keys.length, new Set(keys).size, keys[0]]).toEqual([3, 1, expect.any(String)])
  const all = await Array.fromAsync(dooryard.orders.all({ limit: 2 }))
  expect(all.filter(({ orderName }) => orderName === name).map((order) => order.id)).toEqual([id])
})

test('two calls place two orders, and one repeated with the same key places one', async () => {
  const { orders } = await createClient()
  const [one, other] = [await orders.place(buildOrder()), await orders.place(buildOrder())]
  expect(one.id).not.toBe(other.id)
  const idempotencyKey = crypto.randomUUID()
  const first = await orders.place(buildOrder(), { idempotencyKey })
  expect((await orders.place(buildOrder(), { idempotencyKey })).id).toBe(first.id)
  const otherwise = orders.place(buildOrder({ orderName: 'Another' }), { idempotencyKey })
  expect(await getError(otherwise)).toMatchObject({ status: 409, code: 'CONFLICT' })
})

describe('a refusal rejects with an error that has everything the server says', () => {
  test('an invalid field', async () => {
    const { orders } = await createClient()
    const error = await getError(orders.place(buildOrder({ quantity: 0 })))
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION', message: 'Quantity must be 1 or greater' })
    expect(error.issues).toEqual([{ path: 'quantity', message: 'Quantity must be 1 or greater' }])
    expect(error.requestId).toMatch(/\w/)
  })

  test('insufficient credits', async () => {
    const poor = await enterpriseUser(portal, { onDemandCredits: 60 })
    const { orders } = await createClient({ of: poor })
    const error = await getError(orders.place(buildOrder({ campaignId: poor.campaign.id, quantity: 61 })))
    expect(error).toMatchObject({ status: 402, code: 'INSUFFICIENT_CREDITS', body: { needed: 61, available: 60 } })
  })

  test('a call outside the scopes of the key, and one with an unknown key', async () => {
    const reader = await createClient({ scopes: ['orders:read'] })
    expect(await getError(reader.orders.place(buildOrder()))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    const { campaignType, criteria } = owner.campaign
    const stranger = createDooryard({ apiKey: 'dyk_nobody', baseUrl: portal.url })
    expect(await getError(stranger.count({ campaignType, criteria }))).toMatchObject({ status: 401 })
  })

  test("another user's order", async () => {
    const { id } = await (await createClient()).orders.place(buildOrder())
    const { orders } = await createClient({ of: await enterpriseUser(portal) })
    expect(await getError(orders.get(id))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await getError(orders.download(id))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})
