import type { DncCopy, DncCoverage } from '@dooryard/contract/dnc'
import { dncMaxAgeDays } from '@dooryard/contract/limits'
import { dncLists } from '@dooryard/contract/vocabularies'
import type { Services } from '../../platform/context.ts'
import { stateOf } from './area-codes.ts'
import { copiesSeenBy, type SeenCopy } from './copies.queries.ts'
import { generatedSan } from './list-rules.ts'
import { ageInDays, isCurrent } from './scrub-rules.ts'

const expiringDays = 7

export async function coverage(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string | null,
): Promise<DncCoverage> {
  const now = clock.now()
  const rows = await copiesSeenBy(db, userId)
  const own = new Set(rows.flatMap(({ ownerId, list, scope }) => (ownerId && list === 'NATIONAL' ? [scope] : [])))
  const copies = rows.map((row) => presentCopy(row, now, row.list === 'NATIONAL' && !row.ownerId && own.has(row.scope)))
  copies.sort((one, other) => placeOf(one) - placeOf(other))
  const used = copies.filter(({ isUsed }) => isUsed)
  const national = used.filter(({ list }) => list === 'NATIONAL')
  const current = national.filter((copy) => copy.isCurrent)
  return {
    maxAgeDays: dncMaxAgeDays,
    areaCodes: current.length,
    expiring: current.filter(({ ageDays }) => ageDays > dncMaxAgeDays - expiringDays).length,
    stale: national.length - current.length,
    numbers: used.reduce((sum, { numbers }) => sum + numbers, 0),
    copies,
  }
}

const placeOf = ({ list }: DncCopy) => dncLists.values.indexOf(list)

function presentCopy(
  { ownerId, list, scope, numbers, san, accessedOn, importedAt }: SeenCopy,
  now: Date,
  isCovered: boolean,
): DncCopy {
  const state = list === 'STATE' ? scope : stateOf(scope)
  return {
    list: dncLists.schema.parse(list),
    ...(list === 'NATIONAL' && { areaCode: scope }),
    ...(state && { state }),
    owner: ownerId === null ? 'PLATFORM' : 'YOURS',
    ...(san !== null && { san }),
    numbers,
    accessedOn,
    ageDays: Math.max(0, ageInDays(accessedOn, now)),
    isCurrent: isCurrent(accessedOn, now),
    isUsed: !isCovered,
    isGenerated: san === generatedSan,
    importedAt: importedAt.toISOString(),
  }
}
