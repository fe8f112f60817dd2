import type Stripe from 'stripe'
import type { RefundState } from '../provider.ts'

export type StripeRefunds = { isAll: boolean; back: RefundState }

/** What was refunded of a payment, or withdrawn for a dispute; requires the expanded charge. */
export async function getRefunds(stripe: Stripe, intent: Stripe.PaymentIntent | undefined): Promise<StripeRefunds> {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  if (!charge) return { isAll: false, back: {} }
  const disputes = charge.disputed ? await listDisputes(stripe, charge) : []
  const taken = disputes.filter(isWithdrawn)
  const cents = taken.reduce((sum, { amount }) => sum + amount, charge.amount_refunded)
  const dispute = taken.length > 0 ? 'TAKEN' : disputes.some(({ status }) => status === 'won') ? 'WON' : undefined
  return {
    isAll: charge.refunded || cents >= charge.amount,
    back: { ...(cents > 0 && { wentBack: cents }), ...(dispute && { dispute }) },
  }
}

/** A charge only says that it was disputed, even after the dispute was won. */
const listDisputes = async (stripe: Stripe, { id: charge }: Stripe.Charge): Promise<Stripe.Dispute[]> =>
  (await stripe.disputes.list({ charge, limit: 100 })).data

/** Whether the money is withdrawn. An inquiry withdraws none; a dispute does from the start, until it is reinstated. */
const isWithdrawn = ({ status, balance_transactions }: Stripe.Dispute): boolean =>
  status === 'lost' || balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0
