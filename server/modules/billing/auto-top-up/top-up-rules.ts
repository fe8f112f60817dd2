/** The calendar month of an instant (UTC), up to and without its end. */
export function monthOf(now: Date): { from: Date; to: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { from: new Date(Date.UTC(year, month, 1)), to: new Date(Date.UTC(year, month + 1, 1)) }
}

type Situation = {
  isEnabled: boolean
  /** Whole credits. */
  threshold: number
  spendable: number
  /** Cents; what is being charged counts as spent. */
  cap: number
  spent: number
  price: number
  isSold: boolean
}

export type TopUpDecision = 'OFF' | 'ENOUGH' | 'NOT_SOLD' | 'FREE' | 'CAP_REACHED' | 'BUY'

export function decideTopUp(given: Situation): TopUpDecision {
  if (!given.isEnabled) return 'OFF'
  if (given.spendable >= given.threshold) return 'ENOUGH'
  if (!given.isSold) return 'NOT_SOLD'
  if (given.price <= 0) return 'FREE'
  return given.spent + given.price > given.cap ? 'CAP_REACHED' : 'BUY'
}
