import { mostActiveCampaigns, mostCampaigns } from '@dooryard/contract/campaigns'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { formatNumber } from '../../platform/format.ts'
import { howMany } from './campaigns.queries.ts'

type Asker = Pick<Context, 'db' | 'actor'>

/**
 * UNPROCESSABLE where a user has as many active campaigns as there can be; the message says what archiving one allows.
 * Asked under the lock of the user's campaigns.
 */
export async function refuseTooManyActive(
  { db, actor }: Asker,
  toDo: 'create another' | 'reactivate this one',
): Promise<void> {
  const { active } = await howMany(db, actor.userId)
  if (active < mostActiveCampaigns) return
  throw appError(
    'UNPROCESSABLE',
    `You have ${mostActiveCampaigns} active campaigns, the most an account can have. Archive one to ${toDo}.`,
  )
}

/**
 * UNPROCESSABLE where a user has as many campaigns as there can be: active, or archived too, for those stay with their
 * orders. Asked under the lock of the user's campaigns.
 */
export async function refuseTooMany(asker: Asker): Promise<void> {
  await refuseTooManyActive(asker, 'create another')
  const { all } = await howMany(asker.db, asker.actor.userId)
  if (all < mostCampaigns) return
  throw appError(
    'UNPROCESSABLE',
    `You have ${formatNumber(mostCampaigns)} campaigns, archived ones included, the most an account can have. ` +
      'Reactivate an archived one instead; the API can change its name and filters.',
  )
}
