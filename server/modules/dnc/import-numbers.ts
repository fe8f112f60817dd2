import { type Content, inspectFile, refused } from '../../platform/content/given-file.ts'
import { openContent } from '../../platform/content/open-content.ts'
import type { Stores } from '../../platform/context.ts'
import type { FileWork, Imported } from '../../platform/file-imports/file-imports.ts'
import { plural } from '../../platform/format.ts'
import { withLock } from '../../platform/postgres/advisory-locks.ts'
import { type Copy, copiesOf, type ListOf, listLock } from './copies.queries.ts'
import { ageNote, checkedFacts, copyInWords, fewOf, generatedSan, ListFacts } from './list-rules.ts'
import { isMerged, type LoadWork, loadList } from './load-list.ts'
import { expected, type ReadCounts, readNumbers } from './read-numbers.ts'
import { sinkOf } from './store-numbers.ts'

export const importUploaded = (services: Stores, { ownerId, params, ...file }: FileWork) => {
  const { path, uploadedAt, progress, signal } = file
  return importFile(services, { ownerId, facts: ListFacts.parse(params), path, uploadedAt, progress, signal })
}

type ListFile = {
  ownerId: string | null
  facts: ListFacts
  path: string
  uploadedAt?: Date
  progress?: FileWork['progress']
  signal?: AbortSignal
}

/** Read in steps, in bounded memory. A file that is refused (UNPROCESSABLE), or fails, leaves the old copy. */
export async function importFile(services: Stores, { path, facts, ...work }: ListFile): Promise<Imported> {
  const file = await inspectFile(path)
  const content = await openContent(file)
  try {
    const bytes = onlySheet(content)
    const progress = (rows: number) => work.progress?.({ rows, share: content.progress() })
    const checked = checkedFacts(facts, services.clock.now())
    return await importNumbers(services, {
      ...{ ownerId: work.ownerId, facts: checked, bytes, sha256: file.sha256, progress },
      ...(work.uploadedAt && { uploadedAt: work.uploadedAt }),
      ...(work.signal && { signal: work.signal }),
    })
  } finally {
    content.close()
  }
}

function onlySheet({ sheets: [sheet, ...others] }: Content): AsyncIterable<Buffer> {
  if (!sheet || others.length > 0)
    throw refused('This workbook has several sheets: save the one with the numbers as text.')
  return sheet.read()
}

export type NumberBytes = {
  ownerId: string | null
  facts: ListFacts
  bytes: AsyncIterable<Buffer>
  sha256: string
  uploadedAt?: Date
  progress?: (rows: number) => void
  signal?: AbortSignal
}

/** Imports the bytes of a list; see `importFile`. Imports of one list of one owner wait for one another. */
export function importNumbers(services: Stores, given: NumberBytes): Promise<Imported> {
  const { ownerId, facts, uploadedAt = services.clock.now() } = given
  const of: ListOf = { ownerId, list: facts.list }
  return withLock(services.db, listLock(of), async (holding) => {
    const copies = new Map((await copiesOf(holding, of)).map((copy) => [copy.scope, copy]))
    const refusals = refusalsOf(facts, uploadedAt, copies)
    const work: LoadWork = { of, facts, sha256: given.sha256, uploadedAt, copies }
    return loadList(services, holding, work, async (load) => {
      const counts = await readInto(services, load, given, refusals.of)
      refuseUnusable(facts, counts, fewOf(refusals.sentences()))
      return ({ numbers, left }) => {
        const notes = fewOf([...refusals.sentences(), ...left.sentences])
        return reportOf(counts, left.rows, [numbers, ...notes, ageNote(facts, services.clock.now())])
      }
    })
  })
}

function refusalsOf(facts: ListFacts, uploadedAt: Date, copies: ReadonlyMap<string, Copy>) {
  const byScope = new Map<string, string>()
  const scopeOf = (areaCode: string) => (facts.list === 'NATIONAL' ? areaCode : (facts.state ?? ''))
  return {
    of: (areaCode: string): string | null => {
      const scope = scopeOf(areaCode)
      const reason = refusalOf(facts, uploadedAt, scope, copies.get(scope))
      if (reason) byScope.set(scope, reason)
      return reason
    },
    sentences: (): string[] =>
      [...byScope].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, reason]) => reason),
  }
}

function refusalOf(facts: ListFacts, uploadedAt: Date, scope: string, copy: Copy | undefined): string | null {
  const { list, kind, accessedOn } = facts
  // It takes nothing off, so it never comes too late.
  if (isMerged(facts)) return null
  const what = copyInWords(list, scope)
  if (copy && copy.accessedOn > accessedOn)
    return `The copy of ${what} that is there was fetched on ${copy.accessedOn}, after this list: it stays.`
  if (copy?.uploadedAt && copy.uploadedAt > uploadedAt)
    return `A list for ${what} that was uploaded after this one is imported already: it stays. Upload this one again if it is the newer.`
  if (kind === 'CHANGE' && copy) return otherAccount(facts, what, copy)
  // Whoever keeps an internal list may begin it with its first number.
  if (kind === 'CHANGE' && !copy && list !== 'INTERNAL')
    return `There is no copy of ${what} to change: import its full list first.`
  return null
}

/** A change list says what changed since its own account fetched the list last: it fits no copy of another's. */
function otherAccount({ san }: ListFacts, what: string, copy: Copy): string | null {
  if (copy.san?.replace('-', '') === san?.replace('-', '')) return null
  if (copy.san === generatedSan) return `The copy of ${what} that is there is made up: import the full list first.`
  return `The copy of ${what} that is there was fetched under ${copy.san}, and this change list under ${san}: import the full list first.`
}

async function readInto(
  { clickhouse }: Stores,
  load: number,
  { facts: { kind }, bytes, progress, signal }: NumberBytes,
  refusalOfArea: (areaCode: string) => string | null,
): Promise<ReadCounts> {
  const sink = await sinkOf(clickhouse, load, kind)
  try {
    let counts: ReadCounts | undefined
    for await (counts of readNumbers(bytes, { kind, refusalOf: refusalOfArea, take: sink.take })) {
      signal?.throwIfAborted()
      await sink.store()
      progress?.(counts.read)
    }
    await sink.end()
    return counts ?? { read: 0, rejected: 0, malformed: 0, first: [] }
  } finally {
    await sink.close()
  }
}

/** An unread line of a registry is somebody who would be called, so one in a hundred is too many there. */
function refuseUnusable({ list }: ListFacts, { read, rejected, malformed }: ReadCounts, sentences: readonly string[]) {
  if (malformed === read) throw refused(`There is not a single number in this file. ${expected}`)
  if (malformed * (list === 'INTERNAL' ? 2 : 100) > read)
    throw refused(`Of ${plural(read, 'line')}, ${plural(malformed, 'is', 'are')} no number. ${expected}`)
  if (rejected === read) throw refused(sentences.join(' '))
}

const reportOf = (
  { read, rejected, first }: ReadCounts,
  leftRows: number,
  notes: readonly (string | null)[],
): Imported => ({
  rowsRead: read,
  rowsTaken: read - rejected - leftRows,
  rowsRejected: rejected + leftRows,
  rejected: first,
  message: notes.filter((note) => note !== null).join(' '),
})
