import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { enterpriseSuppressionLists, suppressionLists } from '@dooryard/contract/data/suppression-lists'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import { orders } from '@dooryard/contract/orders/orders'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign as createCampaign, enterpriseUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { noContactProvider } from '../../contacts/index.ts'
import { runFulfilOrder } from '../fulfil/fulfil-order.job.ts'
import { createTestList } from '../suppression/lists.fixture.ts'

type Owner = Awaited<ReturnType<typeof enterpriseUser>>

let portal: Portal
let owner: Owner
/** An order of fifty leads, delivered long ago. */
let old: Awaited<ReturnType<typeof deliver>>
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  owner = await enterpriseUser(portal, { onDemandCredits: 20_000 })
  old = await deliver({ criteria: inTennessee, quantity: 50 })
  await portal.db
    .updateTable('leadPurchases')
    .set({ paidAt: new Date('2020-01-01') })
    .execute()
})
afterAll(() => portal.close())

const inTennessee: Criteria = { location: { states: ['TN'] } }

const place = (body: { criteria: Criteria; quantity: number }, campaignId = owner.campaign.id) =>
  owner.as.call(orders.place, { params: { campaignId }, body: { orderName: 'To mail', ...body } })

async function deliver(draft: { criteria: Criteria; quantity: number }) {
  const { status, body } = await place(draft)
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  await runFulfilOrder({ ...portal.services, contacts: noContactProvider })({ orderId: body.id })
  const params = { campaignId: owner.campaign.id, orderId: body.id }
  const leads = await portal.db
    .selectFrom('pipelineLeads')
    .select('propertyId')
    .where('orderId', '=', body.id)
    .execute()
  return { id: body.id, params, ids: leads.map(({ propertyId }) => propertyId) }
}

async function download(params: typeof old.params, layout: Parameters<typeof ExportLayout.parse>[0]) {
  const link = await owner.as.call(orders.export, { params, body: ExportLayout.parse(layout) })
  return new Uint8Array(await (await fetch(portal.url + link.body.url)).arrayBuffer())
}

const quote = async (exclude: Criteria['exclude'], only: Criteria = inTennessee) =>
  (
    await owner.as.call(orderQuotes.quote, {
      body: { campaignType: 'MAIL_READY', criteria: { ...only, exclude: { delivered: false, ...exclude } } },
    })
  ).body

describe('leads of an earlier order are excluded', () => {
  test('as its leads, or those of its campaign, however long ago they were purchased', async () => {
    const all = (await quote({})).matched
    expect((await quote({ orderIds: [old.id] })).matched).toBe(all - 50)
    expect((await quote({ campaignIds: [owner.campaign.id] })).matched).toBe(all - 50)
    expect((await quote({ campaignIds: [(await createCampaign(owner)).id] })).matched).toBe(all)
    const { body } = await owner.as.call(properties.count, {
      body: {
        criteria: {
          ...inTennessee,
          exclude: { delivered: false, orderIds: [old.id], campaignIds: [owner.campaign.id] },
        },
        waterfall: true,
      },
    })
    expect(body).toMatchObject({ count: all - 50 })
    // Each alone gives none back that the other excludes too.
    expect(body.waterfall?.clauses.slice(-2)).toEqual([
      { key: 'exclude.orderIds', remaining: all - 50, givesBack: 0 },
      { key: 'exclude.campaignIds', remaining: all - 50, givesBack: 0 },
    ])
  })

  test('but not under a new owner, who is another lead', async () => {
    const [propertyId = ''] = old.ids
    const own = portal.db
      .updateTable('pipelineLeads')
      .where('orderId', '=', old.id)
      .where('propertyId', '=', propertyId)
    const only = { only: { propertyIds: [propertyId] } }
    expect((await quote({ orderIds: [old.id] }, only)).matched).toBe(0)
    const { ownerKey } = await portal.db
      .selectFrom('pipelineLeads')
      .select('ownerKey')
      .where('orderId', '=', old.id)
      .where('propertyId', '=', propertyId)
      .executeTakeFirstOrThrow()
    await own.set({ ownerKey: '1' }).execute()
    expect((await quote({ orderIds: [old.id] }, only)).matched).toBe(1)
    await own.set({ ownerKey }).execute()
  })

  test('by its file as a list, in the layout of the order, of an export and of a workbook', async () => {
    const files = [{ preset: 'MAIL_HOUSE' }, { preset: 'RAW' }, { preset: 'RAW', format: 'XLSX' }] as const
    for (const layout of files) {
      const list = await createTestList(owner.as, await download(old.params, layout))
      const chosen = { only: { propertyIds: old.ids } }
      expect([layout, (await quote({ suppressionListIds: [list] }, chosen)).matched]).toEqual([layout, 0])
    }
  })
})

