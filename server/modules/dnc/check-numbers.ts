import type { DncCheck } from '@dooryard/contract/dnc'
import type { Context } from '../../platform/context.ts'
import { registryAccessedOn, scrubReasons } from './scrub-numbers.ts'
import { scrubPlan } from './scrub-plan.ts'
import { gravest } from './scrub-rules.ts'

/** What the lists say of a few numbers now, with every reason; for no owner, the platform's lists alone. */
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
