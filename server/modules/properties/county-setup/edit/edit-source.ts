import type { VersionFile } from '@dooryard/contract/data/datasets/versions'
import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Context } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { requireDataset } from '../../rolls/refresh/list-datasets.ts'
import { findDatasetSource } from '../../rolls/refresh/resolve-dataset-source.ts'
import { toVersionFileKey } from '../../rolls/versions/version-files.ts'
import { listLoadedVersions, type VersionRow } from '../../rolls/versions/versions.queries.ts'
import { listWaitingVersions } from '../../rolls/versions/waiting-versions.queries.ts'
import { listColumns } from '../../sources/compile/list-file-problems.ts'
import { addFile } from '../files/add-files.ts'
import { insertSetup } from '../setups.queries.ts'
import { getSetup } from '../setups.ts'
import { findOpenEdit } from './basis.queries.ts'

/**
 * Opens the source of a loaded dataset as a setup, with its newest files: those that wait for a decision, or else those
 * that are loaded. An edit that was started since these came is gone on with. Without stored files, the setup waits
 * for one.
 */
export async function editSource(ctx: Context, datasetId: string): Promise<CountySetup> {
  const { db, actor, clock } = ctx
  const { source, isGenerated, countyFips } = await requireDataset(ctx, datasetId)
  if (isGenerated) throw appError('UNPROCESSABLE', 'Generated data have no source to edit.')
  const [current] = (await listLoadedVersions(db, [source])).get(source) ?? []
  const known = await findDatasetSource(db, source, current)
  if (!known) throw appError('UNPROCESSABLE', 'The source of this dataset is unknown. Import its file once by hand.')
  const waiting = (await listWaitingVersions(db, [source])).get(source)
  const newest = [waiting, current].find((version) => version?.hasFiles)
  const since = newest?.loadedAt ?? newest?.createdAt ?? new Date(0)
  const open = await findOpenEdit(db, { userId: actor.userId, source, since })
  if (open) return getSetup(ctx, open.id)
  const document = toOwnDocument(known.document, { header: current?.header ?? null, counties: countyFips })
  const id = newId()
  return inTransaction(ctx, async (tx) => {
    await insertSetup(tx.db, {
      ...{ id, createdBy: actor.userId, createdAt: clock.now(), name: document.name },
      countyFips: getOnlyCounty(document),
      mainTable: document.files[0]?.id ?? null,
      ...{ document, basis: { document, renamed: newest?.renamed ?? {} } },
    })
    for (const file of newest ? listStoredFiles(newest) : [])
      await addFile(tx, id, { ...file, id: newId(), origin: 'DATASET' })
    return getSetup(tx, id)
  })
}

const getOnlyCounty = ({ county }: SourceDocument) => ('fips' in county ? county.fips : (county.otherwise ?? null))

/** Each stored file once: an archive can have several files of a source. */
const listStoredFiles = ({ id, files }: VersionRow) => {
  const isFirst = ({ sha256 }: VersionFile, at: number) => files.findIndex((one) => one.sha256 === sha256) === at
  return files
    .filter(isFirst)
    .map((file) => ({ location: toVersionFileKey(id, file.id), fileName: file.fileName, fileBytes: file.fileBytes }))
}

type LoadedColumns = { header: readonly string[] | null; counties: readonly string[] }

/**
 * A source of files with our own headers keeps all our columns, which later files may have. A county that was chosen at
 * the upload, because no column names it, is that of all rows.
 */
function toOwnDocument(document: SourceDocument, { header, counties }: LoadedColumns): SourceDocument {
  const { county, hasOptionalColumns } = document
  if (!hasOptionalColumns || !header || !('of' in county)) return document
  if (listColumns(county.of).some((column) => header.includes(column))) return document
  const [fips, ...others] = county.otherwise === undefined ? counties : [county.otherwise]
  return fips && others.length === 0 ? { ...document, county: { fips } } : document
}
