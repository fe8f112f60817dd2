import { creditHistory } from '@dooryard/contract/billing/credit-history'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { account } from '@dooryard/contract/identity/account'
import type { OrderDetail, OrderStatusEvent } from '@dooryard/contract/orders/order'
import { orders } from '@dooryard/contract/orders/orders'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterpriseUser, signInWithPassword } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 3_000, worker: true })
})
afterAll(() => portal.close())

type Owner = Awaited<ReturnType<typeof enterpriseUser>>

const allHomes: Criteria = { property: { assetClasses: ['RESIDENTIAL'] } }

const createCustomer = (onDemandCredits = 5_000) =>
  enterpriseUser(portal, { onDemandCredits, campaign: { criteria: allHomes } })

async function placeTestOrder({ as, campaign: { id } }: Owner, body: { quantity?: number; criteria?: Criteria } = {}) {
  const params = { campaignId: id }
  const { body: order } = await as.call(orders.place, { params, body: { orderName: 'Mailing', quantity: 60, ...body } })
  return { campaignId: id, orderId: order.id }
}

type OrderParams = Awaited<ReturnType<typeof placeTestOrder>>

async function waitForOutcome({ as }: Pick<Owner, 'as'>, params: OrderParams): Promise<OrderDetail> {
  for (;;) {
    const { body } = await as.call(orders.get, { params })
    if (['COMPLETED', 'FAILED'].includes(body.userFacingStatus)) return body
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const placeAndWait = async (owner: Owner, body = {}) => waitForOutcome(owner, await placeTestOrder(owner, body))

async function listLeadIds(
  { as }: Pick<Owner, 'as'>,
  { id, campaignId = '' }: { id: string; campaignId?: string | undefined },
) {
  const params = { campaignId, orderId: id }
  const { body } = await as.call(orders.leads, { params, query: { limit: 100 } })
  return body.items.map(({ propertyId }) => propertyId)
}

const getOnDemandCredits = async ({ as }: Pick<Owner, 'as'>) => (await as.call(account.me)).body.balance.onDemandCredits

test('a fulfilled order has its leads, its credits captured and its complete history', async () => {
  const owner = await createCustomer()
  const order = await placeAndWait(owner)
  expect(order).toMatchObject({
    userFacingStatus: 'COMPLETED',
    internalStatus: 'READY',
    deliveredQuantity: 60,
    creditsHeld: 0,
    creditsCaptured: 60,
    creditsReleased: 0,
    totalPrice: 60,
    fileVersion: 1,
  })
  expect(order.note).toBeUndefined()
  expect(order.history.map(({ from, to }) => [from, to])).toEqual([
    [null, 'QUEUED'],
    ['QUEUED', 'SELECTING'],
    ['SELECTING', 'ASSEMBLING'],
    ['ASSEMBLING', 'READY'],
  ])
  expect(order.waterfall).toMatchObject({ selected: 60 })
  expect(new Set(await listLeadIds(owner, order)).size).toBe(60)
  expect(await getOnDemandCredits(owner)).toBe(4_940)
})

test('the file has one row per lead, in order, with the same data', async () => {
  const owner = await createCustomer()
  const order = await placeAndWait(owner)
  const params = { campaignId: owner.campaign.id, orderId: order.id }
  const { body: download } = await owner.as.call(orders.download, { params })
  const response = await fetch(portal.url + download.url)
  const today = portal.clock.now().toISOString().slice(0, 10)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="order-${order.id}-${today}.csv"`)
  const text = await response.text()
  expect(text).toMatch(/^Owner Name,Owner Type,Mailing Address,.*\r\n/)
  const rows: Record<string, string>[] = parse(text, { columns: true })
  const { body: leads } = await owner.as.call(orders.leads, { params, query: { limit: 100 } })
  expect(rows.map((row) => [row['Owner Name'], row['Mailing Address'], row['Property Address']])).toEqual(
    leads.items.map(({ ownerName, mailingAddress, address }) => [ownerName, mailingAddress, address ?? '']),
  )
  for (const row of rows) for (const part of ['City', 'State', 'ZIP']) expect(row[`Mailing ${part}`]).not.toBe('')
})

test('the next order with the same criteria continues where the previous one ended', async () => {
  const owner = await createCustomer()
  const first = await listLeadIds(owner, await placeAndWait(owner))
  const second = await listLeadIds(owner, await placeAndWait(owner))
  expect(new Set([...first, ...second]).size).toBe(120)
})

test('concurrent orders share no lead', async () => {
  const owner = await createCustomer()
  const filledOrders = await Promise.all([1, 2, 3].map(() => placeAndWait(owner)))
  const ids = (await Promise.all(filledOrders.map((order) => listLeadIds(owner, order)))).flat()
  expect(new Set(ids).size).toBe(180)
})

test('the same criteria give two users the same leads in the same order', async () => {
  const [one, other] = [await createCustomer(), await createCustomer()]
  const [ofOne, ofOther] = [
    await listLeadIds(one, await placeAndWait(one)),
    await listLeadIds(other, await placeAndWait(other)),
  ]
  expect(ofOne).toHaveLength(60)
  expect(ofOther).toEqual(ofOne)
})

test('a paid lead is free for 365 days and costs again after that', async () => {
  const owner = await createCustomer()
  const again = { criteria: { ...allHomes, exclude: { delivered: false } } }
  await placeAndWait(owner, again)
  const repeat = await placeAndWait(owner, again)
  expect(repeat).toMatchObject({ deliveredQuantity: 60, creditsCaptured: 0, creditsReleased: 60 })
  expect(await getOnDemandCredits(owner)).toBe(4_940)
  portal.clock.advance(366 * 86_400_000)
  const later = { ...owner, ...(await signInWithPassword(portal, owner.email)) }
  expect(await placeAndWait(later, again)).toMatchObject({ deliveredQuantity: 60, creditsCaptured: 60 })
  expect(await getOnDemandCredits(later)).toBe(4_880)
  portal.clock.advance(-366 * 86_400_000)
})

test('too few matches are delivered with an explanation, and the rest is released', async () => {
  const owner = await createCustomer()
  const { waterfall } = await placeAndWait(owner)
  const fresh = waterfall?.fresh ?? 0
  const order = await placeAndWait(owner, { quantity: fresh })
  expect(order).toMatchObject({
    userFacingStatus: 'COMPLETED',
    deliveredQuantity: fresh - 60,
    creditsCaptured: fresh - 60,
    creditsReleased: 60,
  })
  const { items } = (await owner.as.call(creditHistory.list, { query: {} })).body
  const [requestedText, deliveredText] = [fresh, fresh - 60].map((count) => count.toLocaleString('en-US'))
  expect(items.slice(0, 2)).toMatchObject([
    { type: 'RELEASE', amount: 60, reason: `60 of ${requestedText} leads not delivered` },
    { type: 'CAPTURE', held: 60 - fresh, reason: `${deliveredText} leads delivered` },
  ])
  expect(order.note).toContain('60 were already purchased')
})

test('the status stream sends each change as it happens', async () => {
  const owner = await createCustomer()
  const params = await placeTestOrder(owner)
  const stream = await owner.as.watch(orders.watchStatus, { params })
  const seen: OrderStatusEvent[] = []
  while (seen.at(-1)?.userFacingStatus !== 'COMPLETED') {
    const event = await stream.next()
    if (!event) break
    seen.push(event)
  }
  stream.close()
  expect(seen.at(-1)).toEqual({
    userFacingStatus: 'COMPLETED',
    internalStatus: 'READY',
    progress: { done: 3, of: 3 },
    fileVersion: 1,
    isRefreshing: false,
  })
})

test('a file link works for five minutes, and an altered one never', async () => {
  const owner = await createCustomer()
  const order = await placeAndWait(owner)
  const params = { campaignId: owner.campaign.id, orderId: order.id }
  const { body } = await owner.as.call(orders.download, { params })
  const altered = body.url.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
  expect((await fetch(portal.url + altered)).status).toBe(403)
  portal.clock.advance(5 * 60_000 + 1_000)
  expect((await fetch(portal.url + body.url)).status).toBe(403)
  portal.clock.advance(-5 * 60_000 - 1_000)
  expect((await fetch(portal.url + body.url)).status).toBe(200)
})

test('only the owner can watch an order', async () => {
  const [owner, other] = [await createCustomer(), await createCustomer()]
  const params = await placeTestOrder(owner)
  await expect(other.as.watch(orders.watchStatus, { params })).rejects.toMatchObject({ status: 404 })
  await expect(createCaller(portal.url).watch(orders.watchStatus, { params })).rejects.toMatchObject({ status: 401 })
})
