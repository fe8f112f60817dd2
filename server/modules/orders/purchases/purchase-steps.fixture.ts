import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { singleLeads } from '@dooryard/contract/orders/single-leads'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestUser } from '../../../test/factories.ts'
import { noContactProvider } from '../../contacts/index.ts'
import { bumpDataVersion } from '../../properties/index.ts'
import { createAdminActions } from '../admin/admin-orders.fixture.ts'
import { fulfilTestOrder } from '../call-ready/call-orders.fixture.ts'
import { runFulfilOrder } from '../fulfil/fulfil-order.job.ts'
import { type Buyer, getBalance } from './purchase-buyer.fixture.ts'
import type { Command, OrderCommand } from './purchase-commands.fixture.ts'
import { checkDelivery, type PlacedOrder } from './purchase-delivery.fixture.ts'
import { checkBreakdown, createExclusions } from './purchase-exclusions.fixture.ts'
import { isMatch, type ModelRow } from './purchases.fixture.ts'

export type PurchaseTest = { admin: TestUser; readRows: () => Promise<ModelRow[]> }

const tooExpensive = (needed: number, available: number) => ({
  ...{ status: 402, body: { code: 'INSUFFICIENT_CREDITS', needed, available } },
})

export async function run(given: PurchaseTest, state: Buyer, command: Command): Promise<void> {
  if (command.do === 'order') return runOrder(given, state, command)
  if (command.do === 'single') return orderSingleLead(given, state, command)
  if (command.do === 'adjust') return adjustCredits(given, state, command.credits)
  if (command.do === 'sell') return sellHouse(state, command.at)
  const { model, buyer, portal } = state
  model.age(command.days)
  // As if that many days had passed.
  const passed = sql`${command.days} * interval '1 day'`
  const updates = [
    sql`update lead_purchases set paid_at = paid_at - ${passed}`,
    sql`update orders set created_at = created_at - ${passed}, completed_at = completed_at - ${passed}`,
    sql`update pipeline_leads set staged_at = staged_at - ${passed}`,
  ]
  for (const update of updates) await sql`${update} where user_id = ${buyer.id}`.execute(portal.db)
}

async function runOrder(given: PurchaseTest, state: Buyer, { do: _, fate, ...command }: OrderCommand): Promise<void> {
  const { client, model } = state
  const { type, quantity, onePerOwner, excluded } = command
  const isToCall = type === 'CALL_READY'
  const options = { onePerOwner, onePerAddress: command.onePerAddress && !isToCall }
  const rows = await given.readRows()
  const exclude = { ...command.criteria.exclude, ...(await createExclusions(state, rows, excluded)) }
  const criteria = { ...command.criteria, exclude }
  const audience = { criteria, addPhones: command.addPhones && isToCall, ...options }
  if (Object.keys(excluded).length > 0) await checkBreakdown(state, rows, criteria)
  const matching = rows.filter((row) => isMatch(row, criteria, model))
  const expected = model.quote(matching, type, audience)
  const asked = { campaignType: type, ...audience }
  expect(await client.quote(asked)).toMatchObject(expected)
  const hold = model.getMaxPrice(criteria, type) * quantity
  const placed = await client.place({ ...asked, orderName: 'Any', quantity })
  if (expected.deliverable === 0)
    return void expect(placed).toMatchObject({ status: 422, body: { code: 'UNPROCESSABLE' } })
  if (hold > state.balance) return void expect(placed).toMatchObject(tooExpensive(hold, state.balance))
  expect(placed).toMatchObject({ status: 201, body: { creditsHeld: hold, totalPrice: hold } })
  expect(await getBalance(state)).toBe(state.balance - hold)
  const { id, campaignId } = placed.body
  model.place({ id, campaignId })
  await settleOrder(given, state, fate, { id, campaignId, type, quantity, audience, matching, expected, hold })
}

