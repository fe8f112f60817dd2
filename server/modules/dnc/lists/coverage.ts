import { dncLists } from '@dooryard/contract/api/enums'
import { dncMaxAgeDays } from '@dooryard/contract/api/limits'
import type { DncCoverage, DncListVersion } from '@dooryard/contract/data/dnc'
import type { Services } from '../../../platform/context.ts'
import { getAreaCodeState } from '../imports/area-codes.ts'
import { generatedSan } from '../imports/generated-san.ts'
import { getAgeInDays, isCurrent } from '../scrub/scrub-rules.ts'
import { listVisibleVersions, type VisibleVersionRow } from './list-versions.queries.ts'

const expiringDays = 7

export async function getDncCoverage(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string | null,
): Promise<DncCoverage> {
  const now = clock.now()
  const rows = await listVisibleVersions(db, userId)
  const own = new Set(rows.flatMap(({ ownerId, list, scope }) => (ownerId && list === 'NATIONAL' ? [scope] : [])))
  const copies = rows.map((row) =>
    presentListVersion(row, now, row.list === 'NATIONAL' && !row.ownerId && own.has(row.scope)),
  )
  copies.sort((one, other) => getListOrder(one) - getListOrder(other))
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

const getListOrder = ({ list }: DncListVersion) => dncLists.values.indexOf(list)

function presentListVersion(
  { ownerId, list, scope, numbers, san, accessedOn, importedAt }: VisibleVersionRow,
  now: Date,
  isCovered: boolean,
): DncListVersion {
  const state = list === 'STATE' ? scope : getAreaCodeState(scope)
  return {
    list: dncLists.schema.parse(list),
    ...(list === 'NATIONAL' && { areaCode: scope }),
    ...(state && { state }),
    owner: ownerId === null ? 'PLATFORM' : 'YOURS',
    ...(san !== null && { san }),
    numbers,
    accessedOn,
    ageDays: Math.max(0, getAgeInDays(accessedOn, now)),
    isCurrent: isCurrent(accessedOn, now),
    isUsed: !isCovered,
    isGenerated: san === generatedSan,
    importedAt: importedAt.toISOString(),
  }
}
