import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileLocation } from '@dooryard/contract/data/datasets/refresh-plans'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Services } from '../../../../platform/context.ts'
import { appError, isAppError } from '../../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import { diskFullError, isDiskFull } from '../../../../platform/files/disk-full.ts'
import { type LocationServices, openLocation } from '../../../../platform/files/locations/locations.ts'
import { listMissingColumns } from '../../sources/columns/required-columns.ts'
import { sampleColumns } from '../read/sample-files.ts'

/** So much of a file is read at most: enough for its columns, and a request that people wait for. */
const maxBytes = 8 * 1024 ** 2
const defaultMaxMs = 10_000

type Tools = Pick<Services, 'clickhouse' | 'clock'>

type TriedPlan = {
  document: SourceDocument
  locations: readonly FileLocation[]
  /** Whether a location is not tried. */
  isKnown: (location: FileLocation) => boolean
  /** After which the rest of a file that has a line is not awaited. Shorter in a test. */
  maxMs?: number
  /** After which a server without an answer counts as silent, and one with a part of it as too slow to be tried. */
  maxWaitMs?: number
}

/**
 * Reads the beginning of each file as a refresh would. UNPROCESSABLE, with an issue for each location that has no file,
 * none that can be read, or one without a column of the source, or a server that stays silent. One that is only too
 * slow to be tried may be right.
 */
export async function tryLocations(
  services: Tools,
  remote: Omit<LocationServices, 'now'>,
  { document, locations, isKnown, maxMs = defaultMaxMs, maxWaitMs = 2 * maxMs }: TriedPlan,
): Promise<void> {
  const tried = await Promise.all(
    locations.map(async (one, at) => {
      const limits = { maxMs, maxWaitMs }
      const message = isKnown(one) ? undefined : await findProblem(services, remote, { document, ...one, ...limits })
      return message === undefined ? [] : [{ path: `locations.${at}.location`, message }]
    }),
  )
  const issues = tried.flat()
  const [first] = issues
  if (first) throw appError('UNPROCESSABLE', first.message, { issues })
}

type TriedFile = FileLocation & Required<Pick<TriedPlan, 'document' | 'maxMs' | 'maxWaitMs'>>

/** What is wrong with a location, in a sentence; undefined where nothing is. */
async function findProblem(
  services: Tools,
  remote: Omit<LocationServices, 'now'>,
  { document, file, location, maxMs, maxWaitMs }: TriedFile,
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-tried-'))
  const signal = AbortSignal.timeout(maxWaitMs)
  let hasBytes = false
  const onPiece = () => {
    hasBytes = true
  }
  try {
    const opened = await openLocation({ ...remote, now: services.clock.now, signal }, location)
    if (!opened) throw new Error('a file without an earlier one was answered as unchanged')
    const path = opened.path ?? join(folder, 'file')
    let isWhole = true
    const onCut = () => {
      isWhole = false
    }
    // A file of the import folder is read where it is, however large.
    if (!opened.path) await pipeline(readBeginning(opened.body, { maxMs, onPiece, onCut }), createWriteStream(path))
    const { size } = await stat(path)
    if (size === 0) throw unprocessable(`${opened.fileName} is empty.`)
    return await findMissing(services, document, {
      file,
      isWhole,
      given: { path, name: opened.fileName, size, sha256: '' },
    })
  } catch (error) {
    if (isDiskFull(error)) throw diskFullError()
    if (!isAppError(error)) throw error
    if (!signal.aborted || error.code !== 'UNAVAILABLE') return error.message
    // A refresh waits longer for the rest of what a server sends.
    return hasBytes ? undefined : `The server did not answer within ${maxWaitMs / 1_000} seconds. Check the location.`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type TriedTable = { file: string; isWhole: boolean; given: Parameters<typeof sampleColumns>[2][string] }

async function findMissing(services: Tools, document: SourceDocument, { file, isWhole, given }: TriedTable) {
  try {
    const found = await sampleColumns(services, document, { [file]: given })
    const missing = listMissingColumns(
      document,
      found.map(({ name }) => name),
      [file],
    )
    const [first] = missing
    if (!first) return undefined
    const more = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
    return (
      `${given.name} has no column ${first.column}${more}, which the source reads. Edit the source for this file first, ` +
      'or give another location.'
    )
  } catch (error) {
    // What is cut off, such as an archive, can be read as a whole only.
    if (isAppError(error) && !isWhole) return undefined
    throw error
  }
}

type Beginning = { maxMs: number; onPiece: () => void; onCut: () => void }

/** Has the first line at least, and ends at the last line end if it is cut, so that the last row is whole. */
async function* readBeginning(
  body: AsyncIterable<Uint8Array>,
  { maxMs, onPiece, onCut }: Beginning,
): AsyncGenerator<Uint8Array> {
  const startedAt = performance.now()
  let bytes = 0
  let hasLine = false
  for await (const piece of body) {
    onPiece()
    bytes += piece.length
    hasLine ||= piece.includes(10)
    if (bytes < maxBytes && !(hasLine && performance.now() - startedAt >= maxMs)) {
      yield piece
      continue
    }
    onCut()
    yield piece.subarray(0, piece.lastIndexOf(10) + 1 || piece.length)
    return
  }
}
