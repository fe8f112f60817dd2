import { mostActiveCampaigns, mostCampaigns } from '@dooryard/contract/campaigns'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { formatNumber } from '../../platform/words.ts'
import { howMany } from './campaigns.queries.ts'

type Asker = Pick<Context, 'db' | 'actor'>

/** UNPROCESSABLE where a user has as many active campaigns as there can be. Asked under the lock of the user's campaigns. */
export async function refuseTooManyActive({ db, actor }: Asker): Promise<void> {
  const { active } = await howMany(db, actor.userId)
  if (active < mostActiveCampaigns) return
  throw appError(
    'UNPROCESSABLE',
    `You have ${mostActiveCampaigns} active campaigns, which is the most there can be. Archive one first.`,
  )
}

/**
 * UNPROCESSABLE where a user has as many campaigns as there can be: active, or archived too, for those stay with their
 * orders. Asked under the lock of the user's campaigns.
 */
export async function refuseTooMany(asker: Asker): Promise<void> {
  await refuseTooManyActive(asker)
  const { all } = await howMany(asker.db, asker.actor.userId)
  if (all < mostCampaigns) return
  throw appError(
    'UNPROCESSABLE',
    `You have ${formatNumber(mostCampaigns)} campaigns, archived ones included, which is the most there can be. ` +
      'Make an archived one active again, with another name and other filters.',
  )
}
