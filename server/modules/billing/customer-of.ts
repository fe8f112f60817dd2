import { notFound } from '../../platform/errors.ts'
import { type BillingServices, providerOf } from './billing-context.ts'
import { findBuyer, findCustomer, insertCustomer } from './customers.queries.ts'

/** Who a user is to the provider, made at the first purchase. Two purchases at once make one customer. */
export async function customerOf(services: BillingServices, userId: string): Promise<{ id: string; email: string }> {
  const { db, clock } = services
  const provider = providerOf(services)
  const buyer = await findBuyer(db, userId)
  if (buyer.closedAt) throw notFound('Your account')
  const known = await findCustomer(db, userId, provider.name)
  if (known) return { id: known.providerId, email: buyer.email }
  const { email, firstName, lastName } = buyer
  const providerId = await provider.createCustomer({ userId, email, name: `${firstName} ${lastName}` })
  await insertCustomer(db, { userId, provider: provider.name, providerId, now: clock.now() })
  const kept = await findCustomer(db, userId, provider.name)
  return { id: kept?.providerId ?? providerId, email }
}
