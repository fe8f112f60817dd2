import { ImportTrigger } from '@dooryard/contract/data/datasets/versions'
import type { RollImport } from '@dooryard/contract/data/roll-imports'
import type { SetupImport } from '@dooryard/contract/data/sources/setup-changes'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Context } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { diskFullError, isDiskFull } from '../../../platform/files/disk-full.ts'
import { type NamedFile, queueFileImport } from '../../../platform/files/imports/file-imports.ts'
import { pluralize } from '../../../platform/util/format.ts'
import { newId } from '../../../platform/util/ids.ts'
import { getCountyName } from '../places/county-names.ts'
import { rollImports } from '../rolls/roll-imports.ts'
import { findRoll } from '../rolls/rolls.queries.ts'
import { findUsedSource, usedBefore } from '../sources/resolve-source.ts'
import { saveChangedSource } from '../sources/stored/save-source.ts'
import { findCheck } from './check/checks.queries.ts'
import { requireUsableRows } from './check/require-usable-rows.ts'
import { requireVersion } from './document/documents.ts'
import { storeEdit } from './document/store-edit.ts'
import { findBasis } from './edit/basis.queries.ts'
import { findNewer, getOldestFileTime } from './edit/describe-newer.ts'
import { setupsFolder } from './files/samples.ts'
import { isCurrentCheck } from './present-setup.ts'
import { requireReadyDocument, toNamedFiles } from './ready-document.ts'
import { findSameCounty, type SameCounty } from './same-county.queries.ts'
import { listSetupFiles, listSetupTables } from './setup-files.queries.ts'
import { updateSetup } from './setups.queries.ts'
import { changeOpenSetup } from './setups.ts'

/**
 * Saves the source of a setup and queues the import of its files. The setup is closed until the import has ended, and
 * keeps its files: one whose import failed or was canceled is open again.
 */
export const importCounty = (ctx: Context, id: string, draft: SetupImport): Promise<RollImport> =>
  changeOpenSetup(ctx, id, async (tx, setup) => {
    requireVersion(setup, draft.version)
    await requireCurrentCheck(tx, setup)
    const { document: own, tables: used } = await requireReadyDocument(tx, id)
    const [files, all] = await Promise.all([listSetupFiles(tx.db, id), listSetupTables(tx.db, id)])
    const loaded = await requireOwnDataset(tx, own, draft.replaces === true)
    const same = loaded ? undefined : await chooseSameCounty(tx, id, draft.sameCounty)
    const document = same ? { ...own, source: same.source, name: same.name } : own
    if (same) await storeEdit(tx, id, document)
    const newer = await findNewer(tx.db, { setup, files, tables: all, source: document.source })
    if (newer && !(draft.replacesNewer && newer.at <= new Date(draft.replacesNewer)))
      throw appError('CONFLICT', `${newer.text} Confirm that this import replaces it, or start again.`)
    const isEdit = (await findBasis(tx.db, id)) !== undefined
    const current = await findUsedSource(tx.db, document.source)
    const { version: sourceVersion } = await saveChangedSource(tx, {
      ...{ document, isLoaded: isEdit || same !== undefined },
    })
    const stored = toNamedFiles(document, used)
    const keys = new Set(stored.map(({ fileKey }) => fileKey))
    const namedFiles = await linkFiles(ctx, id, stored)
    const [main] = namedFiles
    if (!main) throw new Error('a source document has no file')
    // Until its turn comes, others may load newer data, which nobody has confirmed to replace.
    const oldest = getOldestFileTime({ setup, files, tables: all })
    const replacesUntil = newer && newer.at > oldest ? newer.at : oldest
    const mainFile = files.find(({ fileKey }) => fileKey === stored[0]?.fileKey)
    const trigger = isEdit ? 'EDIT' : ImportTrigger.parse(mainFile?.origin)
    const { source } = document
    const params = {
      ...{ source, sourceVersion, trigger, replacesUntil: replacesUntil.toISOString(), setup: id },
      ...(current?.version === sourceVersion && usedBefore),
      isCountyConfirmed: loaded !== undefined || draft.sameCounty !== undefined,
    }
    const result = await queueFileImport(tx, rollImports, {
      ...{ name: document.name, fileName: main.fileName, fileKey: main.fileKey, params, namedFiles },
      fileBytes: files.reduce((sum, file) => sum + (keys.has(file.fileKey ?? '') ? (file.fileBytes ?? 0) : 0), 0),
    })
    // The same time shows later that nothing was changed since.
    await updateSetup(tx.db, id, { status: 'IMPORTED', importId: result.id }, new Date(result.createdAt))
    return result
  })

