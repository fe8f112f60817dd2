import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createTestRegistry } from '../call-ready/calls.fixture.ts'
import { type Buyer, createBuyer, getBalance } from './purchase-buyer.fixture.ts'
import { anyCommand, anyStart, fixedSequences, states } from './purchase-commands.fixture.ts'
import { run } from './purchase-steps.fixture.ts'
import type { ModelRow } from './purchases.fixture.ts'

/** A tenth of the numbers may not be called. */
const isListed = (phone: string) => phone.endsWith('3')

let portal: Portal
let admin: TestUser
let total: number

beforeAll(async () => {
  portal = await testPortal({ demoRows: 300 })
  admin = await user(portal, { role: 'SUPER_ADMIN' })
  await portal.db.updateTable('creditSettings').set({ isActive: true, minCampaignVolume: 1 }).execute()
  await createTestRegistry(portal, { on: isListed })
  // Some owners share a mailbox with others, and some properties lack a full mailing address.
  await portal.services.clickhouse.run(
    `alter table properties
       update mailing_address = if(owner_key % 5 = 0, concat(toString(owner_key % 3), ' SHARED ST'), mailing_address),
         mailing_zip = if(owner_key % 5 = 0, '37201', mailing_zip),
         mailing_city = if(owner_key % 7 = 1, '', mailing_city) where true
     settings mutations_sync = 2`,
  )
  total = (await readAllRows()).length
})
afterAll(() => portal.close())

type StoredRow = Omit<ModelRow, 'callable'>

async function readAllRows(): Promise<ModelRow[]> {
  const rows = await portal.services.clickhouse.rows<StoredRow>(
    `select property_id as id, if(owner_key = 0, '', toString(owner_key)) as owner, state,
       concat(county_fips, ' ', apn) as parcel, concat(mailing_address, '@', mailing_zip) as mailbox,
       concat(address, if(unit = '', '', concat(' UNIT ', unit)), '@', zip) as home,
       toBool(is_mailable) as isMailable, if(notEmpty(owner_names), known.phones, []) as phones
     from properties left any join (
       select owner_key, groupArray(value) as phones from contacts where kind = 'PHONE' group by owner_key
     ) as known on known.owner_key = properties.owner_key
     order by id`,
  )
  return rows.map((row) => ({ ...row, callable: row.phones.filter((phone) => !isListed(phone)) }))
}

const readRows = async () => (await readAllRows()).filter(({ state }) => states.includes(state))

const criteria = { location: { states } }

/** All places say of the same leads that they are purchased, and what is left. */
async function checkEverywhere(state: Buyer): Promise<void> {
  const rows = await readRows()
  await Promise.all([checkSearches(state, rows), checkQuotes(state, rows), checkSaved(state, rows), checkOrders(state)])
}

async function checkSearches({ buyer, model }: Buyer, rows: readonly ModelRow[]): Promise<void> {
  const counted = model.count(rows)
  const { body: count } = await buyer.as.call(properties.count, { body: { criteria, waterfall: true } })
  expect(count).toMatchObject(counted)
  const { count: remaining, alreadyDelivered: givesBack } = counted
  expect(count.waterfall).toMatchObject({
    total,
    clauses: [
      { key: 'location', remaining: rows.length },
      ...(givesBack > 0 ? [{ key: 'exclude.delivered', remaining, givesBack }] : []),
    ],
  })
  const byPart = { ANY: 'total', MAIL: 'mail', CALL: 'call', BOTH: 'both' } as const
  for (const [purchased, key] of Object.entries(byPart) as [keyof typeof byPart, 'total'][]) {
    const body = { criteria: { ...criteria, only: { purchased } }, limit: 100 }
    const { body: found } = await buyer.as.call(properties.search, { body })
    expect({ purchased, count: found.totalCount }).toEqual({ purchased, count: counted.purchased[key] })
  }
}

async function checkQuotes({ client, model }: Buyer, rows: readonly ModelRow[]): Promise<void> {
  for (const campaignType of ['MAIL_READY', 'CALL_READY'] as const) {
    const expected = model.quote(rows, campaignType, { criteria, addPhones: false, onePerOwner: true })
    expect(await client.quote({ campaignType, criteria, onePerOwner: true })).toMatchObject(expected)
  }
}

async function checkSaved({ buyer, model, savedId, delivered, called }: Buyer, rows: readonly ModelRow[]) {
  const { body: saved } = await buyer.as.call(savedSearches.get, { params: { id: savedId } })
  expect(saved).toMatchObject({ lastCount: rows.length, delivered: model.count(rows).purchased.total })
  const { body: board } = await buyer.as.call(leadBoard.list, { query: { limit: 100 } })
  expect(board.totalCount).toBe(delivered.size)
  const withPhones = board.items.filter(({ contacts }) => contacts?.some(({ type }) => type === 'PHONE'))
  expect(withPhones.filter(({ propertyId }) => !called.has(propertyId))).toEqual([])
}

async function checkOrders(state: Buyer): Promise<void> {
  const { items } = await state.client.list()
  const sum = (key: 'creditsHeld' | 'creditsCaptured') => items.reduce((total, order) => total + order[key], 0)
  expect([await getBalance(state), sum('creditsHeld'), sum('creditsCaptured')]).toEqual([state.balance, 0, state.spent])
}

test('searches, quotes, orders, files, the API and the board agree on what is purchased and excluded, and nothing is paid twice', async () => {
  const anySequence = fc.array(anyCommand, { minLength: 3, maxLength: 6, size: 'max' })
  await fc.assert(
    fc.asyncProperty(anyStart, anySequence, async (start, commands) => {
      const state = await createBuyer(portal, start)
      for (const command of commands) {
        await run({ admin, readRows }, state, command)
        await checkEverywhere(state)
      }
    }),
    { numRuns: 6, endOnFailure: true, examples: fixedSequences },
  )
}, 180_000)