test('an order and its quote leave out a list, which cannot be deleted before the order ends', async () => {
  const list = await createTestList(owner.as, await download(old.params, { preset: 'RAW' }))
  const exclude = { suppressionListIds: [list] }
  const { deliverable } = await quote(exclude)
  const { id: campaignId } = await createCampaign(owner, { name: 'The rest' })
  const next = await place({ criteria: { ...inTennessee, exclude }, quantity: deliverable }, campaignId)
  const params = { id: list }
  expect(await owner.as.call(suppressionLists.remove, { params })).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(/^An order in progress excludes “List \d+”\. You can delete the list once/),
    },
  })
  await runFulfilOrder({ ...portal.services, contacts: noContactProvider })({ orderId: next.body.id })
  const ofNext = { campaignId, orderId: next.body.id }
  const { body: leads } = await owner.as.call(orders.leads, { params: ofNext, query: { limit: 100 } })
  expect(leads.totalCount).toBe(deliverable)
  expect(leads.items.filter(({ propertyId }) => old.ids.includes(propertyId))).toEqual([])
  expect((await owner.as.call(suppressionLists.remove, { params })).status).toBe(204)
})

test('what another user has is not excluded, and nothing is placed', async () => {
  const other = await enterpriseUser(portal)
  const theirList = await createTestList(other.as, 'Property ID\n1')
  const before = await portal.db.selectFrom('orders').select('id').execute()
  const missing: [exclude: NonNullable<Criteria['exclude']>, what: string][] = [
    [{ suppressionListIds: [theirList] }, 'An excluded suppression list'],
    [{ orderIds: ['0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1'] }, 'An excluded order'],
    [{ campaignIds: [other.campaign.id] }, 'An excluded campaign'],
  ]
  for (const [exclude, what] of missing) {
    const refusal = { status: 422, body: { message: `${what} does not exist: remove it from the filters.` } }
    const criteria = { ...inTennessee, exclude }
    const body = { campaignType: 'MAIL_READY' as const, criteria }
    expect(await owner.as.call(orderQuotes.quote, { body })).toMatchObject(refusal)
    expect(await owner.as.call(orderQuotes.preview, { body })).toMatchObject(refusal)
    expect(await place({ criteria, quantity: 50 })).toMatchObject(refusal)
  }
  const theirs = { criteria: { exclude: { orderIds: [old.id] } } }
  expect((await other.as.call(properties.count, { body: theirs })).status).toBe(422)
  expect(await portal.db.selectFrom('orders').select('id').execute()).toEqual(before)
})

test('a program uploads a list with its key and counts without it', async () => {
  const { as } = await user(portal)
  const create = async (scopes: ('counts:read' | 'orders:read' | 'orders:write')[]) =>
    createCaller(portal.url, (await as.call(apiKeys.create, { body: { name: scopes.join(), scopes } })).body.key)
  const program = await create(['counts:read', 'orders:write'])
  const upload = {
    query: { name: 'From the CRM', fileName: 'crm.csv' },
    body: new Blob([`Property ID\n${old.ids.join('\n')}`]),
  }
  const { status, body } = await program.call(enterpriseSuppressionLists.create, upload)
  expect({ status, body }).toMatchObject({ status: 201, body: { entries: 50, matches: 50 } })
  const count = async (exclude: Criteria['exclude']) =>
    (
      await program.call(enterprise.count, {
        body: { campaignType: 'MAIL_READY', criteria: { ...inTennessee, exclude } },
      })
    ).body.matched
  expect(await count({ suppressionListIds: [body.id] })).toBe((await count({})) - 50)
  const reader = await create(['orders:read'])
  expect((await reader.call(enterpriseSuppressionLists.list, {})).body.items).toEqual([body])
  expect((await reader.call(enterpriseSuppressionLists.remove, { params: { id: body.id } })).status).toBe(403)
  expect((await as.call(suppressionLists.list, {})).body.items).toEqual([body])
})
