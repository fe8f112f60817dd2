import type { CampaignType } from '@dooryard/contract/api/enums'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const count = async (campaignType: CampaignType, delivered: boolean, maxRead?: number) => {
  const selection = { criteria: { exclude: { delivered } }, asOf: portal.clock.now() }
  const { onePerOwner, onePerAddress } = options
  const distinct = { onePerOwner, ...(campaignType === 'MAIL_READY' && { onePerAddress }) }
  const audience = { userId, campaignType, addPhones: false, ...distinct, selection }
  const services = { ...portal.services, contacts: noContactProvider }
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
    const { quote: estimate } = await count(campaignType, isExcluding, 2_500)
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
  expect((await count('MAIL_READY', true, narrowed.fresh)).quote).toEqual(quote)
})
