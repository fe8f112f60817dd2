import { createHash } from 'node:crypto'
import { inspectFile } from '../../../platform/content/given-file.ts'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import { formatNumber } from '../../../platform/format.ts'
import { tryWithLock } from '../../../platform/postgres/advisory-locks.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { countKnownOwners, moveDataVersion } from '../../properties/index.ts'
import { enterSource, sourceLock } from '../contact-sources.queries.ts'
import { countSource, createStaging, dropStaging, replaceSource, type SourceCounts } from '../contacts.queries.ts'
import { loadContacts } from './load-contacts.ts'
import type { Tally } from './take-rows.ts'

type ImportOptions = {
  /** Another file of this name takes its place. */
  name: string
  /** The day of which the contacts are, `YYYY-MM-DD`. */
  asOf: string
  path: string
  onProgress?: ((at: { rows: number; share: number }) => void) | undefined
  signal?: AbortSignal | undefined
}

export type ImportedContacts = Tally & SourceCounts & { source: string; message?: string }

/** Readers see the old or the new; run again, it comes to the same. UNPROCESSABLE where no row can be taken. */
export async function importContacts(services: Services, options: ImportOptions): Promise<ImportedContacts> {
  const source = sourceOf(options.name)
  const done = await tryWithLock(services.db, sourceLock(source), () => importAs(services, source, options))
  if (!done) throw appError('CONFLICT', `${options.name} is being imported or removed already.`)
  return done
}

async function importAs(services: Services, source: string, options: ImportOptions): Promise<ImportedContacts> {
  const { clickhouse, clock } = services
  const { name, asOf, path, onProgress, signal } = options
  const file = await inspectFile(path)
  const table = await createStaging(clickhouse, source)
  try {
    const ingestedAt = new Date(`${asOf}T00:00:00Z`)
    const tally = await loadContacts(services, { file, table, source, ingestedAt, onProgress, signal })
    if (tally.rowsTaken === 0) throw appError('UNPROCESSABLE', noneTaken(tally))
    const counts = await countSource(clickhouse, table, source)
    const known = await countKnownOwners(clickhouse, table)
    await replaceSource(clickhouse, source, table)
    await inTransaction(services, async ({ db }) => {
      const facts = { name, asOf, sha256: file.sha256, isGenerated: false, ingestedAt: clock.now() }
      await enterSource(db, { source, ...counts, ...facts })
      await moveDataVersion(db)
    })
    const message = messageOf(tally, counts.owners - known)
    return { ...tally, ...counts, source, ...(message !== '' && { message }) }
  } finally {
    await dropStaging(clickhouse, source)
  }
}

function noneTaken({ rowsRead, rejected: [first] }: Tally): string {
  if (!first) return 'The file has no rows under its header.'
  return `None of its ${formatNumber(rowsRead)} rows can be taken. Line ${first.line}: ${first.reason}`
}

function messageOf({ valuesDropped }: Tally, unknown: number): string {
  const sentences = [
    valuesDropped > 0 && `${formatNumber(valuesDropped)} phones and emails were left out: they can be none.`,
    unknown > 0 &&
      `${formatNumber(unknown)} of the owners hold nothing that is loaded; their contacts wait for a roll that names them.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

/** The hash keeps names apart that differ by signs alone; capitals make no other name. */
export function sourceOf(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '')
  const mark = createHash('sha256').update(plain).digest('hex').slice(0, 8)
  return slug === '' ? mark : `${slug}-${mark}`
}
