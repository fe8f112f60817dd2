import type { CampaignType, PurchasedPart } from '@dooryard/contract/api/enums'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { readDataVersion } from '../../properties/index.ts'
import { createTestRegistry } from '../call-ready/calls.fixture.ts'
import { type Buyer, createBuyer, getBalance } from './purchase-buyer.fixture.ts'
import {
  anyCommand,
  anyStart,
  type Command,
  fixedSequences,
  type Sequence,
  states,
} from './purchase-commands.fixture.ts'
import { checkBreakdown } from './purchase-exclusions.fixture.ts'
import { type PurchaseTest, run } from './purchase-steps.fixture.ts'
import type { ModelRow } from './purchases.fixture.ts'

/** A tenth of the numbers may not be called. */
const isListed = (phone: string) => phone.endsWith('3')

let portal: Portal
let given: PurchaseTest
let total: number

beforeAll(async () => {
  portal = await testPortal({ demoRows: 300 })
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
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
  given = { admin, readRows: keepRows(async () => (await readAllRows()).filter(({ state }) => states.includes(state))) }
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

/** Reads rows again only once the property data have changed. */
function keepRows(read: () => Promise<ModelRow[]>): PurchaseTest['readRows'] {
  const kept = new Map<string, Promise<ModelRow[]>>()
  return async () => {
    const { version } = await readDataVersion(portal.db)
    const rows = kept.get(version) ?? read()
    kept.set(version, rows)
    return rows
  }
}

const criteria = { location: { states } }

/** All places say of the same leads that they are purchased, and what is left. */
async function checkEverywhere(state: Buyer): Promise<void> {
  const rows = await given.readRows()
  await Promise.all([checkSearches(state, rows), checkQuotes(state, rows), checkSaved(state, rows), checkOrders(state)])
}

async function checkSearches(state: Buyer, rows: readonly ModelRow[]): Promise<void> {
  const { buyer, model } = state
  const counted = model.count(rows)
  const countPart = async (purchased: PurchasedPart) =>
    (await buyer.as.call(properties.count, { body: { criteria: { ...criteria, only: { purchased } } } })).body.count
  const anyPurchased = { criteria: { ...criteria, only: { purchased: 'ANY' } }, limit: 100 } as const
  const [breakdown, found, ...parts] = await Promise.all([
    checkBreakdown(state, rows, criteria),
    buyer.as.call(properties.search, { body: anyPurchased }),
    ...(['MAIL', 'CALL', 'BOTH'] as const).map(countPart),
  ])
  expect(breakdown).toMatchObject({ ...counted, waterfall: { total } })
  const { mail, call, both } = counted.purchased
  expect([found.body.totalCount, ...parts]).toEqual([counted.purchased.total, mail, call, both])
  const ids = rows.filter(model.hasAny).map(({ id }) => id)
  expect(found.body.items.map(({ propertyId }) => propertyId).toSorted()).toEqual(ids.toSorted())
}

async function checkQuotes({ client, model }: Buyer, rows: readonly ModelRow[]): Promise<void> {
  const check = async (campaignType: CampaignType) =>
    expect(await client.quote({ campaignType, criteria, onePerOwner: true })).toMatchObject(
      model.quote(rows, campaignType, { criteria, addPhones: false, onePerOwner: true }),
    )
  await Promise.all([check('MAIL_READY'), check('CALL_READY')])
}

async function checkSaved({ buyer, model, savedId, delivered, called }: Buyer, rows: readonly ModelRow[]) {
  const [{ body: saved }, { body: board }] = await Promise.all([
    buyer.as.call(savedSearches.get, { params: { id: savedId } }),
    buyer.as.call(leadBoard.list, { query: { limit: 100 } }),
  ])
  expect(saved).toMatchObject({ lastCount: rows.length, delivered: model.count(rows).purchased.total })
  expect(board.totalCount).toBe(delivered.size)
  const withPhones = board.items.filter(({ contacts }) => contacts?.some(({ type }) => type === 'PHONE'))
  expect(withPhones.filter(({ propertyId }) => !called.has(propertyId))).toEqual([])
}

async function checkOrders(state: Buyer): Promise<void> {
  const [{ items }, balance] = await Promise.all([state.client.list(), getBalance(state)])
  const sum = (key: 'creditsHeld' | 'creditsCaptured') => items.reduce((total, order) => total + order[key], 0)
  expect([balance, sum('creditsHeld'), sum('creditsCaptured')]).toEqual([state.balance, 0, state.spent])
}

type Step = { state: Buyer; command: Command }

async function takeStep({ state, command }: Step): Promise<void> {
  await run(given, state, command)
  await checkEverywhere(state)
}

/** Each sequence is that of another buyer, so they take their steps side by side: this takes half the time. */
async function runSequences(sequences: readonly Sequence[]): Promise<void> {
  const buyers = await Promise.all(sequences.map(([start]) => createBuyer(portal, start)))
  const rounds = Math.max(...sequences.map(([, commands]) => commands.length))
  for (let round = 0; round < rounds; round++) {
    const steps = buyers.flatMap((state, at): Step[] => {
      const command = sequences[at]?.[1][round]
      return command ? [{ state, command }] : []
    })
    // A sale changes what all others search.
    const [sales, others] = [steps.filter(isSale), steps.filter((step) => !isSale(step))]
    await Promise.all(others.map(takeStep))
    for (const sale of sales) await takeStep(sale)
  }
}

const isSale = ({ command }: Step) => command.do === 'sell'

test('searches, quotes, orders, files, the API and the board agree on what is purchased and excluded, and nothing is paid twice', async () => {
  const anySequence = fc.tuple(anyStart, fc.array(anyCommand, { minLength: 3, maxLength: 6, size: 'max' }))
  await fc.assert(fc.asyncProperty(fc.array(anySequence, { minLength: 3, maxLength: 3 }), runSequences), {
    numRuns: 2,
    endOnFailure: true,
    examples: [[fixedSequences]],
  })
}, 180_000)
