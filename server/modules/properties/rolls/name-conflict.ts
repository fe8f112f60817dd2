import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { appError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { getCountyName } from '../places/county-names.ts'
import { findRoll } from './rolls.queries.ts'

/** Returns an error when this source is loaded with other counties only: the import would replace their rows. */
export async function findNameConflict(
  db: Db,
  { source, name, hasOptionalColumns }: SourceDocument,
  counties: readonly string[],
): Promise<string | undefined> {
  if (counties.length === 0) return undefined
  const loaded = await findRoll(db, source)
  if (!loaded || loaded.countyFips.length === 0 || loaded.countyFips.some((fips) => counties.includes(fips)))
    return undefined
  const others = listCountyNames(loaded.countyFips)
  if (!hasOptionalColumns)
    return (
      `${name} is loaded for ${others}, whose rows a file of ${listCountyNames(counties)} would replace. ` +
      'Read it with a source of its own, or replace them by shell with data:import and --replace-counties.'
    )
  return (
    `${name} is the name of a loaded county dataset of ${others}: give this one another name. ` +
    'Case and punctuation are ignored.'
  )
}

const listCountyNames = (counties: readonly string[]) => counties.slice(0, 3).map(getCountyName).join('; ')

export async function requireAvailableName(
  db: Db,
  document: SourceDocument,
  countyFips: string | undefined,
): Promise<void> {
  const conflict = await findNameConflict(db, document, countyFips ? [countyFips] : [])
  if (conflict) throw appError('CONFLICT', conflict)
}
