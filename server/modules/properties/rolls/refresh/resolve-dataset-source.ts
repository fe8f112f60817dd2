import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Db } from '../../../../platform/postgres/database.ts'
import { findSource, findUsedSource, type VersionedSource } from '../../sources/resolve-source.ts'
import type { VersionRow } from '../versions/versions.queries.ts'

/** The ids of the files that a source reads, the main file first. */
export const listSourceFiles = ({ files }: SourceDocument): string[] => files.map(({ id }) => id)

/**
 * The source by which a dataset is refreshed: the stored or shipped one as it is now, or else the one that read the
 * loaded version, as for files with our own headers. An edit that was not loaded changes nothing. Undefined for a dataset
 * of an earlier release without either.
 */
export async function findDatasetSource(
  db: Db,
  source: string,
  current: Pick<VersionRow, 'document' | 'sourceVersion'> | undefined,
): Promise<VersionedSource | undefined> {
  const known = await findUsedSource(db, source)
  // The import has switched the data and was killed before it ended.
  const isNewer = current && known && current.sourceVersion > known.version
  if (known && !isNewer) return known
  return current ? { document: current.document, version: current.sourceVersion } : findSource(db, source)
}
