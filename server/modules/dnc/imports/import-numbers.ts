import type { StoreDeps } from '../../../platform/context.ts'
import { type FileContents, inspectFile, unprocessable } from '../../../platform/files/content/input-file.ts'
import { openContent } from '../../../platform/files/content/open-content.ts'
import type { FileImportResult, FileImportTask } from '../../../platform/files/imports/file-imports.ts'
import { withLock } from '../../../platform/postgres/advisory-locks.ts'
import { pluralize } from '../../../platform/util/format.ts'
import { type DncListKey, getListLockKey, type ListVersionRow, listVersions } from '../lists/list-versions.queries.ts'
import { generatedSan } from './generated-san.ts'
import { importDncList, isMerged, type ListLoadInput } from './import-list.ts'
import { formatListVersion, getAgeNote, ListFacts, limitSentences, normalizeListFacts } from './list-rules.ts'
import { createNumberSink } from './number-sink.ts'
import { expectedFormat, type ReadCounts, readNumbers } from './read-numbers.ts'

export const importUploadedFile = (services: StoreDeps, { ownerId, params, ...file }: FileImportTask) => {
  const { path, uploadedAt, progress, signal } = file
  return importDncFile(services, { ownerId, facts: ListFacts.parse(params), path, uploadedAt, progress, signal })
}

type DncFileInput = {
  ownerId: string | null
  facts: ListFacts
  path: string
  uploadedAt?: Date
  progress?: FileImportTask['progress']
  signal?: AbortSignal
}

/** Imports a file in chunks with bounded memory. A failed or rejected (UNPROCESSABLE) file keeps the old version. */
export async function importDncFile(
  services: StoreDeps,
  { path, facts, ...work }: DncFileInput,
): Promise<FileImportResult> {
  const file = await inspectFile(path)
  const content = await openContent(file)
  try {
    const bytes = requireSingleSheet(content)
    const progress = (rows: number) => work.progress?.({ rows, share: content.progress() })
    const checked = normalizeListFacts(facts, services.clock.now())
    return await importNumbers(services, {
      ...{ ownerId: work.ownerId, facts: checked, bytes, sha256: file.sha256, progress },
      ...(work.uploadedAt && { uploadedAt: work.uploadedAt }),
      ...(work.signal && { signal: work.signal }),
    })
  } finally {
    content.close()
  }
}

function requireSingleSheet({ sheets: [sheet, ...others] }: FileContents): AsyncIterable<Buffer> {
  if (!sheet || others.length > 0)
    throw unprocessable('This workbook has several sheets: save the one with the numbers as text.')
  return sheet.read()
}

export type NumberStreamInput = {
  ownerId: string | null
  facts: ListFacts
  bytes: AsyncIterable<Buffer>
  sha256: string
  uploadedAt?: Date
  progress?: (rows: number) => void
  signal?: AbortSignal
}

/** Imports the bytes of a list; see `importDncFile`. Imports of the same list and owner run one at a time. */
export function importNumbers(services: StoreDeps, input: NumberStreamInput): Promise<FileImportResult> {
  const { ownerId, facts, uploadedAt = services.clock.now() } = input
  const of: DncListKey = { ownerId, list: facts.list }
  return withLock(services.db, getListLockKey(of), async (connection) => {
    const copies = new Map((await listVersions(connection, of)).map((copy) => [copy.scope, copy]))
    const refusals = createRefusals(facts, uploadedAt, copies)
    const work: ListLoadInput = { of, facts, sha256: input.sha256, uploadedAt, copies }
    return importDncList(services, connection, work, async (load) => {
      const counts = await readIntoSink(services, load, input, refusals.of)
      refuseUnusable(facts, counts, limitSentences(refusals.sentences()))
      return ({ numbers, left }) => {
        const notes = limitSentences([...refusals.sentences(), ...left.sentences])
        return buildReport(counts, left.rows, [numbers, ...notes, getAgeNote(facts, services.clock.now())])
      }
    })
  })
}

function createRefusals(facts: ListFacts, uploadedAt: Date, copies: ReadonlyMap<string, ListVersionRow>) {
  const byScope = new Map<string, string>()
  const getScope = (areaCode: string) => (facts.list === 'NATIONAL' ? areaCode : (facts.state ?? ''))
  return {
    of: (areaCode: string): string | null => {
      const scope = getScope(areaCode)
      const reason = getRefusal(facts, uploadedAt, scope, copies.get(scope))
      if (reason) byScope.set(scope, reason)
      return reason
    },
    sentences: (): string[] =>
      [...byScope].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, reason]) => reason),
  }
}

function getRefusal(
  facts: ListFacts,
  uploadedAt: Date,
  scope: string,
  copy: ListVersionRow | undefined,
): string | null {
  const { list, kind, accessedOn } = facts
  // A merged list removes no numbers, so it is never outdated.
  if (isMerged(facts)) return null
  const what = formatListVersion(list, scope)
  if (copy && copy.accessedOn > accessedOn)
    return `The copy of ${what} that is there was fetched on ${copy.accessedOn}, after this list: it stays.`
  if (copy?.uploadedAt && copy.uploadedAt > uploadedAt)
    return `A list for ${what} that was uploaded after this one is imported already: it stays. Upload this one again if it is the newer.`
  if (kind === 'CHANGE' && copy) return getAccountMismatch(facts, what, copy)
  // An internal list may start with its first number.
  if (kind === 'CHANGE' && !copy && list !== 'INTERNAL')
    return `There is no copy of ${what} to change: import its full list first.`
  return null
}

/**
 * A change list contains the changes since its account last fetched the list, so it does not fit a version of another
 * account.
 */
function getAccountMismatch({ san }: ListFacts, what: string, copy: ListVersionRow): string | null {
  if (copy.san?.replace('-', '') === san?.replace('-', '')) return null
  if (copy.san === generatedSan) return `The copy of ${what} that is there is made up: import the full list first.`
  return `The copy of ${what} that is there was fetched under ${copy.san}, and this change list under ${san}: import the full list first.`
}

async function readIntoSink(
  { clickhouse }: StoreDeps,
  load: number,
  { facts: { kind }, bytes, progress, signal }: NumberStreamInput,
  getAreaRefusal: (areaCode: string) => string | null,
): Promise<ReadCounts> {
  const sink = await createNumberSink(clickhouse, load, kind)
  try {
    let counts: ReadCounts | undefined
    for await (counts of readNumbers(bytes, { kind, getRefusal: getAreaRefusal, take: sink.take })) {
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

/**
 * An unread registry line is a person who would be called, so more than one invalid line in a hundred is rejected
 * there.
 */
function refuseUnusable({ list }: ListFacts, { read, rejected, malformed }: ReadCounts, sentences: readonly string[]) {
  if (malformed === read) throw unprocessable(`There is not a single number in this file. ${expectedFormat}`)
  if (malformed * (list === 'INTERNAL' ? 2 : 100) > read)
    throw unprocessable(
      `Of ${pluralize(read, 'line')}, ${pluralize(malformed, 'is', 'are')} no number. ${expectedFormat}`,
    )
  if (rejected === read) throw unprocessable(sentences.join(' '))
}

const buildReport = (
  { read, rejected, first }: ReadCounts,
  leftRows: number,
  notes: readonly (string | null)[],
): FileImportResult => ({
  rowsRead: read,
  rowsTaken: read - rejected - leftRows,
  rowsRejected: rejected + leftRows,
  rejected: first,
  message: notes.filter((note) => note !== null).join(' '),
})
