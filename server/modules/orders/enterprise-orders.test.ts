import { apiKeys } from '@dooryard/contract/api-keys'
import { campaigns } from '@dooryard/contract/campaigns'
import { enterprise } from '@dooryard/contract/enterprise'
import { orders } from '@dooryard/contract/orders'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { campaign, enterpriseUser } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { program } from '../api-keys/keys.fixture.ts'
import { grantCredits } from '../credits/index.ts'

const portal = await testPortal({ demoRows: 2000, worker: true })
afterAll(portal.close)

const criteria = { location: { states: ['TN'] } }
const named = { campaign: { name: 'Owners of Tennessee', campaignType: 'MAIL_READY' as const }, criteria }
const mailing = { orderName: 'First mailing', quantity: 50 }
const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } })

/** An enterprise user with a campaign, and a program of theirs. */
async function customer(onDemandCredits = 1000) {
  const owner = await enterpriseUser(portal, { onDemandCredits })
  return { ...owner, ...(await program(portal, owner)), person: owner.as }
}

describe('a program', () => {
  test('counts, orders and downloads what a person could', async () => {
    const { as, person, campaign: mine } = await customer()
    const query = { campaignType: 'MAIL_READY' as const, criteria: mine.criteria }
    const quote = await as.call(enterprise.count, { body: query })
    expect(quote).toMatchObject({ status: 200, body: { creditsPerLead: 1, minQuantity: 50 } })
    expect(quote.body.deliverable).toBeGreaterThan(50)
    const placed = await as.call(enterprise.place, { body: { campaignId: mine.id, ...mailing } })
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
    // It is the order that the person sees.
    const shown = await person.call(orders.get, { params: { campaignId: mine.id, orderId: params.id } })
    expect(shown.body).toEqual(await read())
    expect((await as.call(enterprise.list)).body).toEqual((await person.call(orders.listAll)).body)
  })

  test("places an order of other criteria than its campaign's, which keeps its own", async () => {
    const { as, person, campaign: mine } = await customer()
    const placed = await as.call(enterprise.place, { body: { campaignId: mine.id, ...mailing, criteria } })
    expect(placed.body.criteria).toEqual(criteria)
    const { body } = await person.call(campaigns.get, { params: { campaignId: mine.id } })
    expect(body.criteria).toEqual(mine.criteria)
  })

  test('renames an order', async () => {
    const { as } = await customer()
    const placed = await as.call(enterprise.place, { body: { ...named, ...mailing } })
    const params = { id: placed.body.id }
    expect((await as.call(enterprise.change, { params, body: { orderName: 'Second' } })).body.orderName).toBe('Second')
  })

  test('is refused like a person, and then nothing is left behind', async () => {
    const { as, person } = await customer(20)
    const refused = await as.call(enterprise.place, { body: { ...named, ...mailing } })
    expect(refused).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_CREDITS', needed: 50, available: 20 } })
    expect((await as.call(enterprise.place, { body: { ...named, ...mailing, quantity: 1 } })).status).toBe(422)
    expect((await person.call(campaigns.list)).body.totalCount).toBe(1)
    expect((await as.call(enterprise.list)).body.totalCount).toBe(0)
  })

  test.each<[what: string, order: object, message: string]>([
    ['neither', {}, 'Give either campaignId or campaign'],
    ['both', { ...named, campaignId: newId() }, 'Give either campaignId or campaign'],
    ['a campaign without criteria', { campaign: named.campaign }, 'Criteria are needed with campaign'],
  ])('says its campaign by id or by name: %s is refused', async (_, order, message) => {
    const { as } = await customer()
    const body = { ...mailing, ...order }
    expect(await as.call(enterprise.place, { body })).toMatchObject({ status: 400, body: { message } })
  })

  test("finds no order and no campaign of anybody else's", async () => {
    const [mine, theirs] = [await customer(), await customer()]
    const placed = await theirs.as.call(enterprise.place, { body: { ...named, ...mailing } })
    const params = { id: placed.body.id }
    const statuses = await Promise.all([
      mine.as.call(enterprise.get, { params }),
      mine.as.call(enterprise.change, { params, body: { cancel: true } }),
      mine.as.call(enterprise.leads, { params }),
      mine.as.call(enterprise.download, { params }),
      mine.as.call(enterprise.certificate, { params }),
      mine.as.call(enterprise.place, { body: { campaignId: theirs.campaign.id, ...mailing } }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await mine.as.call(enterprise.list)).body.totalCount).toBe(0)
    expect((await theirs.as.call(enterprise.get, { params })).status).toBe(200)
  })

  test('is named on the orders that it placed', async () => {
    const { as, issued, person, campaign: mine } = await customer()
    const params = { campaignId: mine.id }
    const byProgram = await as.call(enterprise.place, { body: { ...params, ...mailing } })
    const byPerson = await person.call(orders.place, { params, body: mailing })
    const keyOf = async ({ body }: typeof byPerson) =>
      (await portal.db.selectFrom('orders').select('apiKeyId').where('id', '=', body.id).executeTakeFirst())?.apiKeyId
    expect([await keyOf(byProgram), await keyOf(byPerson)]).toEqual([issued.id, null])
    // And stays so when the key is revoked.
    await person.call(apiKeys.revoke, { params: { id: issued.id } })
    expect(await keyOf(byProgram)).toBe(issued.id)
  })
})

describe('a campaign that is named', () => {
  test('is made once for however many orders ask for it at once, in whatever case', async () => {
    const { as, person } = await customer()
    const names = ['Owners of Tennessee', ' owners of tennessee ', 'OWNERS OF TENNESSEE']
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        as.call(enterprise.place, {
          body: { ...mailing, criteria, campaign: { ...named.campaign, name: names[n % 3] ?? '' } },
        }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    expect(new Set(replies.map(({ body }) => body.campaignId)).size).toBe(1)
    const { items } = (await person.call(campaigns.list, { query: { search: 'owners' } })).body
    expect(items).toMatchObject([{ campaignType: 'MAIL_READY', orderCount: 15 }])
  })

  test('is the active one of its type', async () => {
    const { as, person } = await customer()
    const first = await as.call(enterprise.place, { body: { ...named, ...mailing } })
    const params = { campaignId: first.body.campaignId ?? '' }
    await campaign({ as: person }, { ...named.campaign, campaignType: 'CALL_READY' })
    const again = await as.call(enterprise.place, { body: { ...named, ...mailing } })
    expect(again.body.campaignId).toBe(params.campaignId)
    await person.call(campaigns.change, { params, body: { status: 'ARCHIVED' } })
    const after = await as.call(enterprise.place, { body: { ...named, ...mailing } })
    expect(after.status).toBe(201)
    expect(after.body.campaignId).not.toBe(params.campaignId)
  })
})

describe('an Idempotency-Key', () => {
  test('of 50 equal orders at once makes one order, and all hear the same', async () => {
    const { as, person } = await customer()
    const key = newId()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => as.call(enterprise.place, { body: { ...named, ...mailing }, ...withKey(key) })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    for (const { body } of replies) expect(body).toEqual(replies[0]?.body)
    const { totalCount, items } = (await person.call(orders.listAll)).body
    expect([totalCount, items[0]?.id]).toEqual([1, replies[0]?.body.id])
    // Without one, each is an order.
    await Promise.all([1, 2].map(() => as.call(enterprise.place, { body: { ...named, ...mailing } })))
    expect((await as.call(enterprise.list)).body.totalCount).toBe(3)
  })

  test('is good for one body, whichever key of the user it comes with', async () => {
    const { as, person } = await customer()
    const second = (await program(portal, { as: person })).as
    const key = newId()
    const first = await as.call(enterprise.place, { body: { ...named, ...mailing }, ...withKey(key) })
    const again = await second.call(enterprise.place, { body: { ...named, ...mailing }, ...withKey(key) })
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id } })
    const other = { ...named, ...mailing, quantity: 51 }
    expect(await as.call(enterprise.place, { body: other, ...withKey(key) })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect((await as.call(enterprise.list)).body.totalCount).toBe(1)
  })

  test('of another user is another key', async () => {
    const [mine, theirs] = [await customer(), await customer()]
    const key = newId()
    const body = { ...named, ...mailing }
    const replies = await Promise.all(
      [mine, theirs].map(({ as }) => as.call(enterprise.place, { body, ...withKey(key) })),
    )
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(replies.map(({ body: { id } }) => id)).size).toBe(2)
  })

  test('of a refused order may be used again', async () => {
    const { as, id } = await customer(0)
    const key = newId()
    const place = () => as.call(enterprise.place, { body: { ...named, ...mailing }, ...withKey(key) })
    expect((await place()).status).toBe(402)
    const grant = { userId: id, bucket: 'ON_DEMAND', amount: 50, reason: 'More', actor: 'test' } as const
    await grantCredits(portal.db, grant)
    expect((await place()).status).toBe(201)
  })
})
