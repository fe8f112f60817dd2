import { sql } from 'kysely'
import { newId } from '../../../platform/ids.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { unseal } from '../../../platform/sealed.ts'
import type { Portal } from '../../../test/portal.ts'
import { account, entriesOf, sumsInAccount, sumsOfEntries } from '../../credits/ledger.fixture.ts'
import type { BillingServices } from '../billing-context.ts'
import { type FakeProvider, fakeProvider } from '../fake-provider.fixture.ts'
import type { PlanTerms } from '../provider.ts'

const plan = (planId: string, name: string, price: number, credits: number): PlanTerms => ({
  planId: `00000000-0000-7000-8000-000000000${planId}`,
  ...{ name, price, credits, currency: 'USD' },
})

export const starter = plan('101', 'Starter', 4900, 1000)
export const growth = plan('102', 'Growth', 14_900, 4000)
export const scale = plan('103', 'Scale', 49_900, 16_000)

export const day = 86_400_000

/** A portal whose payment provider is a fake of one's own. */
export function settling(portal: Portal, fake: FakeProvider = fakeProvider()) {
  const services: BillingServices = { ...portal.services, ...portal.billing, provider: fake.provider }
  return { portal, services, fake, db: portal.db }
}
export type Settling = ReturnType<typeof settling>

/** Somebody whom the provider knows. */
export async function buyer({ db, fake }: Settling) {
  const userId = await account(db)
  const email = `${userId}@example.com`
  const providerId = await fake.provider.createCustomer({ userId, email, name: 'Tess Ledger' })
  await db.insertInto('billingCustomers').values({ userId, provider: 'SANDBOX', providerId }).execute()
  return { userId, email, customerId: providerId }
}
export type Buyer = Awaited<ReturnType<typeof buyer>>

type Offer = { plan: PlanTerms } | { pack: { credits: number; price: number } }
type Extras = { discount?: number; bonusCredits?: number; couponCode?: string }

/** A purchase whose page is open. */
export async function open(
  { db, fake }: Settling,
  { userId, email, customerId }: Buyer,
  offer: Offer,
  extras: Extras = {},
) {
  const { discount = 0, bonusCredits = 0, couponCode = null } = extras
  const id = newId()
  const isPlan = 'plan' in offer
  const name = isPlan ? offer.plan.name : `${offer.pack.credits} credits`
  const { price, credits } = isPlan ? offer.plan : offer.pack
  const expiresAt = new Date(Date.now() + 1_860_000)
  const pack = { kind: 'PACK', packId: 'pack', name, price, currency: 'USD' } as const
  const session = await fake.provider.createCheckout({
    ...{ checkoutId: id, customerId, email, discount, expiresAt },
    item: isPlan ? { kind: 'SUBSCRIPTION', plan: offer.plan } : pack,
    ...{ successUrl: 'http://localhost:3000/paid', cancelUrl: 'http://localhost:3000/left' },
  })
  await db
    .insertInto('checkouts')
    .values({
      ...{ id, userId, provider: 'SANDBOX', providerId: session.id, source: 'PERSON', name, credits },
      ...{ kind: isPlan ? 'SUBSCRIPTION' : 'PACK', planId: isPlan ? offer.plan.planId : null },
      ...{ bonusCredits, couponCode, listPrice: price, discount, currency: 'USD', status: 'OPEN', expiresAt },
      createdAt: new Date(),
    })
    .execute()
  return { checkoutId: id, sessionId: session.id }
}

/** A purchase that is paid at the provider, and not recorded yet. */
export async function paid(given: Settling, who: Buyer, offer: Offer, extras: Extras = {}) {
  const opened = await open(given, who, offer, extras)
  given.fake.pay(opened.sessionId)
  const session = await given.fake.provider.checkout(opened.sessionId)
  return {
    ...opened,
    subscriptionId: session.subscriptionId ?? '',
    invoiceId: session.invoiceId ?? '',
    paymentId: session.paymentId ?? '',
  }
}

/** What an upgrade was said to cost. */
export async function quoted(
  { db, fake }: Settling,
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
  const { charge, credit, amountDue } = await fake.provider.quoteChange(change)
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

/** Everything that is recorded of somebody's money and credits, but for ids, numbers and times. */
export async function recordOf({ db }: Settling, userId: string) {
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
  const sums = await sumsInAccount(db, userId)
  return { subscriptions, payments, sums }
}

export { entriesOf, sumsOfEntries }

/** Has a worker try at once what it would try again some seconds later. */
export async function retryFailedJobs({ db }: Portal): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()
    where last_error is not null and locked_at is null`.execute(db)
  // As the library tells its workers of a new job.
  await sql`select pg_notify('jobs:insert', json_build_object('r', random()::text, 'count', 1)::text)`.execute(db)
}

/** The mails to an address, in order. */
export async function letters({ db, portal }: Settling, email: string) {
  const { rows } = await sql<{ payload: { sealed: string } }>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'send-mail' order by jobs.id`.execute(db)
  const mails = rows.map(({ payload }) => unseal(portal.services.secrets, 'send-mail', payload.sealed))
  return (mails as Mail[]).filter(({ to }) => to === email)
}

/** Their subjects. */
export const mailsTo = async (given: Settling, email: string): Promise<string[]> =>
  (await letters(given, email)).map(({ subject }) => subject)
