import type { SavedSearch } from '@dooryard/contract/saved-searches'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { presentSavedSearch } from './present-saved-search.ts'
import { findDefault, findSavedSearch } from './saved-searches.queries.ts'

type Asker = Pick<Context, 'db' | 'actor'>

/** The actor's saved search; NOT_FOUND for anybody else's. */
export async function ownSavedSearch({ db, actor }: Asker, id: string): Promise<SavedSearch> {
  const row = await findSavedSearch(db, actor.userId, id)
  if (!row) throw notFound('This saved search')
  return presentSavedSearch(row)
}

/** The actor's default; NOT_FOUND where none is. */
export async function defaultSavedSearch({ db, actor }: Asker): Promise<SavedSearch> {
  const row = await findDefault(db, actor.userId)
  if (!row) throw appError('NOT_FOUND', 'None of your saved searches is the default.')
  return presentSavedSearch(row)
}
