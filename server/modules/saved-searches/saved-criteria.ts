import type { Criteria } from '@dooryard/contract/criteria'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { criteriaOf } from '../properties/index.ts'
import { bytesOfCriteria, selectCriteria } from './saved-searches.queries.ts'

/** The criteria of the actor's saved searches that these criteria leave out, as `criteriaLeftOut` gives them. */
export const excludedCriteria = (
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  criteria: Criteria,
): Promise<Criteria[]> => criteriaLeftOut(db, actor.userId, criteria)

/** The most bytes of the saved searches that are left out together: an order keeps a copy of them. */
const mostBytesLeftOut = 2_000_000

/**
 * The criteria of a user's saved searches that these criteria leave out, whatever was delivered. UNPROCESSABLE where one
 * is gone, where they are too large together, or where one itself leaves out searches: what is left out then could depend
 * on itself.
 */
export async function criteriaLeftOut(db: Db, userId: string, { exclude }: Criteria): Promise<Criteria[]> {
  const ids = [...new Set(exclude?.savedSearchIds)]
  if (ids.length === 0) return []
  if ((await bytesOfCriteria(db, userId, ids)) > mostBytesLeftOut)
    throw appError(
      'UNPROCESSABLE',
      'The saved searches that are to be left out are too large together: 2 MB is the most. Leave out fewer of them.',
    )
  const rows = await selectCriteria(db, userId, ids)
  if (rows.length < ids.length)
    throw appError('UNPROCESSABLE', 'A saved search that is to be left out does not exist: take it out of the filters.')
  return rows.map((row) => filtersOf(row.name, criteriaOf(row)))
}

function filtersOf(name: string, { exclude, ...criteria }: Criteria): Criteria {
  if (exclude?.savedSearchIds?.length)
    throw appError('UNPROCESSABLE', `“${name}” itself leaves out saved searches, so it cannot be left out.`)
  return { ...criteria, exclude: { delivered: false, propertyIds: exclude?.propertyIds } }
}
