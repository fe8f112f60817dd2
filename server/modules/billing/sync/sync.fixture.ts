import { sql } from 'kysely'
import { decrypt } from '../../../platform/crypto/encrypt.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { newId } from '../../../platform/util/ids.ts'
import type { Portal } from '../../../test/portal.ts'
import {
  createTestAccount,
  getAccountSums,
  listLedgerEntries,
  sumLedgerEntries,
} from '../../credits/ledger/ledger.fixture.ts'
import type { BillingServices } from '../billing-context.ts'
import { type FakeProvider, fakeProvider } from '../provider/fake-provider.fixture.ts'
import type { PlanTerms } from '../provider/provider.ts'

const plan = (planId: string, name: string, price: number, credits: number): PlanTerms => ({
  planId: `00000000-0000-7000-8000-000000000${planId}`,
  ...{ name, price, credits, currency: 'USD', interval: 'MONTH' },
})

export const starter = plan('101', 'Starter', 4900, 1000)
export const growth = plan('102', 'Growth', 14_900, 4000)
export const scale = plan('103', 'Scale', 49_900, 16_000)

export const day = 86_400_000

/** A portal with a fake payment provider. */
export function createBillingTestContext(portal: Portal, fake: FakeProvider = fakeProvider()) {
  const services: BillingServices = { ...portal.services, ...portal.billing, provider: fake.provider }
  return { portal, services, fake, db: portal.db }
}
export type BillingTestContext = ReturnType<typeof createBillingTestContext>

/** Creates a user who is a customer at the provider. */
export async function createBuyer({ db, fake }: BillingTestContext) {
  const userId = await createTestAccount(db)
  const email = `${userId}@example.com`
  const providerId = await fake.provider.createCustomer({ userId, email, name: 'Tess Ledger' })
  await db.insertInto('billingCustomers').values({ userId, provider: 'SANDBOX', providerId }).execute()
  return { userId, email, customerId: providerId }
}
export type Buyer = Awaited<ReturnType<typeof createBuyer>>

type TestPurchase = { plan: PlanTerms } | { pack: { credits: number; price: number } }
type PurchaseOptions = { discount?: number; bonusCredits?: number; couponCode?: string }

/** Opens a checkout whose page can be paid. */
export async function openTestCheckout(
  { db, fake }: BillingTestContext,
  { userId, email, customerId }: Buyer,
  purchase: TestPurchase,
  options: PurchaseOptions = {},
) {
  const { discount = 0, bonusCredits = 0, couponCode = null } = options
  const id = newId()
  const isPlan = 'plan' in purchase
  const name = isPlan ? purchase.plan.name : `${purchase.pack.credits} credits`
  const { price, credits } = isPlan ? purchase.plan : purchase.pack
  const expiresAt = new Date(Date.now() + 1_860_000)
  const pack = { kind: 'PACK', packId: 'pack', name, price, currency: 'USD' } as const
  const session = await fake.provider.createCheckout({
    ...{ checkoutId: id, customerId, email, discount, expiresAt },
    item: isPlan ? { kind: 'SUBSCRIPTION', plan: purchase.plan } : pack,
    ...{ successUrl: 'http://localhost:3000/paid', cancelUrl: 'http://localhost:3000/left' },
  })
  await db
    .insertInto('checkouts')
    .values({
      ...{ id, userId, provider: 'SANDBOX', providerId: session.id, source: 'PERSON', name, credits },
      ...{ kind: isPlan ? 'SUBSCRIPTION' : 'PACK', planId: isPlan ? purchase.plan.planId : null },
      ...{ bonusCredits, couponCode, listPrice: price, discount, currency: 'USD', status: 'OPEN', expiresAt },
      createdAt: new Date(),
    })
    .execute()
  return { checkoutId: id, sessionId: session.id }
}

/** Opens a checkout that is paid at the provider and not recorded yet. */
export async function payTestCheckout(
  context: BillingTestContext,
  buyer: Buyer,
  purchase: TestPurchase,
  options: PurchaseOptions = {},
) {
  const opened = await openTestCheckout(context, buyer, purchase, options)
  context.fake.pay(opened.sessionId)
  const session = await context.fake.provider.checkout(opened.sessionId)
  return {
    ...opened,
    subscriptionId: session.subscriptionId ?? '',
    invoiceId: session.invoiceId ?? '',
    paymentId: session.paymentId ?? '',
  }
}

/** Inserts the quote of an upgrade. */
export async function insertTestQuote(
  { db, fake }: BillingTestContext,
  userId: string,
  subscriptionId: string,
  to: PlanTerms,
  creditsNow: number,
) {
  const row = await db
    .selectFrom('subscriptions')
    .select(['id', 'planId', 'periodEnd', 'periodStart', 'cancelAtPeriodEnd'])
    .where('providerId', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const id = newId()
  const change = { subscriptionId, to, proratedAt: row.periodStart, discount: 0 }
  const { charge, credit, amountDue } = await fake.provider.priceChange(change)
  await db
    .insertInto('subscriptionQuotes')
    .values({
      ...{ id, userId, subscriptionId: row.id, planId: to.planId, kind: 'UPGRADE', price: to.price, currency: 'USD' },
      ...{ creditsPerPeriod: to.credits, charge, credit, discount: 0, amountDue, creditsNow },
      ...{ proratedAt: row.periodStart, periodEnd: row.periodEnd, fromPlanId: row.planId },
      cancelAtPeriodEnd: row.cancelAtPeriodEnd,
      ...{ expiresAt: new Date(Date.now() + 1_800_000), createdAt: new Date() },
    })
    .execute()
  return { ...change, quoteId: id, when: 'NOW' as const, amountDue, cancelAtPeriodEnd: row.cancelAtPeriodEnd }
}

/** Everything recorded about a user's money and credits, except ids, numbers and times. */
export async function getBillingRecord({ db }: BillingTestContext, userId: string) {
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select([
      'planId',
      'price',
      'creditsPerPeriod',
      'nextPlanId',
      'status',
      'cancelAtPeriodEnd',
      'endReason',
      'isDuplicate',
    ])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('isDuplicate')
    .execute()
  const payments = await db
    .selectFrom('paymentTransactions')
    .select(['reason', 'status', 'amount', 'discount', 'creditsGranted', 'description'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('reason')
    .orderBy('status')
    .execute()
  const sums = await getAccountSums(db, userId)
  return { subscriptions, payments, sums }
}

export { listLedgerEntries, sumLedgerEntries }

/** Makes a worker retry at once what it would retry some seconds later. */
export async function retryFailedJobs({ db }: Portal): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()
    where last_error is not null and locked_at is null`.execute(db)
  // As the library notifies its workers of a new job.
  await sql`select pg_notify('jobs:insert', json_build_object('r', random()::text, 'count', 1)::text)`.execute(db)
}

/** The mails to an address, in order. */
export async function listMails({ db, portal }: BillingTestContext, email: string) {
  const { rows } = await sql<{ payload: { sealed: string } }>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'send-mail' order by jobs.id`.execute(db)
  const mails = rows.map(({ payload }) => decrypt(portal.services.secrets, 'send-mail', payload.sealed))
  return (mails as Mail[]).filter(({ to }) => to === email)
}

/** The subjects of the mails to an address. */
export const listMailSubjects = async (context: BillingTestContext, email: string): Promise<string[]> =>
  (await listMails(context, email)).map(({ subject }) => subject)
