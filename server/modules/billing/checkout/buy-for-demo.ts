import { Role } from '@dooryard/contract/api/roles'
import type { Purchase } from '@dooryard/contract/billing/purchases'
import { withLock } from '../../../platform/postgres/advisory-locks.ts'
import { newId, newRequestId } from '../../../platform/util/ids.ts'
import type { BillingContext, BillingServices } from '../billing-context.ts'
import { selectPlans, updatePlan } from '../catalog/catalog.queries.ts'
import { paySession } from '../provider/sandbox/pay-session.ts'
import { completeCheckout } from '../sync/complete-checkout.ts'
import { findDemoAccountWithoutCredits } from './buy-for-demo.queries.ts'
import { findCheckout, listOpenCheckouts } from './checkouts.queries.ts'
import { startCheckout } from './start-checkout.ts'

type DemoPurchase = Purchase & {
  email: string
  /** When it was bought; now by default. */
  at?: Date
}

/**
 * Buys the plans and packs of the demo accounts in the sandbox, at most one of each. The next start completes an
 * interrupted one.
 */
export async function buyForDemo(services: BillingServices, purchases: readonly DemoPurchase[]): Promise<void> {
  if (services.provider?.name !== 'SANDBOX') return
  const wanted = (await listMissingPurchases(services, purchases)).map(({ purchase }) => purchase)
  if (wanted.length === 0) return
  // Another process that starts at the same time would also find nothing bought. The work may use other connections:
  // nothing else in this process waits for the lock.
  await withLock(services.db, 'demo purchases', async () => {
    await offerAnnualPlans(services)
    for (const { purchase, person } of await listMissingPurchases(services, wanted))
      await buyOrLog(services, purchase, person)
  })
}

/** Twelve months for the price of ten, where no plan has an annual price yet. */
async function offerAnnualPlans({ db, clock }: BillingServices): Promise<void> {
  const plans = await selectPlans(db)
  if (plans.some(({ annualPrice }) => annualPrice !== null)) return
  for (const { id, price } of plans) await updatePlan(db, id, { annualPrice: price * 10, updatedAt: clock.now() })
}

/** A demo account that starts with fewer credits must not stop the server from starting. */
async function buyOrLog(services: BillingServices, purchase: DemoPurchase, person: DemoUser): Promise<void> {
  const { at } = purchase
  try {
    await buy(buildContext({ ...services, ...(at && { clock: { now: () => at } }) }, person), purchase)
  } catch (error) {
    services.log.warn({ err: error, purchase }, 'a demo account begins without what it should have bought')
  }
}

type DemoUser = { id: string; role: string }

async function listMissingPurchases({ db }: BillingServices, purchases: readonly DemoPurchase[]) {
  const found: { purchase: DemoPurchase; person: DemoUser }[] = []
  for (const purchase of purchases) {
    const person = await findDemoAccountWithoutCredits(
      db,
      purchase.email,
      purchase.planId ? 'SUBSCRIPTION' : 'ON_DEMAND',
    )
    if (person) found.push({ purchase, person })
  }
  return found
}

const buildContext = (services: BillingServices, { id, role }: DemoUser): BillingContext => ({
  ...services,
  requestId: newRequestId(),
  caller: { ipAddress: '127.0.0.1', userAgent: 'Dooryard demo' },
  signal: new AbortController().signal,
  actor: { userId: id, role: Role.parse(role), sessionId: newId() },
})

async function buy(ctx: BillingContext, { email, at: _, ...purchase }: DemoPurchase): Promise<void> {
  // Record what an interrupted start has already paid for; the purchase may then be complete.
  for (const { id, provider } of await listOpenCheckouts(ctx.db, ctx.actor.userId))
    if (provider === 'SANDBOX') await completeCheckout(ctx, id)
  if (!(await findDemoAccountWithoutCredits(ctx.db, email, purchase.planId ? 'SUBSCRIPTION' : 'ON_DEMAND'))) return
  const { sessionId } = await startCheckout(ctx, purchase)
  const checkout = await findCheckout(ctx.db, sessionId)
  if (!checkout?.providerId) throw new Error(`the purchase ${sessionId} was begun and is not there`)
  await paySession(ctx, checkout.providerId, { card: '4242424242424242' })
  await completeCheckout(ctx, sessionId)
}
