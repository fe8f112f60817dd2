import { balanceBelowJob } from '../../credits/index.ts'
import type { BillingServices } from '../billing-context.ts'
import { addTopUpJob } from './add-top-up-job.ts'
import { listWaiting } from './auto-top-up.queries.ts'
import { monthOf } from './top-up-rules.ts'

/**
 * Starts what waited: top-ups whose cap was reached in a month that is over, and purchases whose end is not known and
 * that no job asks for any more.
 */
export async function resumeTopUps({ db, provider }: BillingServices): Promise<void> {
  if (!provider) return
  const month = monthOf(await provider.now())
  const waiting = await listWaiting(db, { provider: provider.name, jobName: balanceBelowJob, ...month })
  for (const userId of waiting) await addTopUpJob(db, userId)
}
