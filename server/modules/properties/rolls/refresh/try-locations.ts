import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileLocation } from '@dooryard/contract/data/datasets/refresh-plans'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Context } from '../../../../platform/context.ts'
import { appError, isAppError } from '../../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import { type LocationServices, openLocation } from '../../../../platform/files/locations/locations.ts'
import { listMissingColumns } from '../../sources/columns/required-columns.ts'
import { sampleColumns } from '../read/sample-files.ts'

/** So much of a file is read at most: enough for its columns, and a request that people wait for. */
const maxBytes = 8 * 1024 ** 2
const maxMs = 10_000

type TriedPlan = { document: SourceDocument; locations: readonly FileLocation[] }

/**
 * Reads the beginning of each file of a plan as a refresh would. UNPROCESSABLE, with an issue for each location that has
 * no file, none that can be read, or one without a column of the source.
 */
export async function tryLocations(
  ctx: Context,
  remote: Omit<LocationServices, 'now'>,
  { document, locations }: TriedPlan,
): Promise<void> {
  const tried = await Promise.all(
    locations.map(async ({ file, location }, at) => {
      const message = await findProblem(ctx, remote, { document, file, location })
      return message === undefined ? [] : [{ path: `locations.${at}.location`, message }]
    }),
  )
  const issues = tried.flat()
  const [first] = issues
  if (first) throw appError('UNPROCESSABLE', first.message, { issues })
}

type TriedFile = FileLocation & { document: SourceDocument }

/** What is wrong with a location, in a sentence; undefined where nothing is. */
async function findProblem(
  ctx: Context,
  remote: Omit<LocationServices, 'now'>,
  { document, file, location }: TriedFile,
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-tried-'))
  try {
    const signal = AbortSignal.timeout(2 * maxMs)
    const opened = await openLocation({ ...remote, now: ctx.clock.now, signal }, location)
    if (!opened) throw new Error('a file without an earlier one was answered as unchanged')
    const path = join(folder, 'file')
    let isWhole = true
    const onCut = () => {
      isWhole = false
    }
    await pipeline(readBeginning(opened.body, onCut), createWriteStream(path))
    const { size } = await stat(path)
    if (size === 0) throw unprocessable(`${opened.fileName} is empty.`)
    return await findMissing(ctx, document, { file, isWhole, given: { path, name: opened.fileName, size, sha256: '' } })
  } catch (error) {
    if (isAppError(error)) return error.message
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type TriedTable = { file: string; isWhole: boolean; given: Parameters<typeof sampleColumns>[2][string] }

async function findMissing(ctx: Context, document: SourceDocument, { file, isWhole, given }: TriedTable) {
  try {
    const found = await sampleColumns(ctx, document, { [file]: given })
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

/** Ends at the last line end, so that the last row is whole. */
async function* readBeginning(body: AsyncIterable<Uint8Array>, onCut: () => void): AsyncGenerator<Uint8Array> {
  const startedAt = performance.now()
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes < maxBytes && performance.now() - startedAt < maxMs) {
      yield piece
      continue
    }
    onCut()
    yield piece.subarray(0, piece.lastIndexOf(10) + 1)
    return
  }
}
