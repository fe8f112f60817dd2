import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { campaign, enterpriseUser } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createApiClient } from '../../api-keys/api-keys.fixture.ts'
import { grantCredits } from '../../credits/index.ts'

const portal = await testPortal({ demoRows: 2000, worker: true })
afterAll(portal.close)

const criteria = { location: { states: ['TN'] } }
const namedCampaign = { campaign: { name: 'Owners of Tennessee', campaignType: 'MAIL_READY' as const }, criteria }
const mailingOrder = { orderName: 'First mailing', quantity: 50 }
const withIdempotencyKey = (key: string) => ({ headers: { 'Idempotency-Key': key } })

/** An enterprise user with a campaign and an API key. */
async function createCustomer(onDemandCredits = 1000) {
  const owner = await enterpriseUser(portal, { onDemandCredits })
  return { ...owner, ...(await createApiClient(portal, owner)), person: owner.as }
}

describe('an API client', () => {
  test('counts, orders and downloads what a user could', async () => {
    const { as, person, campaign: mine } = await createCustomer()
    const query = { campaignType: 'MAIL_READY' as const, criteria: mine.criteria }
    const quote = await as.call(enterprise.count, { body: query })
    expect(quote).toMatchObject({ status: 200, body: { creditsPerLead: 1, minQuantity: 50 } })
    expect(quote.body.deliverable).toBeGreaterThan(50)
    const placed = await as.call(enterprise.place, { body: { campaignId: mine.id, ...mailingOrder } })
    expect(placed).toMatchObject({ status: 201, body: { campaignId: mine.id, quantity: 50, creditsHeld: 50 } })
    const params = { id: placed.body.id }
    const read = async () => (await as.call(enterprise.get, { params })).body
    await expect.poll(async () => (await read()).userFacingStatus).toBe('COMPLETED')
    expect((await read()).history.map(({ to }) => to)).toContain('READY')
    const leads = await as.call(enterprise.leads, { params, query: { limit: 100 } })
    expect(leads.body).toMatchObject({ totalCount: 50 })
    const { body: link } = await as.call(enterprise.download, { params })
    expect(link.url).toMatch(/^http:\/\/localhost:3000\/v1\/files\//)
    const file = await fetch(portal.url + new URL(link.url).pathname)
    expect((await file.text()).trim().split('\r\n')).toHaveLength(51)
    expect(await as.call(enterprise.certificate, { params })).toMatchObject({ status: 409 })
    // The user sees the same order.
    const shown = await person.call(orders.get, { params: { campaignId: mine.id, orderId: params.id } })
    expect(shown.body).toEqual(await read())
    expect((await as.call(enterprise.list)).body).toEqual((await person.call(orders.listAll)).body)
  })

  test("places an order with criteria other than its campaign's, which stay unchanged", async () => {
    const { as, person, campaign: mine } = await createCustomer()
    const placed = await as.call(enterprise.place, { body: { campaignId: mine.id, ...mailingOrder, criteria } })
    expect(placed.body.criteria).toEqual(criteria)
    const { body } = await person.call(campaigns.get, { params: { campaignId: mine.id } })
    expect(body.criteria).toEqual(mine.criteria)
  })

  test('renames an order', async () => {
    const { as } = await createCustomer()
    const placed = await as.call(enterprise.place, { body: { ...namedCampaign, ...mailingOrder } })
    const params = { id: placed.body.id }
    expect((await as.call(enterprise.change, { params, body: { orderName: 'Second' } })).body.orderName).toBe('Second')
  })

  test('is refused like a user, without any changes', async () => {
    const { as, person } = await createCustomer(20)
    const refused = await as.call(enterprise.place, { body: { ...namedCampaign, ...mailingOrder } })
    expect(refused).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_CREDITS', needed: 50, available: 20 } })
    expect((await as.call(enterprise.place, { body: { ...namedCampaign, ...mailingOrder, quantity: 1 } })).status).toBe(
      422,
    )
    expect((await person.call(campaigns.list)).body.totalCount).toBe(1)
    expect((await as.call(enterprise.list)).body.totalCount).toBe(0)
  })

  test.each<[what: string, order: object, message: string]>([
    ['neither', {}, 'Send either campaignId or campaign'],
    ['both', { ...namedCampaign, campaignId: newId() }, 'Send either campaignId or campaign'],
    ['a campaign without criteria', { campaign: namedCampaign.campaign }, 'Criteria are required with campaign'],
  ])('names its campaign by id or by name: %s is refused', async (_, order, message) => {
    const { as } = await createCustomer()
    const body = { ...mailingOrder, ...order }
    expect(await as.call(enterprise.place, { body })).toMatchObject({ status: 400, body: { message } })
  })

  test('finds no order and no campaign of another user', async () => {
    const [mine, theirs] = [await createCustomer(), await createCustomer()]
    const placed = await theirs.as.call(enterprise.place, { body: { ...namedCampaign, ...mailingOrder } })
    const params = { id: placed.body.id }
    const statuses = await Promise.all([
      mine.as.call(enterprise.get, { params }),
      mine.as.call(enterprise.change, { params, body: { cancel: true } }),
      mine.as.call(enterprise.leads, { params }),
      mine.as.call(enterprise.download, { params }),
      mine.as.call(enterprise.certificate, { params }),
      mine.as.call(enterprise.place, { body: { campaignId: theirs.campaign.id, ...mailingOrder } }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await mine.as.call(enterprise.list)).body.totalCount).toBe(0)
    expect((await theirs.as.call(enterprise.get, { params })).status).toBe(200)
  })

  test('is named on the orders it placed', async () => {
    const { as, issued, person, campaign: mine } = await createCustomer()
    const params = { campaignId: mine.id }
    const byProgram = await as.call(enterprise.place, { body: { ...params, ...mailingOrder } })
    const byPerson = await person.call(orders.place, { params, body: mailingOrder })
    const fetchKeyName = async ({ body }: typeof byPerson) =>
      (await portal.db.selectFrom('orders').select('apiKeyId').where('id', '=', body.id).executeTakeFirst())?.apiKeyId
    expect([await fetchKeyName(byProgram), await fetchKeyName(byPerson)]).toEqual([issued.id, null])
    // The key name stays after the key is revoked.
    await person.call(apiKeys.revoke, { params: { id: issued.id } })
    expect(await fetchKeyName(byProgram)).toBe(issued.id)
  })
})

describe('a campaign given by name', () => {
  test('is created once for any number of concurrent orders, in any case', async () => {
    const { as, person } = await createCustomer()
    const names = ['Owners of Tennessee', ' owners of tennessee ', 'OWNERS OF TENNESSEE']
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        as.call(enterprise.place, {
          body: { ...mailingOrder, criteria, campaign: { ...namedCampaign.campaign, name: names[n % 3] ?? '' } },
        }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    expect(new Set(replies.map(({ body }) => body.campaignId)).size).toBe(1)
    const { items } = (await person.call(campaigns.list, { query: { search: 'owners' } })).body
    expect(items).toMatchObject([{ campaignType: 'MAIL_READY', orderCount: 15 }])
  })

  test('is the active one of its type', async () => {
    const { as, person } = await createCustomer()
    const first = await as.call(enterprise.place, { body: { ...namedCampaign, ...mailingOrder } })
    const params = { campaignId: first.body.campaignId ?? '' }
    await campaign({ as: person }, { ...namedCampaign.campaign, campaignType: 'CALL_READY' })
    const again = await as.call(enterprise.place, { body: { ...namedCampaign, ...mailingOrder } })
    expect(again.body.campaignId).toBe(params.campaignId)
    await person.call(campaigns.change, { params, body: { status: 'ARCHIVED' } })
    const after = await as.call(enterprise.place, { body: { ...namedCampaign, ...mailingOrder } })
    expect(after.status).toBe(201)
    expect(after.body.campaignId).not.toBe(params.campaignId)
  })
})

describe('an Idempotency-Key', () => {
  test('turns 50 equal concurrent orders into one with the same response for all', async () => {
    const { as, person } = await createCustomer()
    const key = newId()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        as.call(enterprise.place, { body: { ...namedCampaign, ...mailingOrder }, ...withIdempotencyKey(key) }),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    for (const { body } of replies) expect(body).toEqual(replies[0]?.body)
    const { totalCount, items } = (await person.call(orders.listAll)).body
    expect([totalCount, items[0]?.id]).toEqual([1, replies[0]?.body.id])
    // Without a key, each request creates an order.
    await Promise.all([1, 2].map(() => as.call(enterprise.place, { body: { ...namedCampaign, ...mailingOrder } })))
    expect((await as.call(enterprise.list)).body.totalCount).toBe(3)
  })

  test('is valid for one body, with any API key of the user', async () => {
    const { as, person } = await createCustomer()
    const second = (await createApiClient(portal, { as: person })).as
    const key = newId()
    const first = await as.call(enterprise.place, {
      body: { ...namedCampaign, ...mailingOrder },
      ...withIdempotencyKey(key),
    })
    const again = await second.call(enterprise.place, {
      body: { ...namedCampaign, ...mailingOrder },
      ...withIdempotencyKey(key),
    })
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id } })
    const other = { ...namedCampaign, ...mailingOrder, quantity: 51 }
    expect(await as.call(enterprise.place, { body: other, ...withIdempotencyKey(key) })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect((await as.call(enterprise.list)).body.totalCount).toBe(1)
  })

  test("is independent of another user's equal key", async () => {
    const [mine, theirs] = [await createCustomer(), await createCustomer()]
    const key = newId()
    const body = { ...namedCampaign, ...mailingOrder }
    const replies = await Promise.all(
      [mine, theirs].map(({ as }) => as.call(enterprise.place, { body, ...withIdempotencyKey(key) })),
    )
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(replies.map(({ body: { id } }) => id)).size).toBe(2)
  })

  test('of a refused order can be reused', async () => {
    const { as, id } = await createCustomer(0)
    const key = newId()
    const place = () =>
      as.call(enterprise.place, { body: { ...namedCampaign, ...mailingOrder }, ...withIdempotencyKey(key) })
    expect((await place()).status).toBe(402)
    const grant = { userId: id, bucket: 'ON_DEMAND', amount: 50, reason: 'More', actor: 'test' } as const
    await grantCredits(portal.db, grant)
    expect((await place()).status).toBe(201)
  })
})
