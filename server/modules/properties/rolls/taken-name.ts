import { appError } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { RollSource } from '../mapping/roll.ts'
import { countyName } from '../places/county-names.ts'
import { findRoll } from './rolls.queries.ts'

/** Refused is the name of a loaded roll of other counties, in whose place it would come, and they would be gone. */
export async function takenName(
  db: Db,
  { source, name, isFlexible }: RollSource,
  counties: readonly string[],
): Promise<string | undefined> {
  if (!isFlexible || counties.length === 0) return undefined
  const loaded = await findRoll(db, source)
  if (!loaded || loaded.countyFips.length === 0 || loaded.countyFips.some((fips) => counties.includes(fips)))
    return undefined
  const others = loaded.countyFips.slice(0, 3).map(countyName).join('; ')
  return `${name} is the name of a loaded roll of ${others}: give this one another name. Capitals and signs make no other name.`
}

export async function refuseTakenName(db: Db, source: RollSource, countyFips: string | undefined): Promise<void> {
  const taken = await takenName(db, source, countyFips ? [countyFips] : [])
  if (taken) throw appError('CONFLICT', taken)
}
