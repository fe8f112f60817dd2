import { mostSavedSearches } from '@dooryard/contract/saved-searches'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { howMany } from './saved-searches.queries.ts'

type Asker = Pick<Context, 'db'> & { actor: { userId: string } }

/** UNPROCESSABLE where a user has as many searches as there can be. */
export async function refuseTooMany({ db, actor }: Asker): Promise<void> {
  if ((await howMany(db, actor.userId)) < mostSavedSearches) return
  throw appError(
    'UNPROCESSABLE',
    `You have ${mostSavedSearches} saved searches, which is the most there can be. Delete one first.`,
  )
}
