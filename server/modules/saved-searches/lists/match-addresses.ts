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
import { getCandidateKeys, rankCandidates } from './candidate-rules.ts'

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
  const findNearest = await openCandidates(ctx, unmatched)
  return {
    rows: lines.length,
    matched: lines.flatMap(({ line }) => {
      const [propertyId, ...others] = found.get(line) ?? []
      return propertyId !== undefined && others.length === 0 ? [{ line, propertyId }] : []
    }),
    unmatched: unmatched.map((line) => toUnmatched(line, found.get(line.line) ?? [], findNearest(line))),
  }
}

/** Removes the files of uploads whose process ended while it read them. */
export const purgeAddressUploads = ({ files }: Pick<Services, 'files'>) => files.removeOlder(uploadFolder, dayMs)

function toUnmatched({ line, text, reason, entries }: ReadLine, found: readonly string[], nearest: Candidate[]) {
  if (found.length > 1) {
    const several = nearest.filter(({ propertyId }) => found.includes(propertyId))
    return { line, text, reason: `${formatNumber(found.length)} properties have this address.`, candidates: several }
  }
  const isId = entries.every(({ kind }) => kind === 'PROPERTY')
  const unknown = isId ? 'No property has this id.' : 'No property has this address.'
  return { line, text, reason: reason ?? unknown, candidates: nearest }
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
/** Rows without a ZIP are each looked up by themselves. */
const maxTyped = 50

async function openCandidates(ctx: Context, lines: readonly ReadLine[]): Promise<(line: ReadLine) => Candidate[]> {
  const looked = lines.slice(0, maxLookedUp)
  const findAddress = ({ entries }: ReadLine) => entries.find(({ kind }) => kind !== 'PROPERTY')
  const keys = looked.flatMap((line) => findAddress(line) ?? []).map(getCandidateKeys)
  const collect = (key: 'zip' | 'number' | 'street') => [...new Set(keys.map((one) => one[key]))].filter(Boolean)
  const query = { zips: collect('zip'), numbers: collect('number'), streets: collect('street') }
  const candidates = Map.groupBy(await findCandidates(ctx.clickhouse, query, ctx.signal), ({ zip }) => zip?.slice(0, 5))
  const typed = new Map<number, Candidate[]>()
  for (const line of looked.filter(({ entries, text }) => entries.length === 0 && text !== '').slice(0, maxTyped))
    typed.set(line.line, await findTyped(ctx, line.text))
  const isLookedUp = new Set(looked)
  return (line) => {
    const address = findAddress(line)
    if (!isLookedUp.has(line)) return []
    return address ? rankCandidates(address, candidates.get(address.zip) ?? []) : (typed.get(line.line) ?? [])
  }
}

async function findTyped(ctx: Context, text: string): Promise<Candidate[]> {
  const { items } = await listAddresses(ctx, { search: text, limit: maxCandidates })
  return items.map(({ lat: _, lng: __, ...candidate }) => candidate)
}
