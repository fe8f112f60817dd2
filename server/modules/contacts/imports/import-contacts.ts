import { createHash } from 'node:crypto'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { inspectFile } from '../../../platform/files/content/input-file.ts'
import { tryWithLock } from '../../../platform/postgres/advisory-locks.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { formatNumber, pluralize } from '../../../platform/util/format.ts'
import { bumpDataVersion, countKnownOwners } from '../../properties/index.ts'
import { createStaging, dropStaging, getSourceCounts, replaceSource, type SourceCounts } from '../contacts.queries.ts'
import { getSourceLockKey, upsertSource } from '../sources/contact-sources.queries.ts'
import { loadContacts } from './load-contacts.ts'
import type { Tally } from './row-collector.ts'

type ImportOptions = {
  /** Replaces a source with the same name. */
  name: string
  /** The date of the contacts, `YYYY-MM-DD`. */
  asOf: string
  path: string
  onProgress?: ((at: { rows: number; share: number }) => void) | undefined
  signal?: AbortSignal | undefined
}

export type ImportedContacts = Tally & SourceCounts & { source: string; message?: string }

/**
 * Imports a file. Readers see either the old or the new contacts, and a repeated run gives the same result. Throws
 * UNPROCESSABLE when no row is accepted.
 */
export async function importContacts(services: Services, options: ImportOptions): Promise<ImportedContacts> {
  const source = toSourceId(options.name)
  const done = await tryWithLock(services.db, getSourceLockKey(source), () => importSource(services, source, options))
  if (!done) throw appError('CONFLICT', `${options.name} is already being imported or removed.`)
  return done
}

async function importSource(services: Services, source: string, options: ImportOptions): Promise<ImportedContacts> {
  const { clickhouse, clock } = services
  const { name, asOf, path, onProgress, signal } = options
  const file = await inspectFile(path)
  const table = await createStaging(clickhouse, source)
  try {
    const ingestedAt = new Date(`${asOf}T00:00:00Z`)
    const tally = await loadContacts(services, { file, table, source, ingestedAt, onProgress, signal })
    if (tally.rowsTaken === 0) throw appError('UNPROCESSABLE', getRejectionMessage(tally))
    const counts = await getSourceCounts(clickhouse, table, source)
    const known = await countKnownOwners(clickhouse, table)
    await replaceSource(clickhouse, source, table)
    await inTransaction(services, async ({ db }) => {
      const facts = { name, asOf, sha256: file.sha256, isGenerated: false, ingestedAt: clock.now() }
      await upsertSource(db, { source, ...counts, ...facts })
      await bumpDataVersion(db)
    })
    const message = buildMessage(tally, counts.owners - known)
    return { ...tally, ...counts, source, ...(message !== '' && { message }) }
  } finally {
    await dropStaging(clickhouse, source)
  }
}

function getRejectionMessage({ rowsRead, rejected: [first] }: Tally): string {
  if (!first) return 'The file has no rows under its header.'
  return `None of its ${formatNumber(rowsRead)} rows can be taken. Line ${first.line}: ${first.reason}`
}

function buildMessage({ valuesDropped }: Tally, unknown: number): string {
  const sentences = [
    valuesDropped > 0 &&
      `${pluralize(valuesDropped, 'value was', 'values were')} left out: not a valid phone number or email.`,
    unknown > 0 &&
      `${formatNumber(unknown)} of the owners hold nothing that is loaded; their contacts wait for a roll that names them.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

/** The hash distinguishes names that differ only in punctuation. Names that differ only in case are the same source. */
export function toSourceId(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '')
  const mark = createHash('sha256').update(plain).digest('hex').slice(0, 8)
  return slug === '' ? mark : `${slug}-${mark}`
}
