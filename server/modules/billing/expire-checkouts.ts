import { isAppError } from '../../platform/errors.ts'
import type { BillingServices } from './billing-context.ts'
import { selectOverdue } from './checkouts.queries.ts'
import { closeUnpaid } from './close-unpaid.ts'

const atOnce = 100

/**
 * Closes purchases that nobody has paid in time, and gives their coupons back. One that cannot be closed holds up no
 * other.
 */
export async function expireCheckouts(services: BillingServices): Promise<void> {
  const { db, clock, provider } = services
  if (!provider) return
  const now = clock.now()
  let page: Awaited<ReturnType<typeof selectOverdue>> = []
  do {
    page = await selectOverdue(db, { provider: provider.name, now, after: page.at(-1), limit: atOnce })
    for (const overdue of page) if ((await closeOrSay(services, overdue)) === 'UNAVAILABLE') return
  } while (page.length === atOnce)
}

/** Why it could not be closed, if it could not. */
async function closeOrSay(services: BillingServices, overdue: Parameters<typeof closeUnpaid>[1]) {
  try {
    await closeUnpaid(services, overdue)
    return undefined
  } catch (error) {
    services.log.warn({ err: error, checkoutId: overdue.id }, 'a purchase could not be closed')
    return isAppError(error) ? error.code : 'INTERNAL'
  }
}
