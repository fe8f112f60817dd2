import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Services } from '../../../../platform/context.ts'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import type { InputFile } from '../../../../platform/files/content/input-file.ts'
import { type ColumnSample, matchColumns } from '../../sources/columns/match-columns.ts'
import type { VersionedSource } from '../../sources/resolve-source.ts'
import { inspectFiles } from '../read/inspect-files.ts'
import type { SourceFiles } from '../read/open-source-table.ts'
import { countFileRows, sampleColumns } from '../read/sample-files.ts'
import { borrowVersionFiles } from './version-files.ts'
import type { VersionRow } from './versions.queries.ts'

type NewFiles = {
  source: VersionedSource
  header: readonly string[]
  files: Readonly<Record<string, InputFile>>
}

/** The columns of the loaded version that new files lack, with their probable new names. */
export async function findRenamedColumns(
  services: Services,
  before: VersionRow,
  { source: { document }, header, files }: NewFiles,
): Promise<Map<string, string>> {
  const gone = before.header?.filter((name) => !header.includes(name)) ?? []
  const isAdded = header.some((name) => !before.header?.includes(name))
  if (gone.length === 0 || !isAdded) return new Map()
  return matchRenamed(gone, await sampleVersion(services, before), await sampleColumns(services, document, files))
}

/** Pairs columns that are gone with new ones: a column that was there before is no new name of another. */
export function matchRenamed(
  gone: readonly string[],
  old: readonly ColumnSample[],
  found: readonly ColumnSample[],
): Map<string, string> {
  const known = new Set(old.map(({ name }) => name))
  return matchColumns(
    gone.map((column) => old.find(({ name }) => name === column) ?? { name: column, values: [] }),
    found.filter(({ name }) => !known.has(name)),
  )
}

/** The columns of the files of a version as they were; none where these cannot be read any more. */
export const sampleVersion = async (services: Services, version: VersionRow): Promise<ColumnSample[]> =>
  (await readVersion(services, version, sampleColumns)) ?? []

/** The rows of each file of a version; none where these cannot be read any more. */
export const countVersionRows = async (services: Services, version: VersionRow): Promise<Record<string, number>> =>
  (await readVersion(services, version, countFileRows)) ?? {}

type ReadFiles<Result> = (services: Services, document: SourceDocument, files: SourceFiles) => Promise<Result>

async function readVersion<Result>(
  services: Services,
  version: VersionRow,
  read: ReadFiles<Result>,
): Promise<Result | undefined> {
  const { document } = version
  try {
    return await borrowVersionFiles(services, version, async (paths) =>
      read(services, document, (await inspectFiles(document, paths)).files),
    )
  } catch (error) {
    if (!isAppError(error)) throw error
    return undefined
  }
}
