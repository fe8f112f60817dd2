import { isDeepStrictEqual } from 'node:util'
import { removeFile } from '@dooryard/contract/data/sources/remove-columns'
import { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { toSourceKey } from '../../sources/propose/document/to-document.ts'
import { findBasis } from '../edit/basis.queries.ts'
import { parseInspection } from '../present-setup.ts'
import { listSetupTables } from '../setup-files.queries.ts'
import { findDocumentById } from '../setups.queries.ts'
import { nameProposedSource } from './name-proposed-source.ts'
import { type LockedContext, storeEdit } from './store-edit.ts'

type LockedSetup = { id: string; isDocumentEdited: boolean }

/**
 * Brings a change of the setup into a document that someone edited; one that nobody edited is proposed anew. Call it
 * with the setup locked.
 */
async function changeEditedDocument(
  ctx: LockedContext,
  setup: LockedSetup,
  change: (document: SourceDocument) => SourceDocument | Promise<SourceDocument>,
): Promise<void> {
  if (!setup.isDocumentEdited) return
  const row = await findDocumentById(ctx.db, setup.id)
  if (!row?.document) return
  const before = SourceDocument.parse(row.document)
  const document = await change(before)
  if (!isDeepStrictEqual(before, document)) await storeEdit(ctx, setup.id, document)
}

type About = { name?: string | null | undefined; countyFips?: string | null | undefined }

/**
 * Writes the name and the county of the setup into its edited document. The id of another county may be that of a
 * loaded dataset, so that a new county gets a new one, unless the source of a dataset is edited.
 */
export const renameEditedDocument = (ctx: LockedContext, setup: LockedSetup, { name, countyFips }: About) =>
  changeEditedDocument(ctx, setup, async (document) => {
    const renamed = { ...document, ...(name && { name }) }
    if (countyFips === undefined) return renamed
    const county = changeCounty(document.county, countyFips)
    const moved = { ...renamed, county }
    if (isDeepStrictEqual(county, document.county) || (await findBasis(ctx.db, setup.id))) return moved
    return nameProposedSource(ctx.db, { ...moved, source: toSourceKey(moved.name, countyFips) }, [])
  })

/** Where rows name their own county, the one of the setup is for rows that do not. */
function changeCounty(county: SourceDocument['county'], fips: string | null): SourceDocument['county'] {
  if ('of' in county) return fips === null ? { of: county.of } : { of: county.of, otherwise: fips }
  return fips === null ? county : { fips }
}

/**
 * Takes tables that are not used any more out of the edited document, and makes it read one as it was just read again.
 * Its first table stays, even when it is not used: checks and the import then say that it is missing.
 */
export async function fitEditedDocument(ctx: LockedContext, setup: LockedSetup, rereadTable?: string): Promise<void> {
  if (!setup.isDocumentEdited) return
  const tables = await listSetupTables(ctx.db, setup.id)
  await changeEditedDocument(ctx, setup, (document) => {
    const unused = document.files.filter(({ id }) => !tables.some((table) => table.id === id && table.isUsed))
    const fitting = unused.reduce((fitted, { id }) => removeFile(fitted, id) ?? fitted, document)
    const files = fitting.files.map((file) => {
      const table = file.id === rereadTable && tables.find(({ id }) => id === file.id)
      if (!table) return file
      const { unknown } = file
      return { ...(unknown && { unknown }), ...parseInspection(table).file, id: file.id }
    })
    return { ...fitting, files }
  })
}
