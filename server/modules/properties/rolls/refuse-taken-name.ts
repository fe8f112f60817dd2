import { appError } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { RollSource } from '../mapping/roll.ts'
import { countyName } from '../places/county-names.ts'
import { findRoll } from './rolls.queries.ts'

/**
 * Refuses a generic roll of one county whose name is that of a loaded roll of others: it would take their place, and
 * they would be gone.
 */
export async function refuseTakenName(db: Db, { source, name, isFlexible }: RollSource, countyFips?: string) {
  if (!isFlexible || countyFips === undefined) return
  const loaded = await findRoll(db, source)
  if (!loaded || loaded.countyFips.length === 0 || loaded.countyFips.includes(countyFips)) return
  const counties = loaded.countyFips.slice(0, 3).map(countyName).join('; ')
  throw appError('CONFLICT', `${name} is the name of a loaded roll of ${counties}: give this one another name.`)
}
