import type { CampaignType, ScrubResult } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { noContactProvider } from '../../contacts/index.ts'
import { syncOwnerTraces } from '../../contacts/trace/sync-traces.ts'
import { createTestList } from '../../dnc/scrub/scrub.fixture.ts'
import { callReadyDraft, fulfilTestOrder, importTestRegistry } from '../call-ready/call-orders.fixture.ts'
import { quoteOrder } from './quote-order.ts'

const states = ['TN', 'OH', 'TX', 'FL', 'GA', 'PA', 'IL', 'NC', 'AZ', 'MO']

type Row = { id: string; owner: string; state: string; assetClass: string; isMailable: number; isNamed: number }

let portal: Portal
let rows: Row[]
let phones: Map<string, string[]>
let numbers: string[]
/** The scrub result of each listed number. */
const resultByNumber = new Map<string, ScrubResult>()
let consumer: TestUser

beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  const { clickhouse } = portal.services
  await portal.db.updateTable('creditSettings').set({ isActive: true, minCampaignVolume: 1 }).execute()
  rows = await clickhouse.rows<Row>(
    `select property_id as id, if(owner_key = 0, '', toString(owner_key)) as owner, state, asset_class as assetClass,
       is_mailable as isMailable, notEmpty(owner_names) as isNamed from properties order by id`,
  )
  const known = await clickhouse.rows<{ owner: string; value: string }>(
    "select toString(owner_key) as owner, value from contacts where kind = 'PHONE' order by owner, value",
  )
  phones = new Map(
    [...Map.groupBy(known, ({ owner }) => owner)].map(([owner, its]) => [owner, its.map((one) => one.value)]),
  )
  numbers = [...new Set(known.map(({ value }) => value))]
  await importTestLists()
})
beforeEach(async () => {
  consumer = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000_000 })
})
afterAll(() => portal.close())

/** Lists with every third number on one, some numbers on two, and area codes that no registry covers. */
async function importTestLists(): Promise<void> {
  const every = (one: number, of: number) => numbers.filter((_, at) => at % of === one)
  const parts = { NATIONAL: every(0, 3), STATE: every(1, 7), INTERNAL: every(2, 11), LITIGATOR: every(3, 17) }
  const areaCodes = [...new Set(numbers.map((number) => number.slice(0, 3)))]
  const scopes = areaCodes.filter((_, at) => at % 5 !== 0)
  const accessedOn = portal.clock.now().toISOString().slice(0, 10)
  await createTestList(portal.services, { list: 'NATIONAL', scopes, numbers: parts.NATIONAL, accessedOn })
  await createTestList(portal.services, { list: 'STATE', scopes: ['TN'], numbers: parts.STATE, accessedOn })
  await createTestList(portal.services, { list: 'INTERNAL', numbers: parts.INTERNAL, accessedOn })
  await createTestList(portal.services, { list: 'LITIGATOR', numbers: parts.LITIGATOR, accessedOn })
  const on = new Map(Object.entries(parts).map(([list, its]) => [list, new Set(its)]))
  for (const number of numbers) {
    const isCovered = scopes.includes(number.slice(0, 3))
    if (on.get('LITIGATOR')?.has(number)) resultByNumber.set(number, 'LITIGATOR')
    else if (on.get('INTERNAL')?.has(number)) resultByNumber.set(number, 'INTERNAL_DNC')
    else if (isCovered && on.get('NATIONAL')?.has(number)) resultByNumber.set(number, 'NATIONAL_DNC')
    else if (on.get('STATE')?.has(number)) resultByNumber.set(number, 'STATE_DNC')
    else resultByNumber.set(number, isCovered ? 'CLEAN' : 'NOT_SCRUBBED')
  }
}

const severityOrder: ScrubResult[] = ['CLEAN', 'LITIGATOR', 'INTERNAL_DNC', 'NATIONAL_DNC', 'STATE_DNC', 'NOT_SCRUBBED']

