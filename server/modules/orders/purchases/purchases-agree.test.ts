import type { CampaignType, PurchasedPart } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { bumpDataVersion } from '../../properties/index.ts'
import { fulfilTestOrder } from '../call-ready/call-orders.fixture.ts'
import { createTestRegistry } from '../call-ready/calls.fixture.ts'
import { createPurchaseModel, getLeadKey, type ModelRow } from './purchases.fixture.ts'

const states = ['TN', 'OH', 'TX']
const prices = { mail: 1, call: 3 }

let portal: Portal

beforeAll(async () => {
  portal = await testPortal({ demoRows: 300 })
  await portal.db.updateTable('creditSettings').set({ isActive: true, minCampaignVolume: 50 }).execute()
  await createTestRegistry(portal)
})
afterAll(() => portal.close())

const readRows = () =>
  portal.services.clickhouse.rows<ModelRow>(
    `select property_id as id, if(owner_key = 0, '', toString(owner_key)) as owner, state, toBool(is_mailable) as isMailable,
       toBool(notEmpty(owner_names) and owner_key in (select owner_key from contacts where kind = 'PHONE')) as isCallable
     from properties order by id`,
  )

type Command =
  | { do: 'order'; type: CampaignType; quantity: number; criteria: Criteria; addPhones: boolean }
  | { do: 'cancel'; type: CampaignType }
  | { do: 'age'; days: number }
  | { do: 'sell'; at: number }

const anyType = fc.constantFrom<CampaignType[]>('MAIL_READY', 'CALL_READY')
/** Mostly audiences that include purchased leads, of which most repeats come. */
const anyLimits = fc.oneof<fc.WeightedArbitrary<Pick<Criteria, 'exclude' | 'only'>>[]>(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 4, arbitrary: fc.boolean().map((delivered) => ({ exclude: { delivered } })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<PurchasedPart[]>('ANY', 'MAIL', 'MAIL_ONLY', 'CALL', 'BOTH')
      .map((purchased) => ({ only: { purchased } })),
  },
)
const anyAudience = fc
  .tuple(fc.subarray(states, { minLength: 1 }), anyLimits)
  .map(([states, limits]): Criteria => ({ location: { states }, ...limits }))

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      type: anyType,
      quantity: fc.integer({ min: 1, max: 25 }),
      criteria: anyAudience,
      addPhones: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), type: anyType }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('age' as const), days: fc.constantFrom(100, 200, 364, 366) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sell' as const), at: fc.nat(1_000) }) },
)

/** A buyer with the model of what they have purchased. */
async function createBuyer() {
  const buyer = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100_000 })
  const criteria = { location: { states } }
  const saved = await buyer.as.call(savedSearches.create, { body: { name: 'All three', criteria } })
  return {
    ...{ buyer, criteria, savedId: saved.body.id, model: createPurchaseModel(prices) },
    ...{ balance: 100_000, delivered: new Set<string>() },
  }
}

type Buyer = Awaited<ReturnType<typeof createBuyer>>

const isMatch = (row: ModelRow, { location, only }: Criteria, { has, hasAny }: Buyer['model']): boolean => {
  if (!location?.states?.includes(row.state)) return false
  const [mail, call] = [has(row, 'mail'), has(row, 'call')]
  const byPart = { ANY: hasAny(row), MAIL: mail, MAIL_ONLY: mail && !call, CALL: call, BOTH: mail && call }
  return only?.purchased === undefined || byPart[only.purchased]
}

const getBalance = async ({ id }: TestUser) => {
  const { rows } = await sql<{ credits: number }>`
    select on_demand_available as credits from credit_accounts where user_id = ${id}`.execute(portal.db)
  return rows[0]?.credits
}

