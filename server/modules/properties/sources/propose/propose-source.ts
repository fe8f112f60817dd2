import { type PropertyField, propertyFields } from '@dooryard/contract/data/sources/fields'
import { listKeyColumns } from '@dooryard/contract/data/sources/source-document'
import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import { listColumns } from '../compile/list-file-problems.ts'
import type { PlacedField } from './compose/placed-field.ts'
import { findRefusal } from './document/find-refusal.ts'
import { toDocument } from './document/to-document.ts'
import type {
  FieldProposal,
  JoinProposal,
  ProposalContext,
  ProposalInput,
  SampledTable,
  SourceProposal,
} from './proposal.ts'
import { proposeTable, type TableProposal } from './propose-table.ts'
import { chooseMainTable } from './tables/choose-main-table.ts'
import { describeUnjoined, leastMatched, proposeJoin } from './tables/propose-joins.ts'
import { proposeUses } from './uses/propose-uses.ts'

type ReadTable = { input: ProposalInput; id: string; proposal: TableProposal }

/**
 * Proposes how the files of a county become properties and sales, from samples of their tables alone: no store is
 * asked. The document is to be checked by a person; what is unsure says why. Files that are no roll get the reason; a
 * roll whose county neither a column nor the context names has no document.
 */
export function proposeSource(inputs: readonly ProposalInput[], context: ProposalContext): SourceProposal {
  const tables = inputs.map(
    (input): ReadTable => ({
      ...{ input, id: input.id },
      proposal: proposeTable(cutLongCells(input.sample), context.today, context.key),
    }),
  )
  const main = tables.find(({ id }) => id === context.main) ?? chooseMainTable(tables)
  if (!main) throw new Error('A source is proposed from one table or more')
  const joined = tables.flatMap((table) => {
    const join = table === main ? null : proposeJoin(main, table)
    return join ? [{ table, join }] : []
  })
  const fields = [...toFields(main.proposal), ...toCountyField(main.proposal)]
  for (const { table, join } of joined) addFields(fields, table, join)
  const joins = joined.map(({ join }) => join)
  const unjoined = tables
    .filter((table) => table !== main && !joined.some((one) => one.table === table))
    .map((table) => ({ fileId: table.id, doubt: describeUnjoined(main, table) }))
  const uses = proposeTableUses(main.proposal, context.countyFips)
  const unplaced = listUnplaced(tables, main.id, fields, joins)
  const { schema } = main.proposal
  const proposed = { schema: schema && { id: schema.id, name: schema.name }, fields, joins, unjoined, uses, unplaced }
  const refusal = findRefusal(main.proposal)
  if (refusal !== null) return { document: null, refusal, main: null, ...proposed }
  const ordered = [main.input, ...joined.map(({ table }) => table.input)]
  return { document: toDocument(ordered, context, proposed), refusal: null, main: main.id, ...proposed }
}

// What a cell is shows in its beginning. Expressions would take seconds for one of a megabyte.
const maxProposedLength = 1_000

const cutLongCells = (table: SampledTable): SampledTable => ({
  ...table,
  rows: table.rows.map((row) =>
    row.some(({ length }) => length > maxProposedLength) ? row.map((cell) => cell.slice(0, maxProposedLength)) : row,
  ),
})

function toFields({ key, property, sale }: TableProposal): FieldProposal[] {
  const keyField: FieldProposal[] = key
    ? [{ group: 'key', field: 'key', source: key.source, confidence: key.confidence, doubt: key.doubt }]
    : []
  return [
    ...keyField,
    ...property.map((placed) => ({ group: 'property' as const, ...placed })),
    ...sale.map((placed) => ({ group: 'sale' as const, ...placed })),
  ]
}

/** A column with the county of each row is read where rows are of several. */
function toCountyField({ assigned }: TableProposal): FieldProposal[] {
  const county = assigned.get('countyFips')
  if (!county || new Set(county.profile.cells).size < 2) return []
  const source = { columns: [county.profile.column] }
  return [{ group: 'county', field: 'countyFips', source, confidence: 0.9, doubt: null }]
}

// An empty column, or a name that is not clear, is no reason to read a field from another file.
const leastOfJoined = 0.75

const isAmount = (field: PlacedField['field']) =>
  field in propertyFields &&
  ['MONEY', 'AREA', 'COUNT', 'QUANTITY'].includes(propertyFields[field as PropertyField].kind)

/** Adds what a joined table fills and the main one lacks; a sale in it is the property's last one. */
function addFields(fields: FieldProposal[], { id, proposal }: ReadTable, proposed: JoinProposal): void {
  const { isUnique, join, matched } = proposed
  // The amounts of one of several rows are not those of the property.
  const isPart = !isUnique && join.take.rows === 'FIRST'
  const asSale: Partial<Record<string, string>> = {
    recordedOn: 'lastSaleDate',
    price: 'lastSalePrice',
    deedType: 'lastSaleDeedType',
    document: 'lastSaleDocument',
    armsLength: 'armsLength',
  }
  const sale = proposal.sale.flatMap((placed) => {
    const field = asSale[placed.field]
    return field ? [{ ...placed, field } as PlacedField] : []
  })
  for (const placed of [...proposal.property, ...sale]) {
    if (placed.confidence < leastOfJoined || (isPart && isAmount(placed.field))) continue
    const present = fields.findIndex(({ field, group }) => field === placed.field && group === 'property')
    const isBetter = present >= 0 && matched >= leastMatched && (fields[present]?.confidence ?? 1) < leastOfJoined
    if (present >= 0 && !isBetter) continue
    const added: FieldProposal = { group: 'property', ...placed, source: qualifyColumns(placed.source, id) }
    if (present >= 0) fields[present] = added
    else fields.push(added)
  }
}

/** Columns of joined files are named with the file: `buildings.year`. */
function qualifyColumns(source: FieldSource, id: string): FieldSource {
  if ('columns' in source) return { ...source, columns: source.columns.map((column) => `${id}.${column}`) }
  return 'firstOf' in source ? { firstOf: source.firstOf.map((one) => qualifyColumns(one, id)) } : source
}

function proposeTableUses({ table: { rows }, assigned }: TableProposal, countyFips: string | null) {
  const code = assigned.get('useCode')?.profile
  return proposeUses({ rows, code, description: assigned.get('useDescription')?.profile }, countyFips)
}

const maxExamples = 3

/** Columns that no field and no join is read from, with a few of their values; those without any value are left out. */
function listUnplaced(
  tables: readonly ReadTable[],
  mainId: string,
  fields: readonly FieldProposal[],
  joins: readonly JoinProposal[],
): SourceProposal['unplaced'] {
  const used = new Set([
    ...fields.flatMap(({ source }) => listColumns(source)),
    ...joins.flatMap(({ join }) =>
      join.on.flatMap(({ column, equals }) => [
        ...listKeyColumns(column),
        ...listKeyColumns(equals).map((one) => `${join.file}.${one}`),
      ]),
    ),
  ])
  return tables.flatMap(({ id, proposal }) =>
    proposal.profiles.flatMap(({ column, cells, isGeometry }) => {
      const name = id === mainId ? column : `${id}.${column}`
      if (used.has(name) || isGeometry || cells.length === 0 || column.startsWith('@')) return []
      return [{ fileId: id, column, examples: [...new Set(cells)].slice(0, maxExamples) }]
    }),
  )
}
