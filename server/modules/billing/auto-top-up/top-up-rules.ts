/** The calendar month of an instant (UTC), excluding its end. */
export function getCalendarMonth(now: Date): { from: Date; to: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { from: new Date(Date.UTC(year, month, 1)), to: new Date(Date.UTC(year, month + 1, 1)) }
}

type TopUpInput = {
  isEnabled: boolean
  /** Whole credits. */
  threshold: number
  spendable: number
  /** Cents; charges in progress count as spent. */
  cap: number
  spent: number
  price: number
  isSold: boolean
}

export type TopUpDecision = 'OFF' | 'ENOUGH' | 'NOT_SOLD' | 'FREE' | 'CAP_REACHED' | 'BUY'

export function decideTopUp(input: TopUpInput): TopUpDecision {
  if (!input.isEnabled) return 'OFF'
  if (input.spendable >= input.threshold) return 'ENOUGH'
  if (!input.isSold) return 'NOT_SOLD'
  if (input.price <= 0) return 'FREE'
  return input.spent + input.price > input.cap ? 'CAP_REACHED' : 'BUY'
}
