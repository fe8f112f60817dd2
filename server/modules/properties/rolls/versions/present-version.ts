import type { DatasetVersion } from '@dooryard/contract/data/datasets/versions'
import { listFills } from './compare-rules.ts'
import type { ListedVersion, VersionRow } from './versions.queries.ts'

/** As it is listed, or whole. */
type PresentedVersion = Omit<ListedVersion, 'name'> & Partial<VersionRow & ListedVersion>

/** A version as administrators see it, beside the current one of its dataset and the one before. */
export function presentVersion(row: PresentedVersion, [current, before]: readonly VersionRow[]): DatasetVersion {
  const { columns, createdAt, loadedAt, source: _, name: _name, hasFiles, ...rest } = row
  const { document: _document, header: _header, renamed: _renamed, ...plain } = rest
  return {
    ...plain,
    canAccept: row.status === 'WAITING' && row.changes !== null && row.isReadable,
    fills: listFills(columns),
    createdAt: createdAt.toISOString(),
    loadedAt: loadedAt?.toISOString() ?? null,
    isCurrent: row.id === current?.id,
    canRestore: row.id === before?.id && hasFiles,
  }
}
