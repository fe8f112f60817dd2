import type { BalancePoint } from '@dooryard/contract/credit-history'
import type { Day } from './balance-days.ts'
import type { BucketState } from './credit-history.queries.ts'

/**
 * The balance at the end of each of these days: a day without entries has that of the day before. `before` is what each
 * bucket had until then, `changes` what it had at the end of a day with entries, of which the first is 0.
 */
export function dailyBalances(
  days: readonly Day[],
  before: readonly BucketState[],
  changes: readonly (BucketState & { day: number })[],
): BalancePoint[] {
  const states = new Map(before.map((state) => [state.bucket, state]))
  const byDay = Map.groupBy(changes, ({ day }) => day)
  return days.map(({ date }, day) => {
    for (const state of byDay.get(day) ?? []) states.set(state.bucket, state)
    const [subscription, onDemand] = [states.get('SUBSCRIPTION'), states.get('ON_DEMAND')]
    return {
      date,
      subscription: subscription?.available ?? 0,
      onDemand: onDemand?.available ?? 0,
      held: (subscription?.held ?? 0) + (onDemand?.held ?? 0),
    }
  })
}
