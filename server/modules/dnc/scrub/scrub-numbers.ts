import type { ScrubResult } from '@dooryard/contract/api/enums'
import type { DncCheck } from '@dooryard/contract/data/dnc'
import type { Context, Services } from '../../../platform/context.ts'
import { countNumbers, findNumbers } from '../lists/numbers.queries.ts'
import { createScrubPlan, type PlanVersion, type ScrubPlan } from './scrub-plan.ts'
import {
  createDecider,
  getAreaCode,
  getMostSevere,
  getNationalVersions,
  getUsedVersions,
  isTenDigits,
} from './scrub-rules.ts'

type ScrubDeps = Pick<Services, 'clickhouse'>

/** Scrubs numbers. Throws if the store lacks numbers of a list, since one of them could be reported as clean. */
export async function scrubNumbers(
  deps: ScrubDeps,
  plan: ScrubPlan,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ScrubResult>> {
  const results = new Map<string, ScrubResult>()
  for (const [number, reasons] of await getScrubReasons(deps, plan, numbers))
    results.set(number, getMostSevere(reasons))
  return results
}

export async function getScrubReasons(
  { clickhouse }: ScrubDeps,
  plan: ScrubPlan,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ScrubResult[]>> {
  const copies = getUsedVersions(plan)
  const distinct = [...new Set(numbers)]
  const among = [...new Set(copies.map(({ load }) => load))]
  const hits = await findNumbers(clickhouse, { loads: among, numbers: distinct.filter(isTenDigits) })
  // After the lookup: loads are deleted as a whole, so what is complete now was complete then.
  await requireCompleteLoads(clickhouse, copies)
  const foundIn = new Map(hits.map(({ phone, loads }) => [phone, loads]))
  const decide = createDecider(plan)
  return new Map(distinct.map((number) => [number, decide(number, foundIn.get(number) ?? [])]))
}

async function requireCompleteLoads(clickhouse: Services['clickhouse'], copies: readonly PlanVersion[]): Promise<void> {
  const wanted = new Map(copies.map(({ load, loadNumbers }) => [load, loadNumbers]))
  const there = await countNumbers(clickhouse, [...wanted.keys()])
  for (const [load, count] of wanted)
    if ((there.get(load) ?? 0) < count)
      throw new Error(`of the ${count} do-not-call numbers of load ${load} only ${there.get(load) ?? 0} are there`)
}

/** Returns the day on which the registry version used for a number was fetched; undefined if there is none. */
export const getRegistryDate = (plan: ScrubPlan, number: string): string | undefined =>
  isTenDigits(number) ? getNationalVersions(plan).get(getAreaCode(number))?.accessedOn : undefined

export async function checkNumbers(
  ctx: Context,
  ownerId: string | null,
  numbers: readonly string[],
): Promise<DncCheck> {
  const plan = await createScrubPlan(ctx.db, { userId: ownerId, at: ctx.clock.now() })
  const found = await getScrubReasons(ctx, plan, numbers)
  const items = [...found].map(([number, reasons]) => {
    const accessedOn = getRegistryDate(plan, number)
    return { number, result: getMostSevere(reasons), reasons, ...(accessedOn && { accessedOn }) }
  })
  return { items }
}
