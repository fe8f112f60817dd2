import { createHash } from 'node:crypto'
import { dayMs } from '@dooryard/contract/time'
import type { Stores } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { copiesSeenBy, deleteCopy, type ListOf } from './copies.queries.ts'
import { importNumbers } from './import-numbers.ts'
import { generatedSan, type ListFacts } from './list-rules.ts'

/** The hundred numbers of an area code that are set aside for fiction, from 555-0100. */
const fictional = (areaCode: string) =>
  Array.from({ length: 100 }, (_, at) => `${areaCode}55501${String(at).padStart(2, '0')}`)

/** Whether a number is among about one in `of` of them: always the same ones. */
const isPicked = (number: string, salt: string, of: number) =>
  createHash('sha256').update(`${salt}:${number}`).digest().readUInt32LE(0) % of === 0

type Generated = { list: ListFacts['list']; scope: string; state?: string; numbers: string[] }

function generatedLists(areaCodes: readonly string[]): Generated[] {
  const national = areaCodes.map((areaCode) => ({
    list: 'NATIONAL' as const,
    scope: areaCode,
    numbers: fictional(areaCode).filter((number) => isPicked(number, 'registry', 4)),
  }))
  const litigators = areaCodes.flatMap(fictional).filter((number) => isPicked(number, 'litigator', 60))
  const tennessee = fictional('615').filter((number) => isPicked(number, 'tennessee', 12))
  return [
    ...national,
    { list: 'LITIGATOR', scope: '', numbers: litigators },
    { list: 'STATE', scope: 'TN', state: 'TN', numbers: tennessee },
  ]
}

const keyOf = ({ list, scope }: { list: string; scope: string }) => `${list}:${scope}`

async function platformCopies({ db }: Pick<Stores, 'db'>) {
  return new Map((await copiesSeenBy(db, null)).map((copy) => [keyOf(copy), copy]))
}

/** Loads what is missing or over a day old; copies that somebody imported stay. Says whether there was none before. */
export async function loadDemoRegistry(services: Stores, areaCodes: readonly string[]): Promise<{ isFirst: boolean }> {
  const { clock } = services
  const copies = await platformCopies(services)
  const isFirst = ![...copies.values()].some(({ san }) => san === generatedSan)
  const isDue = (generated: Generated) => {
    const copy = copies.get(keyOf(generated))
    return !copy || (copy.san === generatedSan && clock.now().getTime() - copy.importedAt.getTime() > dayMs)
  }
  const due = generatedLists(areaCodes).filter(isDue)
  const national = due.filter(({ list }) => list === 'NATIONAL')
  if (national.length > 0)
    await load(
      services,
      { list: 'NATIONAL' },
      national.flatMap(({ numbers }) => numbers),
    )
  for (const { list, state, numbers } of due)
    if (list !== 'NATIONAL') await load(services, { list, ...(state && { state }) }, numbers)
  return { isFirst }
}

async function load(services: Stores, of: Pick<ListFacts, 'list' | 'state'>, numbers: readonly string[]) {
  const accessedOn = services.clock.now().toISOString().slice(0, 10)
  const text = Buffer.from(`${numbers.join('\n')}\n`)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const facts: ListFacts = { ...of, kind: 'FULL', san: generatedSan, accessedOn }
  async function* bytes() {
    yield text
  }
  // Of starts at the same time none is later than another, whose copy it would be refused for.
  const uploadedAt = new Date(accessedOn)
  await importNumbers(services, { ownerId: null, facts, bytes: bytes(), sha256, uploadedAt })
}

export async function renewDemoRegistry(services: Stores): Promise<void> {
  const generated = [...(await platformCopies(services)).values()].filter(({ san }) => san === generatedSan)
  const areaCodes = generated.flatMap(({ list, scope }) => (list === 'NATIONAL' ? [scope] : []))
  if (areaCodes.length > 0) await loadDemoRegistry(services, areaCodes)
}

/** Removes the generated copies: nobody outside a demo may count on them. */
export async function removeDemoRegistry({ db, clock }: Pick<Stores, 'db' | 'clock'>): Promise<void> {
  for (const { list, scope, san } of (await platformCopies({ db })).values()) {
    if (san !== generatedSan) continue
    const of: ListOf = { ownerId: null, list: list as ListOf['list'] }
    await inTransaction({ db }, (inside) => deleteCopy(inside.db, of, scope, clock.now()))
  }
}
