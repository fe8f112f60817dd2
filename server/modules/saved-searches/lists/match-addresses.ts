import { dayMs } from '@dooryard/contract/api/time'
import {
  type AddressFile,
  type AddressMatches,
  type Candidate,
  maxAddressFileBytes,
  maxAddressRows,
  maxCandidates,
} from '@dooryard/contract/data/property-lists'
import type { Context, Services } from '../../../platform/context.ts'
import { unprocessable } from '../../../platform/files/content/input-file.ts'
import { borrowUpload } from '../../../platform/files/uploads/borrow-upload.ts'
import { formatNumber } from '../../../platform/util/format.ts'
import {
  type AddressEntry,
  detectOwnLayout,
  type FileRow,
  findCandidates,
  findNamedProperties,
  listAddresses,
  readAddressRows,
  readRow,
} from '../../properties/index.ts'
import { createRanking, getCandidateKeys } from './candidate-rules.ts'

type ReadLine = { line: number; text: string; entries: AddressEntry[]; reason?: string }

const uploadFolder = 'address-matches'

/**
 * Finds the properties that the rows of a file name by their own address or id. Rows that name none, or several, come
 * with the reason and with the properties nearest to what they say. UNPROCESSABLE for a file without addresses.
 */
export async function matchAddresses(
  ctx: Context,
  { fileName, addedLines }: AddressFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<AddressMatches> {
  const { files, clickhouse, signal } = ctx
  const upload = { folder: uploadFolder, fileName, bytes, maxBytes: maxAddressFileBytes }
  const lines = await borrowUpload(files, upload, async (file) => {
    const rows = createLineReader(addedLines)
    await readAddressRows(file, rows.open, signal)
    return rows.finish()
  })
  const named = lines.flatMap(({ line, entries }) => entries.map((entry) => ({ line, entry })))
  const found = await findNamedProperties(clickhouse, named, signal)
  const isOne = ({ line }: ReadLine) => found.get(line)?.length === 1
  const unmatched = lines.filter((line) => !isOne(line))
  const nearest = await findNearest(ctx, unmatched)
  return {
    rows: lines.length,
    matched: lines.flatMap(({ line }) => {
      const [propertyId, ...others] = found.get(line) ?? []
      return propertyId !== undefined && others.length === 0 ? [{ line, propertyId }] : []
    }),
    unmatched: unmatched.map((line) => toUnmatched(line, found.get(line.line) ?? [], nearest.get(line.line))),
  }
}

/** Removes the files of uploads whose process ended while it read them. */
export const purgeAddressUploads = ({ files }: Pick<Services, 'files'>) => files.removeOlder(uploadFolder, dayMs)

type Nearest = Candidate[] | 'NOT_LOOKED_UP'

function toUnmatched(row: ReadLine, found: readonly string[], nearest: Nearest = []) {
  const { line, text } = row
  const reason = formatReason(row, found.length)
  if (nearest === 'NOT_LOOKED_UP')
    return {
      line,
      text,
      reason: `${reason} Nothing near it was looked up, as the file has many such rows.`,
      candidates: [],
    }
  const several = nearest.filter(({ propertyId }) => found.includes(propertyId))
  return { line, text, reason, candidates: found.length > 1 ? several : nearest }
}

function formatReason({ reason, entries }: ReadLine, found: number): string {
  if (found > 1) return `${formatNumber(found)} properties have this address.`
  const isId = entries.every(({ kind }) => kind === 'PROPERTY')
  return reason ?? (isId ? 'No property has this id.' : 'No property has this address.')
}

/** Longer texts are cut: what a row says is shown, not kept. */
const maxTextLength = 200

function createLineReader(addedLines: number) {
  const lines: ReadLine[] = []
  const open = (header: string[]) => {
    const layout = detectOwnLayout(header)
    const places = layout.addresses.flatMap(({ street, unit, city, state, zip }) => [street, unit, city, state, zip])
    return (lineOfFile: number, row: FileRow) => {
      const line = lineOfFile - addedLines
      if (lines.length >= maxAddressRows)
        throw unprocessable(
          `The file has more than ${formatNumber(maxAddressRows)} rows, as many as a list has properties. Split it.`,
        )
      if ('reason' in row) return void lines.push({ line, text: '', entries: [], reason: row.reason })
      const cells = [...new Set(places)].map(row.cell).filter((text) => text !== '')
      const text = (cells.length > 0 ? cells.join(', ') : row.cell(layout.propertyId)).slice(0, maxTextLength)
      const read = readRow(layout, row.cell)
      lines.push({ line, text, ...('reason' in read ? { entries: [], ...read } : read) })
    }
  }
  const finish = () => {
    if (lines.length === 0) throw unprocessable('The file has no rows under its header.')
    return lines
  }
  return { open, finish }
}

/** Rows whose candidates are looked up: nobody picks from more. */
const maxLookedUp = 1_000
/** Rows looked up at once; requests are answered between two such batches. */
const batchSize = 100
/** Rows without a ZIP are each looked up by themselves. */
const maxTyped = 50

/** What is nearest to each line that has an address. */
async function findNearest(ctx: Context, lines: readonly ReadLine[]): Promise<ReadonlyMap<number, Nearest>> {
  const nearest = new Map<number, Nearest>()
  const addressed = lines.flatMap(({ line, entries }) => {
    const address = entries.find(({ kind }) => kind !== 'PROPERTY')
    return address ? [{ line, address }] : []
  })
  const typed = lines.filter(({ entries, text }) => entries.length === 0 && text !== '')
  for (const { line } of [...addressed.slice(maxLookedUp), ...typed.slice(maxTyped)]) nearest.set(line, 'NOT_LOOKED_UP')
  const looked = addressed.slice(0, maxLookedUp)
  for (let at = 0; at < looked.length; at += batchSize) {
    const batch = looked.slice(at, at + batchSize)
    const keys = batch.map(({ address }) => getCandidateKeys(address))
    const rank = createRanking(await findCandidates(ctx.clickhouse, keys, ctx.signal))
    for (const { line, address } of batch) nearest.set(line, rank(address))
  }
  for (const { line, text } of typed.slice(0, maxTyped)) nearest.set(line, await findTyped(ctx, text))
  return nearest
}

async function findTyped(ctx: Context, text: string): Promise<Candidate[]> {
  const { items } = await listAddresses(ctx, { search: text, limit: maxCandidates })
  return items.map(({ lat: _, lng: __, ...candidate }) => candidate)
}
