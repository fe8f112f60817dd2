import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { billing } from '@dooryard/contract/billing/billing'
import { adminCatalog } from '@dooryard/contract/billing/plans'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { verifyLedger } from '../../credits/ledger/ledger.fixture.ts'
import { buy, changeCard, getInfo, growth, listUserPayments, scale, starter } from '../checkout/purchases.fixture.ts'
import { advance, cardWithBehavior } from '../provider/sandbox/pay.fixture.ts'
import { endGracePeriods } from '../subscription/sync-overdue.ts'
import { grantAnnualMonths } from './grant-months.ts'
import { syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const services = { ...portal.services, ...portal.billing }
const admin = await user(portal, { role: 'SUPER_ADMIN' })
for (const [id, annualPrice] of [
  [starter, 49_000],
  [growth, 149_000],
  [scale, 499_000],
] as const)
  await admin.as.call(adminCatalog.changePlan, { params: { id }, body: { annualPrice } })

const plans = fc.constantFrom(starter, growth, scale)
const intervals = fc.constantFrom('MONTH' as const, 'YEAR' as const)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 75 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('choose' as const), plan: plans, interval: intervals }) },
  fc.record({ do: fc.constant('cancel' as const) }),
  fc.record({ do: fc.constant('card' as const), fails: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), isPart: fc.boolean() }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Subscribes, or changes the plan if there is a subscription; what is refused changes nothing. */
async function choose(buyer: TestUser, planId: string, interval: 'MONTH' | 'YEAR') {
  const { subscription } = await getInfo(buyer)
  if (!subscription || subscription.status === 'INACTIVE') return void (await buy(portal, buyer, { planId, interval }))
  const { status, body } = await buyer.as.call(billing.quote, { body: { planId, interval } })
  if (status === 200) await buyer.as.call(billing.changePlan, { body: { planId, quoteId: body.quoteId } })
}

async function refund(buyer: TestUser, isPart: boolean) {
  const paid = (await listUserPayments(portal, buyer.id)).findLast(({ status }) => status === 'PAID')
  if (!paid) return
  const params = { transactionId: paid.id }
  const { creditsLeft, refundedAmount } = (await admin.as.call(adminBilling.refundPreview, { params, query: {} })).body
  const part = isPart ? { amount: Math.floor((paid.amount - refundedAmount) / 3), refundedBefore: refundedAmount } : {}
  if (part.amount !== 0)
    await admin.as.call(adminBilling.refund, { params, body: { reason: 'x y z', creditsLeft, ...part } })
}

async function run(buyer: TestUser, one: Step) {
  if (one.do === 'pass') await advance(portal, one.days)
  if (one.do === 'choose') await choose(buyer, one.plan, one.interval)
  if (one.do === 'cancel') await buyer.as.call(billing.cancel, { body: {} })
  if (one.do === 'card') await changeCard(portal, buyer, cardWithBehavior(one.fails ? 'FAILS_AT_RENEWAL' : 'SUCCEEDS'))
  if (one.do === 'refund') await refund(buyer, one.isPart)
  const rows = await portal.db.selectFrom('subscriptions').select('providerId').where('userId', '=', buyer.id).execute()
  await Promise.all([
    grantAnnualMonths(services),
    ...rows.map(({ providerId }) => syncSubscription(services, providerId)),
  ])
  await Promise.all([grantAnnualMonths(services), grantAnnualMonths(services), endGracePeriods(services)])
}

/** The months of a year never bring more than a plan's credits, and never more than twelve of them. */
async function expectWholeMonths({ id }: TestUser) {
  const payments = await portal.db
    .selectFrom('paymentTransactions')
    .select(['creditsGranted', 'monthlyCredits'])
    .where('userId', '=', id)
    .where('monthlyCredits', 'is not', null)
    .execute()
  for (const { creditsGranted, monthlyCredits } of payments)
    expect(creditsGranted).toBeLessThanOrEqual(12 * Math.max(monthlyCredits ?? 0, 1) + 16_000)
  const { balance, subscription } = await getInfo(buyer(id))
  expect(balance.subscriptionCredits).toBeGreaterThanOrEqual(0)
  if (subscription?.status === 'INACTIVE') expect(balance.subscriptionCredits).toBe(0)
}

const buyers = new Map<string, TestUser>()
function buyer(id: string): TestUser {
  const found = buyers.get(id)
  if (!found) throw new Error('no buyer')
  return found
}

test('whatever happens to subscriptions in any order, the ledger adds up and no month is granted twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      const who = await user(portal)
      buyers.set(who.id, who)
      await buy(portal, who, { planId: growth, interval: 'YEAR' })
      for (const one of steps) await run(who, one)
      expect((await verifyLedger(portal.db)).problems).toEqual([])
      await expectWholeMonths(who)
    }),
    { numRuns: 5, endOnFailure: true },
  )
}, 60_000)
