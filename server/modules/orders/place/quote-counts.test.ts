import type { CampaignType } from '@dooryard/contract/api/enums'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { OverLimitError } from '../../../platform/clickhouse/errors.ts'
import { user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { noContactProvider } from '../../contacts/index.ts'
import { enableCallReady, fulfilTestOrder } from '../call-ready/call-orders.fixture.ts'
import { countQuote, openQuote } from './quote-counts.ts'

let portal: Portal
let userId: string
beforeAll(async () => {
  portal = await testPortal({ demoRows: 3_000 })
  const numbers = await portal.services.clickhouse.rows<{ value: string }>(
    "select distinct value from contacts where kind = 'PHONE' and value like '%3'",
  )
  await enableCallReady(portal, { numbers: numbers.map(({ value }) => value) })
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000 })
  userId = owner.id
  for (const campaignType of ['MAIL_READY', 'CALL_READY'] as const) {
    const body = { orderName: 'Before', campaignType, criteria: { location: { states: ['NC'] } }, quantity: 60 }
    const { body: placed } = await owner.as.call(privateOrders.place, { body })
    await fulfilTestOrder(portal, placed.id)
  }
})
afterAll(() => portal.close())

const options = { onePerOwner: true, onePerAddress: true }

/** Reads of all outcomes, not of a sample, are over a limit. */
const createLimitedClickHouse = (clickhouse: ClickHouse): ClickHouse => ({
  ...clickhouse,
  rows: (sql, ...rest) =>
    sql.includes('distinct') && !sql.includes('bitAnd(cityHash64')
      ? Promise.reject(new OverLimitError('time', undefined))
      : clickhouse.rows(sql, ...rest),
})

type CountOptions = { maxRead?: number; isTooBroad?: boolean }

const count = async (campaignType: CampaignType, delivered: boolean, { maxRead, isTooBroad }: CountOptions = {}) => {
  const selection = { criteria: { exclude: { delivered } }, asOf: portal.clock.now() }
  const { onePerOwner, onePerAddress } = options
  const distinct = { onePerOwner, ...(campaignType === 'MAIL_READY' && { onePerAddress }) }
  const audience = { userId, campaignType, addPhones: false, ...distinct, selection }
  const { clickhouse } = portal.services
  const services = {
    ...portal.services,
    clickhouse: isTooBroad ? createLimitedClickHouse(clickhouse) : clickhouse,
    contacts: noContactProvider,
  }
  const { narrowed } = await openQuote(services, audience)
  return { narrowed, quote: await countQuote(services, audience, maxRead) }
}

test.each([
  ['MAIL_READY', true],
  ['MAIL_READY', false],
  ['CALL_READY', true],
  ['CALL_READY', false],
] as const)(
  'a %s quote of more leads than are read is estimated close to the count (excluded: %s)',
  async (campaignType, isExcluding) => {
    const { quote: exact, narrowed } = await count(campaignType, isExcluding)
    const { quote: estimate } = await count(campaignType, isExcluding, { maxRead: 2_500, isTooBroad: true })
    expect([exact.isEstimate, estimate.isEstimate]).toEqual([false, true])
    // What is counted, and what the user has purchased, is exact.
    const { matched, alreadyDelivered, purchased, purchasedForMail } = exact
    expect(estimate).toMatchObject({ matched, alreadyDelivered, purchased, purchasedForMail })
    expect(narrowed.matched).toBe(matched)
    expect(narrowed.matched - narrowed.fresh).toBe(alreadyDelivered)
    const parts = estimate.duplicates + estimate.noContact + estimate.suppressed + estimate.deliverable
    expect(estimate.alreadyDelivered + parts).toBe(matched)
    // A quarter of 3,000 leads gives a coarse estimate.
    for (const key of ['duplicates', 'noContact', 'suppressed', 'deliverable'] as const)
      expect(Math.abs(estimate[key] - exact[key]), `${key}: ${estimate[key]}, not ${exact[key]}`).toBeLessThan(
        matched * 0.1,
      )
  },
)

test('an audience of as many leads as are read is counted', async () => {
  const { narrowed, quote } = await count('MAIL_READY', true)
  expect((await count('MAIL_READY', true, { maxRead: narrowed.fresh })).quote).toEqual(quote)
})

test('an audience of which few can be delivered is counted, and estimated only where that reads too much', async () => {
  const { narrowed, quote } = await count('CALL_READY', true)
  const maxRead = Math.ceil(quote.deliverable * 1.5)
  expect(maxRead).toBeLessThan(narrowed.fresh)
  expect((await count('CALL_READY', true, { maxRead })).quote).toEqual(quote)
  const { quote: estimate } = await count('CALL_READY', true, { maxRead, isTooBroad: true })
  expect(estimate).toMatchObject({ matched: quote.matched, isEstimate: true })
})

test('an audience of which more can be delivered than an order can have is estimated', async () => {
  const { quote } = await count('MAIL_READY', true)
  const maxRead = Math.floor(quote.deliverable / 2)
  expect((await count('MAIL_READY', true, { maxRead })).quote.isEstimate).toBe(true)
})
