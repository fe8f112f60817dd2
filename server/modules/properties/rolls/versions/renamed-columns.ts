import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Services } from '../../../../platform/context.ts'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import type { InputFile } from '../../../../platform/files/content/input-file.ts'
import { type ColumnSample, matchColumns } from '../../sources/columns/match-columns.ts'
import type { VersionedSource } from '../../sources/resolve-source.ts'
import { inspectFiles } from '../read/inspect-files.ts'
import { sampleColumns } from '../read/sample-files.ts'
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
export async function sampleVersion(services: Services, version: VersionRow): Promise<ColumnSample[]> {
  const sample = async (document: SourceDocument, files: Record<string, string>) =>
    sampleColumns(services, document, (await inspectFiles(document, files)).files)
  try {
    return (await borrowVersionFiles(services, version, (files) => sample(version.document, files))) ?? []
  } catch (error) {
    if (!isAppError(error)) throw error
    return []
  }
}
