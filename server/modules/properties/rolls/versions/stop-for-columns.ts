import type { Services } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { describeMissingColumns, listMissingColumns } from '../../sources/columns/required-columns.ts'
import type { VersionedSource } from '../../sources/resolve-source.ts'
import { inspectFiles } from '../read/inspect-files.ts'
import { countFileRows, sampleColumns } from '../read/sample-files.ts'
import { withImportLock } from '../rolls.queries.ts'
import { describeFewerRows } from './compare-rules.ts'
import type { VersionOrigin } from './record-version.ts'
import { countVersionRows, matchRenamed, sampleVersion } from './renamed-columns.ts'
import { storeVersionFiles, toVersionFiles } from './version-files.ts'
import { changeStatus, interruptVersions, listLoadedVersions, upsertVersion } from './versions.queries.ts'
import { supersedeWaiting } from './waiting-versions.queries.ts'

type RefusedFiles = { source: VersionedSource; files: Readonly<Record<string, string>>; origin: VersionOrigin }

/**
 * Files that an import has refused wait as a version if columns are gone, which an edit of the source mends: with
 * their probable new names, with what else is known without these columns, which is how many rows there are, and with
 * the files, from which the source is edited. Returns the reasons; undefined where all columns are there.
 */
export async function stopForColumns(
  services: Services,
  { source: { document, version: sourceVersion }, files, origin }: RefusedFiles,
): Promise<string[] | undefined> {
  const { db, clock } = services
  const { source } = document
  const input = await inspectFiles(document, files)
  const found = await sampleColumns(services, document, input.files)
  const header = found.map(({ name }) => name)
  const missing = listMissingColumns(document, header)
  if (missing.length === 0) return undefined
  const [before] = (await listLoadedVersions(db, [source])).get(source) ?? []
  const old = before ? await sampleVersion(services, before) : []
  const renamed = matchRenamed(
    missing.map(({ column }) => column),
    old,
    found,
  )
  const isOther = listMissingColumns(document, []).length === missing.length
  const rows = await countFileRows(services, document, input.files)
  const reasons = [
    ...describeMissingColumns(missing, { renamed, isOther }),
    ...describeFewerRows(before ? await countVersionRows(services, before) : {}, rows),
  ]
  const rowsRead = rows[document.files[0]?.id ?? ''] ?? 0
  const createdAt = clock.now()
  const id = newId(createdAt.getTime())
  const isRecorded = await withImportLock(db, source, async () => {
    await interruptVersions(db, source, undefined)
    await supersedeWaiting(db, source, id)
    await upsertVersion(db, {
      ...{ id, source, trigger: origin.trigger, startedBy: origin.startedBy ?? null, sourceVersion, createdAt },
      ...{ recordedOn: null, rowsRead, rowsMapped: 0, rowsRejected: 0, columns: {}, changes: null, reasons },
      ...{ files: toVersionFiles(input.files), header, document, renamed: Object.fromEntries(renamed) },
      ...{ hasFiles: true, status: 'LOADING' },
    })
    await storeVersionFiles(services, id, input.files)
    await changeStatus(db, id, ['LOADING'], { status: 'WAITING' })
    return true
  })
  return isRecorded ? reasons : undefined
}
