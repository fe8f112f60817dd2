import { createHash } from 'node:crypto'
import { dayMs } from '@dooryard/contract/api/time'
import type { StoreDeps } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { generatedSan } from '../imports/generated-san.ts'
import { importNumbers } from '../imports/import-numbers.ts'
import type { ListFacts } from '../imports/list-rules.ts'
import { type DncListKey, deleteListVersion, listVisibleVersions } from './list-versions.queries.ts'

/** The hundred numbers of an area code reserved for fiction, from 555-0100. */
const listFictionalNumbers = (areaCode: string) =>
  Array.from({ length: 100 }, (_, at) => `${areaCode}55501${String(at).padStart(2, '0')}`)

/** Deterministically samples about one in `of` numbers. */
const isSampled = (number: string, salt: string, of: number) =>
  createHash('sha256').update(`${salt}:${number}`).digest().readUInt32LE(0) % of === 0

type GeneratedList = { list: ListFacts['list']; scope: string; state?: string; numbers: string[] }

function generateLists(areaCodes: readonly string[]): GeneratedList[] {
  const national = areaCodes.map((areaCode) => ({
    list: 'NATIONAL' as const,
    scope: areaCode,
    numbers: listFictionalNumbers(areaCode).filter((number) => isSampled(number, 'registry', 4)),
  }))
  const litigators = areaCodes.flatMap(listFictionalNumbers).filter((number) => isSampled(number, 'litigator', 60))
  const tennessee = listFictionalNumbers('615').filter((number) => isSampled(number, 'tennessee', 12))
  return [
    ...national,
    { list: 'LITIGATOR', scope: '', numbers: litigators },
    { list: 'STATE', scope: 'TN', state: 'TN', numbers: tennessee },
  ]
}

const toScopeKey = ({ list, scope }: { list: string; scope: string }) => `${list}:${scope}`

async function listPlatformVersions({ db }: Pick<StoreDeps, 'db'>) {
  return new Map((await listVisibleVersions(db, null)).map((copy) => [toScopeKey(copy), copy]))
}

/**
 * Loads generated versions that are missing or over a day old and keeps imported ones. `isFirst` tells whether there
 * were none before.
 */
export async function loadDemoRegistry(
  services: StoreDeps,
  areaCodes: readonly string[],
): Promise<{ isFirst: boolean }> {
  const { clock } = services
  const copies = await listPlatformVersions(services)
  const isFirst = ![...copies.values()].some(({ san }) => san === generatedSan)
  const isDue = (generated: GeneratedList) => {
    const copy = copies.get(toScopeKey(generated))
    return !copy || (copy.san === generatedSan && clock.now().getTime() - copy.importedAt.getTime() > dayMs)
  }
  const due = generateLists(areaCodes).filter(isDue)
  const national = due.filter(({ list }) => list === 'NATIONAL')
  if (national.length > 0)
    await importGeneratedList(
      services,
      { list: 'NATIONAL' },
      national.flatMap(({ numbers }) => numbers),
    )
  for (const { list, state, numbers } of due)
    if (list !== 'NATIONAL') await importGeneratedList(services, { list, ...(state && { state }) }, numbers)
  return { isFirst }
}

async function importGeneratedList(
  services: StoreDeps,
  of: Pick<ListFacts, 'list' | 'state'>,
  numbers: readonly string[],
) {
  const accessedOn = services.clock.now().toISOString().slice(0, 10)
  const text = Buffer.from(`${numbers.join('\n')}\n`)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const facts: ListFacts = { ...of, kind: 'FULL', san: generatedSan, accessedOn }
  async function* bytes() {
    yield text
  }
  // The day itself: of concurrent starts none is later than another, whose version would make it be rejected.
  const uploadedAt = new Date(accessedOn)
  await importNumbers(services, { ownerId: null, facts, bytes: bytes(), sha256, uploadedAt })
}

export async function refreshDemoRegistry(services: StoreDeps): Promise<void> {
  const generated = [...(await listPlatformVersions(services)).values()].filter(({ san }) => san === generatedSan)
  const areaCodes = generated.flatMap(({ list, scope }) => (list === 'NATIONAL' ? [scope] : []))
  if (areaCodes.length > 0) await loadDemoRegistry(services, areaCodes)
}

/** Removes the generated versions: outside a demo nothing may rely on them. */
export async function removeDemoRegistry({ db, clock }: Pick<StoreDeps, 'db' | 'clock'>): Promise<void> {
  for (const { list, scope, san } of (await listPlatformVersions({ db })).values()) {
    if (san !== generatedSan) continue
    const of: DncListKey = { ownerId: null, list: list as DncListKey['list'] }
    await inTransaction({ db }, (tx) => deleteListVersion(tx.db, of, scope, clock.now()))
  }
}
