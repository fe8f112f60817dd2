import type { DncCheck } from '@dooryard/contract/dnc'
import type { ScrubResult } from '@dooryard/contract/vocabularies'
import type { Context, Services } from '../../platform/context.ts'
import { countNumbers, findNumbers } from './numbers.queries.ts'
import { type PlanCopy, type ScrubPlan, scrubPlan } from './scrub-plan.ts'
import { areaCodeOf, deciderOf, gravest, isTenDigits, nationalCopies, usedCopies } from './scrub-rules.ts'

type Store = Pick<Services, 'clickhouse'>

/** Throws where numbers of a list are missing from the store, since one of them would be called clean. */
export async function scrubNumbers(
  store: Store,
  plan: ScrubPlan,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ScrubResult>> {
  const results = new Map<string, ScrubResult>()
  for (const [number, reasons] of await scrubReasons(store, plan, numbers)) results.set(number, gravest(reasons))
  return results
}

export async function scrubReasons(
  { clickhouse }: Store,
  plan: ScrubPlan,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ScrubResult[]>> {
  const copies = usedCopies(plan)
  const distinct = [...new Set(numbers)]
  const among = [...new Set(copies.map(({ load }) => load))]
  const hits = await findNumbers(clickhouse, { loads: among, numbers: distinct.filter(isTenDigits) })
  // After the look-up: numbers go load by load, and what is all there now was all there then.
  await ensureWhole(clickhouse, copies)
  const foundIn = new Map(hits.map(({ phone, loads }) => [phone, loads]))
  const decide = deciderOf(plan)
  return new Map(distinct.map((number) => [number, decide(number, foundIn.get(number) ?? [])]))
}

async function ensureWhole(clickhouse: Services['clickhouse'], copies: readonly PlanCopy[]): Promise<void> {
  const wanted = new Map(copies.map(({ load, loadNumbers }) => [load, loadNumbers]))
  const there = await countNumbers(clickhouse, [...wanted.keys()])
  for (const [load, count] of wanted)
    if ((there.get(load) ?? 0) < count)
      throw new Error(`of the ${count} do-not-call numbers of load ${load} only ${there.get(load) ?? 0} are there`)
}

/** The day on which the copy of the national registry was fetched that a number is looked up in; undefined for none. */
export const registryAccessedOn = (plan: ScrubPlan, number: string): string | undefined =>
  isTenDigits(number) ? nationalCopies(plan).get(areaCodeOf(number))?.accessedOn : undefined

export async function checkNumbers(
  ctx: Context,
  ownerId: string | null,
  numbers: readonly string[],
): Promise<DncCheck> {
  const plan = await scrubPlan(ctx.db, { userId: ownerId, at: ctx.clock.now() })
  const found = await scrubReasons(ctx, plan, numbers)
  const items = [...found].map(([number, reasons]) => {
    const accessedOn = registryAccessedOn(plan, number)
    return { number, result: gravest(reasons), reasons, ...(accessedOn && { accessedOn }) }
  })
  return { items }
}