async function runOrder(state: Buyer, { type, quantity, criteria, addPhones }: Extract<Command, { do: 'order' }>) {
  const { buyer, model } = state
  const rows = await readRows()
  const audience = { criteria, addPhones: addPhones && type === 'CALL_READY' }
  const expected = model.quote(
    rows.filter((row) => isMatch(row, criteria, model)),
    type,
    audience,
  )
  const asked = { campaignType: type, criteria, addPhones: audience.addPhones }
  expect((await buyer.as.call(orderQuotes.quote, { body: asked })).body).toMatchObject(expected)
  const reply = await buyer.as.call(privateOrders.place, { body: { ...asked, orderName: 'Any', quantity } })
  if (expected.deliverable === 0) return expect(reply).toMatchObject({ status: 422, body: { code: 'UNPROCESSABLE' } })
  const { body: placed } = reply
  await fulfilTestOrder(portal, placed.id)
  const { body: order } = await buyer.as.call(privateOrders.get, { params: { id: placed.id } })
  const { body: leads } = await buyer.as.call(privateOrders.leads, {
    ...{ params: { id: placed.id }, query: { limit: 100 } },
  })
  const ids = new Set(leads.items.map(({ propertyId }) => propertyId))
  const ordered = rows.filter(({ id }) => ids.has(id))
  const price = model.deliver(ordered, type)
  expect(order).toMatchObject({
    deliveredQuantity: Math.min(quantity, expected.deliverable),
    creditsCaptured: price,
    ...(ordered.length > 0 && { available: { leads: expected.deliverable - ordered.length } }),
  })
  expect(ordered).toHaveLength(order.deliveredQuantity)
  state.balance -= price
  for (const row of ordered) state.delivered.add(getLeadKey(row))
}

async function run(state: Buyer, command: Command): Promise<void> {
  const { buyer, criteria, model } = state
  if (command.do === 'order') return runOrder(state, command)
  if (command.do === 'cancel') {
    const body = { orderName: 'Not wanted', quantity: 5, campaignType: command.type, criteria }
    const { status, body: placed } = await buyer.as.call(privateOrders.place, { body })
    // An audience that is purchased as a whole cannot be ordered.
    if (status === 201) await buyer.as.call(privateOrders.change, { params: { id: placed.id }, body: { cancel: true } })
  } else if (command.do === 'age') {
    model.age(command.days)
    // As if that many days had passed.
    await sql`update lead_purchases set paid_at = paid_at - ${command.days} * interval '1 day'
      where user_id = ${buyer.id}`.execute(portal.db)
  } else await sellHouse(state, command.at)
}

/** A purchased property gets another owner, with whom it is a lead that nobody has purchased. */
async function sellHouse({ delivered }: Buyer, at: number): Promise<void> {
  const [sold] = [...delivered].slice(at % Math.max(1, delivered.size))
  if (sold === undefined) return
  await portal.services.clickhouse.run(
    `alter table properties update owner_key = owner_key + 1 where property_id = ${sold.split(':')[0]}
     settings mutations_sync = 2`,
  )
  await bumpDataVersion(portal.db)
}

/** All places say of the same leads that they are purchased. */
async function checkEverywhere({ buyer, criteria, model, savedId, balance, delivered }: Buyer): Promise<void> {
  const rows = (await readRows()).filter(({ state }) => states.includes(state))
  const counted = model.count(rows)
  const { body: count } = await buyer.as.call(properties.count, { body: { criteria, waterfall: true } })
  expect(count).toMatchObject(counted)
  const byPart = { ANY: 'total', MAIL: 'mail', CALL: 'call', BOTH: 'both' } as const
  for (const [purchased, key] of Object.entries(byPart) as [keyof typeof byPart, 'total'][]) {
    const body = { criteria: { ...criteria, only: { purchased } }, limit: 100 }
    const { body: found } = await buyer.as.call(properties.search, { body })
    expect({ purchased, count: found.totalCount }).toEqual({ purchased, count: counted.purchased[key] })
  }
  const { body: saved } = await buyer.as.call(savedSearches.get, { params: { id: savedId } })
  expect(saved).toMatchObject({ lastCount: rows.length, delivered: counted.purchased.total })
  const { body: board } = await buyer.as.call(leadBoard.list, { query: {} })
  expect(board.totalCount).toBe(delivered.size)
  expect(await getBalance(buyer)).toBe(balance)
}

test('searches, quotes, orders, saved searches and the board agree on what is purchased, and nothing is paid twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { minLength: 3, maxLength: 7, size: 'max' }), async (commands) => {
      const state = await createBuyer()
      for (const command of commands) {
        await run(state, command)
        await checkEverywhere(state)
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)
