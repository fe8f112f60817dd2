import type { Purchase } from '@dooryard/contract/purchases'
import { Role } from '@dooryard/contract/roles'
import { newId, newRequestId } from '../../platform/ids.ts'
import { withLock } from '../../platform/postgres/advisory-locks.ts'
import type { BillingContext, BillingServices } from './billing-context.ts'
import { findUnstocked } from './buy-for-demo.queries.ts'
import { findCheckout, selectOpen } from './checkouts.queries.ts'
import { paySession } from './sandbox/pay-session.ts'
import { settleCheckout } from './settle/settle-checkout.ts'
import { startCheckout } from './start-checkout.ts'

type DemoPurchase = Purchase & { email: string }

/**
 * Has demo accounts buy their plans and packs in the sandbox, once. A start that was cut off is finished by the next
 * one.
 */
export async function buyForDemo(services: BillingServices, purchases: readonly DemoPurchase[]): Promise<void> {
  if (services.provider?.name !== 'SANDBOX') return
  const wanted = (await unstocked(services, purchases)).map(({ purchase }) => purchase)
  if (wanted.length === 0) return
  // Another process that starts at the same time would find as little as this one. The work may use other connections:
  // nothing else in this process waits for the lock.
  await withLock(services.db, 'demo purchases', async () => {
    for (const { purchase, person } of await unstocked(services, wanted)) await buyOrSay(services, purchase, person)
  })
}

/** An account that begins with less is no reason not to start. */
async function buyOrSay(services: BillingServices, purchase: DemoPurchase, person: Person): Promise<void> {
  try {
    await buy(contextOf(services, person), purchase)
  } catch (error) {
    services.log.warn({ err: error, purchase }, 'a demo account begins without what it should have bought')
  }
}

type Person = { id: string; role: string }

async function unstocked({ db }: BillingServices, purchases: readonly DemoPurchase[]) {
  const found: { purchase: DemoPurchase; person: Person }[] = []
  for (const purchase of purchases) {
    const person = await findUnstocked(db, purchase.email, purchase.planId ? 'SUBSCRIPTION' : 'ON_DEMAND')
    if (person) found.push({ purchase, person })
  }
  return found
}

const contextOf = (services: BillingServices, { id, role }: Person): BillingContext => ({
  ...services,
  requestId: newRequestId(),
  caller: { ipAddress: '127.0.0.1', userAgent: 'Dooryard demo' },
  signal: new AbortController().signal,
  actor: { userId: id, role: Role.parse(role), sessionId: newId() },
})

async function buy(ctx: BillingContext, { email, ...purchase }: DemoPurchase): Promise<void> {
  // What a start that was cut off has paid for is recorded, and then it may be there.
  for (const { id, provider } of await selectOpen(ctx.db, ctx.actor.userId))
    if (provider === 'SANDBOX') await settleCheckout(ctx, id)
  if (!(await findUnstocked(ctx.db, email, purchase.planId ? 'SUBSCRIPTION' : 'ON_DEMAND'))) return
  const { sessionId } = await startCheckout(ctx, purchase)
  const checkout = await findCheckout(ctx.db, sessionId)
  if (!checkout?.providerId) throw new Error(`the purchase ${sessionId} was begun and is not there`)
  await paySession(ctx, checkout.providerId, { card: '4242424242424242' })
  await settleCheckout(ctx, sessionId)
}
