import type { Db } from '../../../../platform/postgres/database.ts'
import { formatDayAndTime } from '../../../../platform/util/format.ts'
import { listLoadedVersions } from '../../rolls/versions/versions.queries.ts'
import { findStoredSource } from '../../sources/stored/sources.queries.ts'

type OpenSetup = {
  setup: { createdAt: Date }
  files: readonly { id: string; addedAt: Date }[]
  tables: readonly { fileId: string; isUsed: boolean }[]
  /** Of the dataset that it would replace. */
  source: string
}

/** When the oldest file that a setup uses was added: a file that is added later makes that one no newer. */
export function getOldestFileTime({ setup, files, tables }: Omit<OpenSetup, 'source'>): Date {
  const used = files.filter(({ id }) => tables.some(({ fileId, isUsed }) => isUsed && fileId === id))
  return used.length === 0 ? setup.createdAt : new Date(Math.min(...used.map(({ addedAt }) => addedAt.getTime())))
}

/** Says what of a loaded dataset is newer than a setup that would replace it: its data, or its source. */
export async function describeNewer(db: Db, open: OpenSetup): Promise<string | null> {
  const { setup, source } = open
  const [current] = (await listLoadedVersions(db, [source])).get(source) ?? []
  if (current?.loadedAt && current.loadedAt > getOldestFileTime(open))
    return `Newer data were loaded on ${formatDayAndTime(current.loadedAt)}, after the files of this setup were added.`
  const stored = await findStoredSource(db, source)
  if (stored && stored.changedAt > setup.createdAt)
    return `The source was changed on ${formatDayAndTime(stored.changedAt)}, after this setup was started.`
  return null
}
