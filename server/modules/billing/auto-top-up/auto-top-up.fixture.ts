import { billing } from '@dooryard/contract/billing/billing'
import type { AutoTopUpChange } from '@dooryard/contract/billing/purchases'
import { sql } from 'kysely'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { adjustCredits, captureHold, getBalance, holdCredits } from '../../credits/index.ts'
import type { BillingServices } from '../billing-context.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { cardWithBehavior, payWith } from '../provider/sandbox/pay.fixture.ts'

export const smallPack = '00000000-0000-7000-8000-000000000201'
export const packPrice = 3500
export const packCredits = 500

export const getBillingServices = (portal: Portal): BillingServices => ({ ...portal.services, ...portal.billing })

/** The test services with some provider methods overridden. */
export function withProviderOverrides(
  portal: Portal,
  change: (provider: PaymentProvider) => Partial<PaymentProvider>,
): BillingServices {
  const services = getBillingServices(portal)
  if (!services.provider) throw new Error('nobody takes the money')
  return { ...services, provider: { ...services.provider, ...change(services.provider) } }
}

/** Buys the small pack as a user does, which leaves the card on file. */
export async function buyPack(
  portal: Portal,
  { as }: Pick<TestUser, 'as'>,
  does: Parameters<typeof cardWithBehavior>[0],
) {
  const { status, body } = await as.call(billing.checkout, { body: { packId: smallPack } })
  if (status !== 201) throw new Error(`nothing can be bought: ${JSON.stringify(body)}`)
  await payWith(portal, body.url, cardWithBehavior(does))
  const state = await as.call(billing.checkoutState, { params: { sessionId: body.sessionId } })
  if (state.body.status !== 'PAID') throw new Error(`the pack was not paid: ${JSON.stringify(state.body)}`)
  return state.body
}

/** Creates a user who bought the small pack once, so that a card is on file. */
export async function createPayer(
  portal: Portal,
  does: Parameters<typeof cardWithBehavior>[0] = 'SUCCEEDS',
): Promise<TestUser> {
  const owner = await user(portal)
  await buyPack(portal, owner, does)
  return owner
}

export const setTopUp = ({ as }: Pick<TestUser, 'as'>, change: Partial<AutoTopUpChange> = {}) =>
  as.call(billing.autoTopUp, {
    body: { enabled: true, threshold: 100, packId: smallPack, monthlyCap: 2 * packPrice, ...change },
  })

/** Sets a user's on-demand balance: an order spends the excess, or an administrator grants what is missing. */
export async function setOnDemandBalance(portal: Portal, userId: string, credits: number): Promise<void> {
  const { onDemandCredits, subscriptionCredits } = await getBalance(portal.db, userId)
  const amount = onDemandCredits - credits
  // An order would spend subscription credits first.
  if (subscriptionCredits > 0) throw new Error('there are credits of a subscription, too')
  if (amount > 0) return spend(portal, userId, amount)
  const actor = { userId: newId(), role: 'SUPER_ADMIN' as const, sessionId: newId() }
  const grant = { userId, bucket: 'ON_DEMAND', amount: -amount, reason: 'Given in a test' } as const
  await adjustCredits({ ...portal.services, actor }, grant)
}

const spend = ({ db }: Portal, userId: string, amount: number) =>
  db.transaction().execute(async (tx) => {
    const orderId = newId()
    await holdCredits(tx, { userId, orderId, amount })
    const order = { orderId, capture: amount, actor: 'system', reason: 'Delivered in a test', at: new Date() }
    await captureHold(tx, order)
  })

export const getOnDemandCredits = async ({ db }: Portal, userId: string) =>
  (await getBalance(db, userId)).onDemandCredits

/** The user's automatic purchases, oldest first. */
export const listTopUpPayments = (portal: Portal, userId: string) =>
  portal.db
    .selectFrom('paymentTransactions')
    .select(['status', 'amount', 'description', 'failure', 'invoiceNumber', 'checkoutId'])
    .where('userId', '=', userId)
    .where('reason', '=', 'AUTO_TOP_UP')
    .orderBy('createdAt')
    .execute()

/** How often the sandbox charged the card automatically, whatever the portal has recorded. */
export async function countCharges(portal: Portal, userId: string): Promise<number> {
  const { rows } = await sql<{ charges: number }>`
    select count(*)::int as charges from sandbox_objects o
    join billing_customers c on c.provider_id = o.customer_id
    where o.kind = 'PAYMENT' and c.user_id = ${userId} and o.body->>'description' like '%automatic%'`.execute(portal.db)
  return rows[0]?.charges ?? 0
}

/** Whether a top-up job is queued for the user. */
export async function hasJob(portal: Portal, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs where key = ${`top-up-credits:${userId}`}`.execute(portal.db)
  return rows.length > 0
}
