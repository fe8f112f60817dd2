import { dayMs, minuteMs } from '@dooryard/contract/api/time'
import { billing } from '@dooryard/contract/billing/billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { getInfo, listUserPayments, scale } from '../checkout/purchases.fixture.ts'
import { createSandbox } from '../index.ts'
import { addMonths } from '../provider/add-months.ts'
import { advance } from '../provider/sandbox/pay.fixture.ts'
import { createAnnualBilling, setAnnualPrices } from './annual-billing.fixture.ts'

let isResponseLost = false

const portal = await testPortal({
  provider: (services) => {
    const sandbox = createSandbox(services)
    return {
      ...sandbox,
      changePlan: async (order) => {
        const change = await sandbox.changePlan(order)
        if (isResponseLost) throw new Error('no response')
        return change
      },
    }
  },
})
afterAll(portal.close)
const { subscribe, grantMonths, sync, pass, requestQuote, listGrants } = createAnnualBilling(portal)

beforeAll(async () => setAnnualPrices(await user(portal, { role: 'SUPER_ADMIN' })))

/** Days that are whole milliseconds: 84 seconds. */
const moment = 1 / 1024

/** Quotes the larger plan a moment before the second month of the year. */
async function quoteAtMonthEnd() {
  const buyer = await subscribe()
  const start = new Date((await getInfo(buyer)).subscription?.currentPeriodStart ?? 0)
  await pass(buyer, (addMonths(start, 1).getTime() - start.getTime()) / dayMs - moment)
  const { body: quote } = await requestQuote(buyer, scale)
  const change = () => buyer.as.call(billing.changePlan, { body: { planId: scale, quoteId: quote.quoteId } })
  return { buyer, quote, change }
}

/** Expects the quoted credits, and the difference of the month that was granted without the change. */
async function expectWholeMonth({ buyer, quote }: Awaited<ReturnType<typeof quoteAtMonthEnd>>) {
  const brought = quote.creditsGrantedNow + 12_000
  expect(await listGrants(buyer)).toEqual([4000, 4000, brought])
  expect(await listChanges(buyer)).toMatchObject([{ amount: quote.amountDueNow.amount, creditsGranted: brought }])
  await pass(buyer, 32)
  expect((await listGrants(buyer)).slice(3)).toEqual([4000, 12_000])
}

const listChanges = async ({ id }: TestUser) =>
  (await listUserPayments(portal, id)).filter(({ reason }) => reason === 'CHANGE')

test('a quote of the last minutes of a month holds in the next one, whose credits come with the change', async () => {
  const quoted = await quoteAtMonthEnd()
  const { buyer, quote, change } = quoted
  expect(Date.parse(quote.expiresAt) - portal.clock.now().getTime()).toBeGreaterThan(25 * minuteMs)
  // Those of the last day.
  expect(quote.creditsGrantedNow).toBeLessThan(500)
  await pass(buyer, 2 * moment)
  expect(await change()).toMatchObject({ status: 200 })
  await expectWholeMonth(quoted)
})

test('a change that is paid in one month and known only in the next brings the credits of both', async () => {
  const quoted = await quoteAtMonthEnd()
  isResponseLost = true
  expect((await quoted.change()).status).toBe(500)
  isResponseLost = false
  await advance(portal, 2 * moment)
  await grantMonths()
  expect(await listGrants(quoted.buyer)).toEqual([4000, 4000])
  await sync(quoted.buyer)
  await expectWholeMonth(quoted)
})