/** The expected outcome of a row that is not excluded, computed independently. */
function getExpectedOutcome(row: Row, campaignType: CampaignType): string {
  if (campaignType === 'MAIL_READY') return row.isMailable ? 'CLEAN' : 'NO_CONTACT'
  const results = (row.isNamed && row.owner ? (phones.get(row.owner) ?? []) : []).map((number) =>
    resultByNumber.get(number),
  )
  return severityOrder.find((result) => results.includes(result)) ?? 'NO_CONTACT'
}

const fetchQuote = async (
  { as }: Pick<TestUser, 'as'>,
  campaignType: CampaignType,
  criteria: Criteria,
  addPhones?: boolean,
) =>
  (
    await as.call(orderQuotes.quote, {
      body: { campaignType, criteria, ...(addPhones !== undefined && { addPhones }) },
    })
  ).body

const anyCriteria = fc.record(
  {
    location: fc.record({ states: fc.subarray(states, { minLength: 1 }) }),
    property: fc.record({
      assetClasses: fc.subarray(['RESIDENTIAL', 'MULTIFAMILY', 'COMMERCIAL', 'VACANT_LAND'] as const),
    }),
    exclude: fc.record({ delivered: fc.boolean() }),
  },
  { requiredKeys: [] },
)

const matches =
  ({ location, property }: Criteria) =>
  (row: Row) =>
    (!location?.states?.length || location.states.includes(row.state)) &&
    (!property?.assetClasses?.length || property.assetClasses.some((one) => one === row.assetClass))

async function deliverLeads(campaignType: CampaignType, quantity: number): Promise<void> {
  const criteria = { location: { states } }
  const draft = { orderName: 'Before', campaignType, criteria, quantity }
  const { body } = await consumer.as.call(privateOrders.place, { body: draft })
  await fulfilTestOrder(portal, body.id)
}

test('every property is counted in the independently computed part, whatever was purchased before', async () => {
  await deliverLeads('MAIL_READY', 120)
  await deliverLeads('CALL_READY', 40)
  // The orders above share no lead, so some are purchased for both here.
  await portal.db
    .insertInto('leadPurchases')
    .columns(['userId', 'campaignType', 'propertyId', 'ownerKey', 'paidAt', 'orderId'])
    .expression(({ selectFrom, val }) =>
      selectFrom('leadPurchases')
        .select(['userId', val('CALL_READY').as('campaignType'), 'propertyId', 'ownerKey', 'paidAt', 'orderId'])
        .where('userId', '=', consumer.id)
        .where('campaignType', '=', 'MAIL_READY')
        .orderBy('propertyId')
        .limit(30),
    )
    .execute()
  const listBought = async (campaignType: CampaignType) => {
    const ofType = portal.db.selectFrom('leadPurchases').select('propertyId').where('campaignType', '=', campaignType)
    return new Set((await ofType.where('userId', '=', consumer.id).execute()).map(({ propertyId }) => propertyId))
  }
  const [mail, call] = [await listBought('MAIL_READY'), await listBought('CALL_READY')]
  expect([mail.size, call.size]).toEqual([120, 70])
  const anyType = fc.constantFrom<CampaignType[]>('MAIL_READY', 'CALL_READY')
  await fc.assert(
    fc.asyncProperty(anyType, anyCriteria, fc.boolean(), async (campaignType, criteria, addPhones) => {
      const isToCall = campaignType === 'CALL_READY'
      const hasAll = ({ id }: Row) => call.has(id) || (!isToCall && mail.has(id))
      const isForMail = ({ id }: Row) => isToCall && mail.has(id) && !call.has(id)
      const matched = rows.filter(matches(criteria))
      const excludes = criteria.exclude?.delivered ?? true
      const isExcluded = (row: Row) => excludes && (hasAll(row) || (isForMail(row) && !addPhones))
      const included = matched.filter((row) => !isExcluded(row))
      const isClean = (row: Row) => getExpectedOutcome(row, campaignType) === 'CLEAN'
      const count = (outcome: string) =>
        included.filter((row) => getExpectedOutcome(row, campaignType) === outcome).length
      const suppressedBy = severityOrder.flatMap((result) =>
        result !== 'CLEAN' && count(result) > 0 ? [{ result, count: count(result) }] : [],
      )
      const [free, phonesAdded] = [hasAll, isForMail].map((test) => included.filter(isClean).filter(test).length)
      const quote = await fetchQuote(consumer, campaignType, criteria, addPhones)
      expect(quote).toMatchObject({
        matched: matched.length,
        alreadyDelivered: matched.length - included.length,
        purchased: excludes ? matched.filter(hasAll).length : 0,
        purchasedForMail: excludes && !addPhones ? matched.filter(isForMail).length : 0,
        phonesToAdd: matched.filter(isForMail).filter(isClean).length,
        duplicates: 0,
        noContact: count('NO_CONTACT'),
        notTraced: 0,
        suppressedBy,
        deliverable: count('CLEAN'),
        free,
        credits:
          (count('CLEAN') - (free ?? 0) - (phonesAdded ?? 0)) * quote.creditsPerLead +
          (phonesAdded ?? 0) * quote.creditsToAddPhones,
      })
      expect(quote.alreadyDelivered + quote.noContact + quote.suppressed + quote.deliverable).toBe(quote.matched)
      expect(quote.creditsToAddPhones).toBe(isToCall ? quote.creditsPerLead - 1 : 0)
    }),
    { numRuns: 60 },
  )
  expect(new Set(resultByNumber.values())).toEqual(new Set(severityOrder))
}, 120_000)