async function settleOrder({ admin }: PurchaseTest, state: Buyer, fate: OrderCommand['fate'], order: PlacedOrder) {
  const { client, portal } = state
  const { fail, retry } = createAdminActions(admin)
  if (fate === 'DELIVERED') {
    await fulfilTestOrder(portal, order.id)
    await checkDelivery(state, order)
    expect([(await client.cancel(order.id)).status, (await fail(order.id)).status]).toEqual([409, 409])
    return
  }
  if (fate === 'ENDED_LATE' || fate === 'PLACED_AGAIN') await selectLeadsOnly(state, order.id)
  if (fate === 'CANCELLED') await client.cancel(order.id)
  else expect((await fail(order.id)).status).toBe(200)
  expect(await client.get(order.id)).toMatchObject({
    ...{ creditsHeld: 0, creditsCaptured: 0, creditsReleased: order.hold, deliveredQuantity: 0, files: [] },
  })
  expect((await client.leads(order.id)).totalCount).toBe(0)
  if (fate !== 'PLACED_AGAIN') return
  const { status, body } = await retry(order.id)
  expect([status, body.creditsHeld]).toEqual([200, order.hold])
  await fulfilTestOrder(portal, body.id)
  await checkDelivery(state, { ...order, id: body.id })
}

/** Runs an order up to its file, which cannot be written. */
async function selectLeadsOnly({ portal: { services } }: Buyer, orderId: string): Promise<void> {
  const write = () => Promise.reject(new Error('the disk is full'))
  const files = { ...services.files, write }
  const running = runFulfilOrder({ ...services, files, contacts: noContactProvider })({ orderId })
  await running.catch((error: Error) => expect(error.message).toBe('the disk is full'))
}

/** Orders one lead with two clicks, and once more when it is delivered. Only consumers are offered single leads. */
async function orderSingleLead(
  { readRows }: PurchaseTest,
  state: Buyer,
  { type, at }: Extract<Command, { do: 'single' }>,
): Promise<void> {
  const { buyer, model, portal, role } = state
  const rows = await readRows()
  const row = rows[at % rows.length]
  if (!row) return
  const call = { params: { propertyId: row.id }, body: { campaignType: type } }
  const { body: lead } = await buyer.as.call(singleLeads.get, { params: call.params })
  if (role !== 'CONSUMER_USER') return void expect(lead.offers).toEqual([])
  expect([lead.offers, lead.purchasedAt !== undefined]).toEqual([model.listOffers(row), model.hasAny(row)])
  const order = () => buyer.as.call(singleLeads.order, call)
  const [first, second] = await Promise.all([order(), order()])
  const hold = model.getPrice(row, type)
  if (model.hasAll(row, type)) return void expect([first.status, second.status]).toEqual([409, 409])
  if (!model.isDeliverable(row, type)) return void expect([first.status, second.status]).toEqual([422, 422])
  if (hold > state.balance) return void expect([first.status, second.status]).toEqual([402, 402])
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
  expect(await getBalance(state)).toBe(state.balance - hold)
  await fulfilTestOrder(portal, first.body.id)
  const { criteria } = first.body
  const audience = { criteria, addPhones: false }
  const expected = model.quote([row], type, audience)
  const placed = { id: first.body.id, type, quantity: 1, audience, matching: [row], expected, hold }
  await checkDelivery(state, placed)
  if (model.hasAll(row, type)) expect((await order()).status).toBe(409)
}

/** An administrator gives or takes credits; the leads that were paid with them stay purchased. */
async function adjustCredits({ admin }: PurchaseTest, state: Buyer, credits: number): Promise<void> {
  const body = { userId: state.buyer.id, bucket: 'ON_DEMAND' as const, amount: credits, reason: 'They asked for it' }
  const { status } = await admin.as.call(adminBilling.adjustCredits, { body })
  const isPossible = state.balance + credits >= 0
  expect(status === 200).toBe(isPossible)
  if (isPossible) state.balance += credits
}

/** A purchased property gets another owner, with whom it is a lead that nobody has purchased. */
async function sellHouse({ delivered, portal }: Buyer, at: number): Promise<void> {
  const [sold] = [...delivered].slice(at % Math.max(1, delivered.size))
  if (sold === undefined) return
  await portal.services.clickhouse.run(
    `alter table properties update owner_key = owner_key + 1 where property_id = ${sold.split(':')[0]}
     settings mutations_sync = 2`,
  )
  await bumpDataVersion(portal.db)
}
