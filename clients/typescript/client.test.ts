import { apiKeys } from '@dooryard/contract/api-keys'
import type { ApiScope } from '@dooryard/contract/api-scopes'
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

const everything: ApiScope[] = ['counts:read', 'orders:read', 'orders:write']

async function keyOf({ as }: TestUser, scopes = everything): Promise<string> {
  const { body } = await as.call(apiKeys.create, { body: { name: `Key ${crypto.randomUUID()}`, scopes } })
  return body.key
}

const clientOf = async (options: { scopes?: ApiScope[]; fetch?: typeof fetch; of?: TestUser } = {}) =>
  createDooryard({
    apiKey: await keyOf(options.of ?? owner, options.scopes),
    baseUrl: portal.url,
    ...(options.fetch && { fetch: options.fetch }),
  })

const orderOf = (draft: Partial<NewOrder> = {}): NewOrder => ({
  ...{ campaignId: owner.campaign.id, orderName: 'First mailing', quantity: 50 },
  ...draft,
})

/** The error that something fails with. */
async function failureOf(work: Promise<unknown>): Promise<DooryardError> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (error instanceof DooryardError) return error
  throw new Error('it did not fail as it should', { cause: error })
}

test('an order is counted, placed, waited for, and read as a file and as leads', async () => {
  const dooryard = await clientOf()
  const { campaignType, criteria } = owner.campaign
  expect((await dooryard.count({ campaignType, criteria })).deliverable).toBeGreaterThan(50)
  const { id } = await dooryard.orders.place(orderOf())
  const order = await dooryard.orders.waitUntilDone(id)
  expect(order).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: 50, creditsCaptured: 50 })
  const file = await dooryard.orders.download(id)
  expect((await file.text()).trimEnd().split('\n')).toHaveLength(51)
  const leads = await Array.fromAsync(dooryard.orders.allLeads(id, { limit: 20 }))
  expect(new Set(leads.map(({ propertyId }) => propertyId)).size).toBe(50)
  expect(await dooryard.orders.rename(id, 'The first of many')).toMatchObject({ id, orderName: 'The first of many' })
  expect((await dooryard.orders.get(id)).orderName).toBe('The first of many')
  expect((await dooryard.orders.leads(id, { stage: 'CLOSED' })).totalCount).toBe(0)
  expect(await failureOf(dooryard.orders.cancel(id))).toMatchObject({ status: 409, code: 'CONFLICT' })
})

test('an order whose answer was lost on the way is placed once', async () => {
  const keys: (string | null)[] = []
  let losses = 2
  const lossy: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (init?.method !== 'POST') return response
    keys.push(new Headers(init.headers).get('idempotency-key'))
    if (losses-- > 0) throw new TypeError('connection reset')
    return response
  }
  const dooryard = await clientOf({ fetch: lossy })
  const name = `Lost and found ${crypto.randomUUID()}`
  const { id } = await dooryard.orders.place(orderOf({ orderName: name }))
  expect([keys.length, new Set(keys).size, keys[0]]).toEqual([3, 1, expect.any(String)])
  const all = await Array.fromAsync(dooryard.orders.all({ limit: 2 }))
  expect(all.filter(({ orderName }) => orderName === name).map((order) => order.id)).toEqual([id])
})

test('two orders are two, and one that is sent again under its own key is one', async () => {
  const { orders } = await clientOf()
  const [one, other] = [await orders.place(orderOf()), await orders.place(orderOf())]
  expect(one.id).not.toBe(other.id)
  const idempotencyKey = crypto.randomUUID()
  const first = await orders.place(orderOf(), { idempotencyKey })
  expect((await orders.place(orderOf(), { idempotencyKey })).id).toBe(first.id)
  const otherwise = orders.place(orderOf({ orderName: 'Another' }), { idempotencyKey })
  expect(await failureOf(otherwise)).toMatchObject({ status: 409, code: 'CONFLICT' })
})

describe('what is refused is an error that says all that the server says', () => {
  test('a field at fault', async () => {
    const { orders } = await clientOf()
    const error = await failureOf(orders.place(orderOf({ quantity: 0 })))
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION', message: 'Quantity must be 1 or greater' })
    expect(error.issues).toEqual([{ path: 'quantity', message: 'Quantity must be 1 or greater' }])
    expect(error.requestId).toMatch(/\w/)
  })

  test('too few credits', async () => {
    const poor = await enterpriseUser(portal, { onDemandCredits: 60 })
    const { orders } = await clientOf({ of: poor })
    const error = await failureOf(orders.place(orderOf({ campaignId: poor.campaign.id, quantity: 61 })))
    expect(error).toMatchObject({ status: 402, code: 'INSUFFICIENT_CREDITS', body: { needed: 61, available: 60 } })
  })

  test('a call outside the scopes of the key, and one with a key that nobody has', async () => {
    const reader = await clientOf({ scopes: ['orders:read'] })
    expect(await failureOf(reader.orders.place(orderOf()))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    const { campaignType, criteria } = owner.campaign
    const stranger = createDooryard({ apiKey: 'dyk_nobody', baseUrl: portal.url })
    expect(await failureOf(stranger.count({ campaignType, criteria }))).toMatchObject({ status: 401 })
  })

  test("somebody else's order", async () => {
    const { id } = await (await clientOf()).orders.place(orderOf())
    const { orders } = await clientOf({ of: await enterpriseUser(portal) })
    expect(await failureOf(orders.get(id))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await failureOf(orders.download(id))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})
