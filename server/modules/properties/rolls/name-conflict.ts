import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { appError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { getCountyName } from '../places/county-names.ts'
import { findRoll } from './rolls.queries.ts'

/** Returns an error when a loaded roll of other counties has this name: the import would replace it. */
export async function findNameConflict(
  db: Db,
  { source, name, hasOptionalColumns }: SourceDocument,
  counties: readonly string[],
): Promise<string | undefined> {
  if (!hasOptionalColumns || counties.length === 0) return undefined
  const loaded = await findRoll(db, source)
  if (!loaded || loaded.countyFips.length === 0 || loaded.countyFips.some((fips) => counties.includes(fips)))
    return undefined
  const others = loaded.countyFips.slice(0, 3).map(getCountyName).join('; ')
  return (
    `${name} is the name of a loaded roll of ${others}: give this one another name. ` +
    'Case and punctuation are ignored.'
  )
}

export async function requireAvailableName(
  db: Db,
  document: SourceDocument,
  countyFips: string | undefined,
): Promise<void> {
  const conflict = await findNameConflict(db, document, countyFips ? [countyFips] : [])
  if (conflict) throw appError('CONFLICT', conflict)
}