/** The import has keys of its own, as it removes its files; maintenance removes those of one that was never queued. */
async function linkFiles({ files }: Pick<Context, 'files'>, id: string, stored: readonly NamedFile[]) {
  const links = new Map<string, string>()
  for (const { fileKey, fileName } of stored) {
    if (links.has(fileKey)) continue
    if (!(await files.exists(fileKey)))
      throw appError('UNPROCESSABLE', `${fileName} is gone from the server. Remove it and add it again.`)
    const link = `${setupsFolder}/${id}/${newId()}`
    await files.link(fileKey, link).catch((error) => {
      throw isDiskFull(error) ? diskFullError() : error
    })
    links.set(fileKey, link)
  }
  return stored.map((file) => ({ ...file, fileKey: links.get(file.fileKey) ?? file.fileKey }))
}

type CheckedSetup = Parameters<typeof isCurrentCheck>[1] & {
  id: string
  proposalStatus: string
  isDocumentEdited: boolean
}

/** CONFLICT unless the last check read all rows of the files as they would be imported now. */
async function requireCurrentCheck({ db }: Pick<Context, 'db'>, setup: CheckedSetup): Promise<void> {
  const check = await findCheck(db, setup.id)
  if (check?.status === 'QUEUED' || check?.status === 'RUNNING')
    throw appError('CONFLICT', 'The check is still running. Wait until it has ended, or cancel it.')
  if (setup.proposalStatus === 'RUNNING' && !setup.isDocumentEdited)
    throw appError('CONFLICT', 'The columns are being matched again. Wait until that has ended.')
  if (check?.status !== 'DONE') throw appError('CONFLICT', 'Check all rows before they are imported.')
  if (!isCurrentCheck(check, setup))
    throw appError('CONFLICT', 'The source was changed since the check. Check it again before it is imported.')
  await requireUsableRows(db, setup.id)
}

/**
 * The loaded dataset of the source, which the import replaces. CONFLICT unless it is of the same county and that was
 * confirmed.
 */
async function requireOwnDataset(
  { db }: Pick<Context, 'db'>,
  { source, county }: SourceDocument,
  isConfirmed: boolean,
) {
  const loaded = await findRoll(db, source)
  if (!loaded) return undefined
  const { name, countyFips, properties, transfers } = loaded
  const counties = countyFips.slice(0, 3).map(getCountyName).join('; ')
  if ('fips' in county && countyFips.length > 0 && !countyFips.includes(county.fips))
    throw appError(
      'CONFLICT',
      `This import would replace ${name}, which has data of ${counties}. Start again with another name for this county.`,
    )
  if (isConfirmed) return loaded
  const rows = properties > 0 ? pluralize(properties, 'property', 'properties') : pluralize(transfers, 'sale')
  const size = [counties, rows].filter(Boolean).join('; ')
  throw appError(
    'CONFLICT',
    `This import would replace ${name} (${size}). Confirm that, or start again with another name.`,
  )
}

/**
 * The dataset of the same county that the import replaces though another source has loaded it; undefined where both are
 * kept. CONFLICT until one of the two was chosen.
 */
async function chooseSameCounty(
  { db }: Pick<Context, 'db'>,
  setupId: string,
  choice: SetupImport['sameCounty'],
): Promise<SameCounty | undefined> {
  const loaded = choice === 'KEEP' ? undefined : await findSameCounty(db, setupId)
  if (!loaded?.canReplace) return undefined
  if (choice === 'REPLACE') return loaded
  const size = pluralize(loaded.properties, 'property', 'properties')
  throw appError(
    'CONFLICT',
    `This county is loaded already as ${loaded.name} (${size}). Choose whether this import replaces it, or both are kept.`,
  )
}
