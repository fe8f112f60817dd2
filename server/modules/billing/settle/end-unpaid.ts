import { inTransaction } from '../../../platform/postgres/database.ts'
import { releaseCoupon } from '../../coupons/index.ts'
import type { BillingServices } from '../billing-context.ts'
import { endCheckout } from './settle.queries.ts'

/** Ends a purchase that nobody has paid, and gives its coupon back; nothing where it has ended already. */
export const endUnpaid = (services: Pick<BillingServices, 'db' | 'clock'>, id: string, status: 'FAILED' | 'EXPIRED') =>
  inTransaction(services, async ({ db, clock }) => {
    if (await endCheckout(db, id, status, clock.now())) await releaseCoupon(db, id)
  })