test.each(['MAIL_READY', 'CALL_READY'] as const)(
  'an order for all leads that a %s quote calls deliverable delivers them',
  async (campaignType) => {
    const criteria = { location: { states: states.slice(0, 4) } }
    const quote = await fetchQuote(consumer, campaignType, criteria)
    expect(quote.deliverable).toBeGreaterThan(20)
    const of = async (quantity: number, wanted: Criteria = criteria) => {
      const draft = { orderName: 'All', campaignType, criteria: wanted, quantity }
      const { body } = await consumer.as.call(privateOrders.place, { body: draft })
      await fulfilTestOrder(portal, body.id)
      return (await consumer.as.call(privateOrders.get, { params: { id: body.id } })).body
    }
    // One more than there are, so that no lead is left.
    expect(await of(quote.deliverable + 1)).toMatchObject({
      deliveredQuantity: quote.deliverable,
      creditsCaptured: quote.credits,
    })
    expect(await fetchQuote(consumer, campaignType, criteria)).toMatchObject({ deliverable: 0, credits: 0 })
    const again = { ...criteria, exclude: { delivered: false } }
    const repeat = await fetchQuote(consumer, campaignType, again)
    expect(await of(repeat.deliverable, again)).toMatchObject({
      deliveredQuantity: repeat.deliverable,
      creditsCaptured: repeat.credits,
    })
    expect(repeat.free).toBe(repeat.deliverable)
  },
  120_000,
)

test('a lead is quoted at its price again a year after it was paid for', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100 })
  const criteria = { location: { states: ['TN'] }, exclude: { delivered: false } }
  const draft = { orderName: 'Once', campaignType: 'MAIL_READY' as const, criteria, quantity: 10 }
  const { body } = await owner.as.call(privateOrders.place, { body: draft })
  await fulfilTestOrder(portal, body.id)
  expect((await fetchQuote(owner, 'MAIL_READY', criteria)).free).toBe(10)
  const paidAt = new Date(portal.clock.now().getTime() - 366 * 86_400_000)
  await portal.db.updateTable('leadPurchases').set({ paidAt }).where('userId', '=', owner.id).execute()
  expect((await fetchQuote(owner, 'MAIL_READY', criteria)).free).toBe(0)
})

