import { isDeepStrictEqual } from 'node:util'
import { removeFile } from '@dooryard/contract/data/sources/remove-columns'
import { renameColumns, renameSource } from '@dooryard/contract/data/sources/rename-columns'
import { listJoinColumns, type SourceDocument, type SourceFile } from '@dooryard/contract/data/sources/source-document'
import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import type { TableSample } from '../../../../platform/files/tables/table.ts'
import { matchColumns } from '../../sources/columns/match-columns.ts'
import { listMissingColumns } from '../../sources/columns/required-columns.ts'
import { listColumns, listPlaces } from '../../sources/compile/list-file-problems.ts'
import type { FieldProposal, SourceProposal } from '../../sources/propose/proposal.ts'
import type { Basis } from './basis.queries.ts'

type ReadTable = { id: string; sample: Pick<TableSample, 'header' | 'file'> }

type EditedTables = {
  /** In use. */
  tables: readonly ReadTable[]
  /** The ids of those that are left out. */
  unused: readonly string[]
  name: string | null
  countyFips: string | null
}

/**
 * What is proposed for the tables of a source that is edited: the source itself, in which columns that are gone have
 * their probable new names. The fields that this changes, and those without a column, are to check, and so are the use
 * codes and the joins.
 */
export function proposeEdit(basis: Basis, proposal: SourceProposal, edited: EditedTables): SourceProposal {
  const saved = fitToSetup(basis.document, edited)
  const gone = listGone(saved, edited.tables)
  const renamed = findRenamed(saved, { gone, basis, tables: edited.tables })
  const rename = (column: string) => renamed.get(column) ?? column
  const document = renameColumns(saved, rename)
  const fields = listFields(saved).map(({ group, field, source }): FieldProposal => {
    const lost = listColumns(source).find((column) => gone.includes(column))
    return {
      ...{ group, field, source: renameSource(source, rename) },
      ...(lost === undefined
        ? { confidence: 1, doubt: null }
        : { confidence: 0.5, doubt: describeGone(lost, renamed.get(lost)) }),
    }
  })
  const lost = listReaders(saved).flatMap(({ columns, ...reader }) =>
    columns
      .filter((column) => gone.includes(column))
      .map((column) => {
        const renamedTo = renamed.get(column) ?? null
        return { ...reader, column, renamedTo, doubt: describeGone(column, renamedTo ?? undefined) }
      }),
  )
  return { ...proposal, document, refusal: null, schema: null, fields, lost }
}

/** What reads columns besides the fields. */
const listReaders = ({ uses, joins = [] }: SourceDocument) => [
  ...(uses
    ? [{ place: 'USES' as const, fileId: null, columns: [uses.column, ...(uses.refinedBy ? [uses.refinedBy] : [])] }]
    : []),
  ...joins.map((join) => ({ place: 'JOIN' as const, fileId: join.file, columns: listJoinColumns(join) })),
]

const describeGone = (column: string, now: string | undefined) =>
  `The file no longer has the column ${column}. ${
    now ? `${now} is probably its new name.` : 'Choose another column, or none.'
  }`

/** The saved source with the name and county of the setup, without tables that are left out, as these are read now. */
function fitToSetup(saved: SourceDocument, { tables, unused, name, countyFips }: EditedTables): SourceDocument {
  const fitting = unused.reduce((document, id) => removeFile(document, id) ?? document, saved)
  return {
    ...fitting,
    ...(name && { name }),
    ...('fips' in fitting.county && countyFips && { county: { fips: countyFips } }),
    files: fitting.files.map((file) => readAs(file, tables.find(({ id }) => id === file.id)?.sample.file)),
  }
}

/** What the source says of a file is kept unless the file is read otherwise; what is to be detected is left out. */
function readAs({ id, unknown, ...reading }: SourceFile, found: Omit<SourceFile, 'id'> | undefined): SourceFile {
  const kept = Object.entries(reading).flatMap(([key, value]) => {
    const now: unknown = found ? Reflect.get(found, key) : value
    return now === undefined ? [] : [[key, isDeepStrictEqual(now, value) ? value : now] as const]
  })
  return { id, ...Object.fromEntries(kept), ...(unknown && { unknown }) }
}

/** All columns of the tables, named as the source names them. */
const listHeader = ({ files }: SourceDocument, tables: readonly ReadTable[]): string[] =>
  tables.flatMap(({ id, sample }) => sample.header.map((name) => (id === files[0]?.id ? name : `${id}.${name}`)))

/** Columns that their table lacks; not those of a table that is not there yet. */
const listGone = (document: SourceDocument, tables: readonly ReadTable[]): string[] =>
  listMissingColumns(
    document,
    listHeader(document, tables),
    tables.map(({ id }) => id),
  ).map(({ column }) => column)

type GoneColumns = { gone: readonly string[]; basis: Basis; tables: readonly ReadTable[] }

/** What the refresh found by names and values, and by name alone in other files. */
function findRenamed(document: SourceDocument, { gone, basis, tables }: GoneColumns): Map<string, string> {
  const header = listHeader(document, tables)
  const known = gone.flatMap((column) => {
    const now = basis.renamed[column]
    return now !== undefined && header.includes(now) ? [[column, now] as const] : []
  })
  const renamed = new Map(known)
  const read = new Set([...listPlaces(document).flatMap(({ columns }) => columns), ...renamed.values()])
  const rest = gone.filter((column) => !renamed.has(column)).map((name) => ({ name, values: [] }))
  const free = header.filter((name) => !read.has(name) && !name.includes('@')).map((name) => ({ name, values: [] }))
  return new Map([...renamed, ...matchColumns(rest, free)])
}

type Field = Pick<FieldProposal, 'group' | 'field'> & { source: FieldSource }

function listFields({ key, county, property, sale }: SourceDocument): Field[] {
  const toFields = (group: 'property' | 'sale', fields: Partial<Record<string, FieldSource>> | undefined) =>
    Object.entries({ ...fields }).flatMap(([field, source]) => (source ? [{ group, field, source }] : []))
  return [
    { group: 'key', field: 'key', source: key },
    ...('of' in county ? [{ group: 'county' as const, field: 'county', source: county.of }] : []),
    ...toFields('property', property),
    ...toFields('sale', sale),
  ]
}
