import type { Db } from '../../../../platform/postgres/database.ts'
import { formatDayAndTime } from '../../../../platform/util/format.ts'
import { listLoadedVersions } from '../../rolls/versions/versions.queries.ts'
import { findStoredSource } from '../../sources/stored/sources.queries.ts'

type OpenSetup = {
  setup: { createdAt: Date }
  files: readonly { addedAt: Date }[]
  /** Of the dataset that it would replace. */
  source: string
}

/** When the newest file of a setup was added, or the setup itself where it was created from stored files. */
export const getNewestFileTime = ({ setup, files }: Omit<OpenSetup, 'source'>): Date =>
  new Date(Math.max(...files.map(({ addedAt }) => addedAt.getTime()), setup.createdAt.getTime()))

/** Says what of a loaded dataset is newer than a setup that would replace it: its data, or its source. */
export async function describeNewer(db: Db, { setup, files, source }: OpenSetup): Promise<string | null> {
  const [current] = (await listLoadedVersions(db, [source])).get(source) ?? []
  if (current?.loadedAt && current.loadedAt > getNewestFileTime({ setup, files }))
    return `Newer data were loaded on ${formatDayAndTime(current.loadedAt)}, after the files of this setup were added.`
  const stored = await findStoredSource(db, source)
  if (stored && stored.changedAt > setup.createdAt)
    return `The source was changed on ${formatDayAndTime(stored.changedAt)}, after this setup was started.`
  return null
}
