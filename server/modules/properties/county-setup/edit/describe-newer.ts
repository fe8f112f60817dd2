import { z } from 'zod'
import { listImportStates } from '../../../../platform/files/imports/file-imports.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { formatDayAndTime } from '../../../../platform/util/format.ts'
import { listLoadedVersions } from '../../rolls/versions/versions.queries.ts'
import { findStoredSource } from '../../sources/stored/sources.queries.ts'

type OpenSetup = {
  setup: { createdAt: Date; importId: string | null }
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

/** What of a loaded dataset is newer than a setup that would replace it, in sentences, and since when the newest is. */
export type NewerData = { text: string; at: Date }

/** Finds what of a loaded dataset is newer than a setup that would replace it: its data, its source, or both. */
export async function findNewer(db: Db, open: OpenSetup): Promise<NewerData | null> {
  const { setup, source } = open
  const [current] = (await listLoadedVersions(db, [source])).get(source) ?? []
  const stored = await findStoredSource(db, source)
  const loadedAt = current?.loadedAt && current.loadedAt > getOldestFileTime(open) ? current.loadedAt : undefined
  // An import of the setup that failed or was canceled has saved its source.
  const own = stored && setup.importId !== null ? await findImportedVersion(db, setup.importId, source) : undefined
  const isChanged = stored && stored.changedAt > setup.createdAt && stored.version !== own
  const changedAt = isChanged ? stored.changedAt : undefined
  const text = [
    loadedAt && `Newer data were loaded on ${formatDayAndTime(loadedAt)}, after the files of this setup were added.`,
    changedAt && `The source was changed on ${formatDayAndTime(changedAt)}, after this setup was started.`,
  ]
  const times = [loadedAt, changedAt].filter((at) => at !== undefined)
  if (times.length === 0) return null
  return { text: text.filter(Boolean).join(' '), at: new Date(Math.max(...times.map((at) => at.getTime()))) }
}

const ImportedSource = z.object({ source: z.string(), sourceVersion: z.int().optional() })

async function findImportedVersion(db: Db, importId: string, source: string): Promise<number | undefined> {
  const [state] = await listImportStates(db, [importId])
  const imported = ImportedSource.safeParse(state?.params).data
  return imported?.source === source ? imported.sourceVersion : undefined
}
