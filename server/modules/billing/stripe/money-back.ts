import type Stripe from 'stripe'
import type { MoneyBack } from '../provider.ts'

export type Returned = { isAll: boolean; back: MoneyBack }

/** What of a payment was paid back, or withdrawn for a dispute; its charge has to be in it whole. */
export async function returnedOf(stripe: Stripe, intent: Stripe.PaymentIntent | undefined): Promise<Returned> {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  if (!charge) return { isAll: false, back: {} }
  const disputes = charge.disputed ? await disputesOf(stripe, charge) : []
  const taken = disputes.filter(isTaken)
  const cents = taken.reduce((sum, { amount }) => sum + amount, charge.amount_refunded)
  const dispute = taken.length > 0 ? 'TAKEN' : disputes.some(({ status }) => status === 'won') ? 'WON' : undefined
  return {
    isAll: charge.refunded || cents >= charge.amount,
    back: { ...(cents > 0 && { wentBack: cents }), ...(dispute && { dispute }) },
  }
}

/** A charge only says that there is one: it goes on saying so of a dispute that was won. */
const disputesOf = async (stripe: Stripe, { id: charge }: Stripe.Charge): Promise<Stripe.Dispute[]> =>
  (await stripe.disputes.list({ charge, limit: 100 })).data

/** Whether the money is gone. An inquiry takes none; a dispute takes it when it begins, until it is reinstated. */
const isTaken = ({ status, balance_transactions }: Stripe.Dispute): boolean =>
  status === 'lost' || balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0
