import { billing } from '@dooryard/contract/billing/billing'
import { adminCatalog } from '@dooryard/contract/billing/plans'
import { expect } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { buy, growth, scale, starter } from '../checkout/purchases.fixture.ts'
import { advance, cardWithBehavior } from '../provider/sandbox/pay.fixture.ts'
import { grantAnnualMonths } from './grant-months.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Sells the three plans by the year too, in cents. */
export async function setAnnualPrices(admin: TestUser): Promise<void> {
  for (const [id, annualPrice] of [
    [starter, 49_000],
    [growth, 149_000],
    [scale, 499_000],
  ] as const)
    expect(await admin.as.call(adminCatalog.changePlan, { params: { id }, body: { annualPrice } })).toMatchObject({
      status: 200,
      body: { annualPrice: { amount: annualPrice, currency: 'USD' } },
    })
}

/** Subscribers by the year, and time that passes for them. */
export function createAnnualBilling(portal: Portal) {
  const services = { ...portal.services, ...portal.billing }

  async function subscribe({
    planId = growth,
    interval = 'YEAR' as 'MONTH' | 'YEAR',
    card = cardWithBehavior('SUCCEEDS'),
  } = {}) {
    const buyer = await user(portal)
    await buy(portal, buyer, { planId, interval }, card)
    return buyer
  }

  const grantMonths = () => grantAnnualMonths(services)

  async function sync({ id }: TestUser) {
    const rows = await portal.db.selectFrom('subscriptions').select('providerId').where('userId', '=', id).execute()
    for (const { providerId } of rows) await syncSubscription(services, providerId)
  }

  /** Lets time pass as the jobs see it: the months are granted by several processes at once. */
  async function pass(buyer: TestUser, days: number) {
    await advance(portal, days)
    await Promise.all([grantMonths(), grantMonths(), sync(buyer)])
    await grantMonths()
  }

  const requestQuote = async ({ as }: TestUser, planId: string, interval?: 'MONTH' | 'YEAR') =>
    as.call(billing.quote, { body: { planId, interval } })

  /** How many credits the ledger granted month by month. */
  const listGrants = async ({ id }: TestUser) =>
    (
      await portal.db
        .selectFrom('creditEntries')
        .select('amount')
        .where('userId', '=', id)
        .where('type', '=', 'GRANT')
        .orderBy('seq')
        .execute()
    ).map(({ amount }) => amount)

  return { subscribe, grantMonths, sync, pass, requestQuote, listGrants }
}