test('leads purchased by other users do not count as purchased, those for mail lack phones, and those to call lack nothing', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 1_000 })
  const criteria = { location: { states: ['TN'] } }
  const before = await fetchQuote(owner, 'MAIL_READY', criteria)
  expect(before.alreadyDelivered).toBe(0)
  const { body } = await owner.as.call(orders.place, {
    params: { campaignId: owner.campaign.id },
    body: { orderName: 'Mail', quantity: 5, criteria },
  })
  await fulfilTestOrder(portal, body.id)
  expect(await fetchQuote(owner, 'MAIL_READY', criteria)).toMatchObject({
    matched: before.matched,
    alreadyDelivered: 5,
    deliverable: before.deliverable - 5,
  })
  expect(await fetchQuote(owner, 'CALL_READY', criteria)).toMatchObject({
    ...{ alreadyDelivered: 5, purchased: 0, purchasedForMail: 5 },
  })
  expect(await fetchQuote(consumer, 'MAIL_READY', criteria)).toMatchObject({ alreadyDelivered: 0 })
})

/** Builds a request context for a user. */
const createContext = ({ id, role }: TestUser, signal: AbortSignal) => ({
  ...portal.services,
  requestId: 'test',
  caller: { ipAddress: '127.0.0.1', userAgent: '' },
  actor: { userId: id, role, sessionId: id },
  signal,
})

test('with a contact vendor, owners it has not been asked about count as not traced', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const unknown = rows.filter((row) => row.isNamed && row.owner !== '' && !phones.has(row.owner))
  const asked = [...new Set(unknown.map((row) => row.owner))].slice(0, 5)
  const of = { vendor: 'Test vendor', contacts: '[]', tracedAt: portal.clock.now() }
  await portal.db
    .insertInto('contactTraces')
    .values(asked.map((ownerKey) => ({ ...of, ownerKey })))
    .execute()
  await syncOwnerTraces(portal.services, 'Test vendor', asked)
  // The query does not contain the owners, however many there are.
  const { clickhouse } = portal.services
  const listRows: typeof clickhouse.rows = (text, params, options) => {
    expect(asked.filter((ownerKey) => JSON.stringify(params).includes(ownerKey))).toEqual([])
    return clickhouse.rows(text, params, options)
  }
  const here = createContext(owner, new AbortController().signal)
  const ctx = { ...here, clickhouse: { ...clickhouse, rows: listRows } }
  const ask = async () => {
    throw new Error('a quote asks nobody')
  }
  const vendor = { name: 'Test vendor', batchSize: 1, dailyLimit: 1, longestTryMs: 1, ask }
  const quote = await quoteOrder(ctx, { vendor }, { campaignType: 'CALL_READY', criteria: {} })
  expect(quote.notTraced).toBe(unknown.filter((row) => !asked.includes(row.owner)).length)
  expect(quote).toEqual({ ...(await fetchQuote(owner, 'CALL_READY', {})), notTraced: quote.notTraced })
})

test('a quote is aborted when its client disconnects', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const ctx = createContext(owner, AbortSignal.abort())
  await expect(quoteOrder(ctx, noContactProvider, { campaignType: 'MAIL_READY', criteria: {} })).rejects.toThrow()
})

test('a quote needs no filter and no credits; without a registry every number counts as not scrubbed', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  expect((await fetchQuote(owner, 'MAIL_READY', {})).matched).toBe(rows.length)
  onTestFinished(async () => {
    await portal.db.deleteFrom('dncListVersions').execute()
    await importTestLists()
  })
  await portal.db.deleteFrom('dncListVersions').execute()
  const quote = await fetchQuote(owner, 'CALL_READY', callReadyDraft.criteria)
  expect(quote).toMatchObject({ deliverable: 0, suppressedBy: [{ result: 'NOT_SCRUBBED', count: quote.suppressed }] })
  expect(quote.suppressed).toBeGreaterThan(0)
  await importTestRegistry(portal, [])
  expect((await fetchQuote(owner, 'CALL_READY', callReadyDraft.criteria)).deliverable).toBe(quote.suppressed)
})
