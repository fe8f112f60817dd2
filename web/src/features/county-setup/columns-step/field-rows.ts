import {
  type FieldGroup,
  type FieldInfo,
  type FieldKind,
  type PropertyField,
  propertyFields,
  type SaleField,
  saleFields,
} from '@dooryard/contract/data/sources/fields'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import { setUseColumn } from '../uses-step/use-rows.ts'
import { listColumns } from './source-editor/source-edits.ts'

export type FieldId = 'key' | 'county' | `property.${PropertyField}` | `sale.${SaleField}`

/** What is known of a proposed column: how sure it is, and why not. */
export type ProposedField = { id: FieldId; source: FieldSource; confidence: number; doubt: string | null }

export type FieldRow = {
  id: FieldId
  label: string
  hint: string | undefined
  kind: FieldKind
  section: FieldSection
  source: FieldSource | undefined
  /** The county when it is the same for all rows. */
  fips: string | undefined
  isRequired: boolean
  /** Its columns are in none of the tables, which the source takes: a later file may have them. */
  isAbsent: boolean
  /** Why the proposed column needs a look; undefined when it is sure, chosen by the user, or confirmed. */
  doubt: string | undefined
}

type FieldSection = 'REQUIRED' | FieldGroup

const sectionLabels: Record<FieldSection, string> = {
  REQUIRED: 'Required',
  LOCATION: 'Location',
  OWNER: 'Owner',
  BUILDING: 'Building and use',
  VALUE: 'Values and tax',
  LAST_SALE: 'Last sale',
  STATUS: 'Status',
  SALE: 'Sale in each row',
}

/** Below this share of confidence a proposed column is one to check. */
const sureFrom = 0.8

const required: Record<'key' | 'county', FieldInfo> = {
  key: { label: 'Parcel number', kind: 'TEXT', group: 'LOCATION', hint: 'Identifies a property in its county' },
  county: {
    label: 'County',
    kind: 'TEXT',
    group: 'LOCATION',
    hint: 'The same for all rows, or a column with its code',
  },
}

const allFields: [FieldId, FieldInfo][] = [
  ['key', required.key],
  ['county', required.county],
  ...Object.entries(propertyFields).map(([name, info]): [FieldId, FieldInfo] => [
    `property.${name as PropertyField}`,
    info,
  ]), // its own keys
  ...Object.entries(saleFields).map(([name, info]): [FieldId, FieldInfo] => [`sale.${name as SaleField}`, info]), // its own keys
]

type FieldPath =
  | { group: 'key' }
  | { group: 'county' }
  | { group: 'property'; field: PropertyField }
  | { group: 'sale'; field: SaleField }

function splitId(id: FieldId): FieldPath {
  const [group, field] = id.split('.')
  return { group, field } as FieldPath // by the type of the id
}

/** Returns where a field comes from; undefined without a column, or when the county is the same for all rows. */
export function getFieldSource(document: SourceDocument, id: FieldId): FieldSource | undefined {
  const path = splitId(id)
  if (path.group === 'key') return document.key
  if (path.group === 'county') return 'of' in document.county ? document.county.of : undefined
  return path.group === 'property' ? document.property?.[path.field] : document.sale?.[path.field]
}

function without<Fields extends object>(fields: Fields, field: keyof Fields): Fields {
  const { [field]: _, ...rest } = fields
  return rest as Fields // every field of these is optional
}

/** The county that is the same for all rows stays as the one of rows that name none. */
function setCountySource(county: SourceDocument['county'], of: FieldSource | undefined): SourceDocument['county'] {
  const fips = 'fips' in county ? county.fips : county.otherwise
  if (of) return { of, ...(fips && { otherwise: fips }) }
  return fips ? { fips } : county
}

/** Property types are read from the column of the use code, unless someone chose another for them. */
function followUseCode(document: SourceDocument, source: FieldSource | undefined): SourceDocument {
  const [before] = listColumns(document.property?.useCode)
  const [column] = listColumns(source)
  const follows = document.uses === undefined || document.uses.column === before
  return column !== undefined && follows ? setUseColumn(document, column) : document
}

/** Changes where a field comes from. The parcel number always has a column. */
export function setFieldSource(document: SourceDocument, id: FieldId, source: FieldSource | undefined): SourceDocument {
  const path = splitId(id)
  if (path.group === 'key') return source ? { ...document, key: source } : document
  if (path.group === 'county') return { ...document, county: setCountySource(document.county, source) }
  if (path.group === 'property') {
    const { property = {} } = document
    const followed = path.field === 'useCode' ? followUseCode(document, source) : document
    return { ...followed, property: source ? { ...property, [path.field]: source } : without(property, path.field) }
  }
  const { sale = {} } = document
  return { ...document, sale: source ? { ...sale, [path.field]: source } : without(sale, path.field) }
}

type RowOptions = {
  proposed: readonly ProposedField[]
  confirmed: ReadonlySet<string>
  /** The columns of the tables, once they are known. */
  columns: readonly string[]
}

/** A confirmation is of a field and its source, so that another proposal asks again. */
export const toConfirmation = (id: FieldId, source: FieldSource | undefined) => `${id} ${JSON.stringify(source)}`

function isAbsent({ hasOptionalColumns }: SourceDocument, source: FieldSource | undefined, known: readonly string[]) {
  const columns = listColumns(source)
  if (!hasOptionalColumns || known.length === 0 || columns.length === 0) return false
  return !columns.some((column) => known.includes(column))
}

function getDoubt({ id, source }: Pick<FieldRow, 'id' | 'source'>, { proposed, confirmed }: RowOptions) {
  const proposal = proposed.find((one) => one.id === id)
  if (!proposal || !source || confirmed.has(toConfirmation(id, source))) return undefined
  if (JSON.stringify(proposal.source) !== JSON.stringify(source)) return undefined
  if (proposal.confidence >= sureFrom && !proposal.doubt) return undefined
  return proposal.doubt ?? 'The name or the values fit only in part.'
}

/** Every field with its source, in the order of the sections. */
export const listFieldRows = (document: SourceDocument, options: RowOptions): FieldRow[] =>
  allFields.map(([id, { label, kind, group, hint }]) => {
    const source = getFieldSource(document, id)
    const isRequired = id === 'key' || id === 'county'
    const fips = id === 'county' && 'fips' in document.county ? document.county.fips : undefined
    const doubt = getDoubt({ id, source }, options)
    const section = isRequired ? 'REQUIRED' : group
    const state = { isRequired, isAbsent: isAbsent(document, source, options.columns), doubt }
    return { id, label, kind, hint, source, fips, section, ...state }
  })

export const isFilled = (row: FieldRow) => (row.source !== undefined && !row.isAbsent) || row.fips !== undefined

export type FieldBlock = {
  key: FieldSection | 'CHECK' | 'EMPTY'
  title: string
  rows: FieldRow[]
  /** Shown by its title alone until it is opened. */
  isCollapsed: boolean
}

/**
 * The blocks of the list: fields to check first, then the others by section, and last those without a column. The
 * fields of a sale have a block of their own there, as most files have no sale in each row.
 */
export function toFieldBlocks(rows: readonly FieldRow[]): FieldBlock[] {
  const hasSales = rows.some((row) => row.section === 'SALE' && isFilled(row))
  const isEmpty = (row: FieldRow) => !isFilled(row) && !row.isRequired
  const isOfNoSale = ({ section }: FieldRow) => section === 'SALE' && !hasSales
  const sections = (Object.keys(sectionLabels) as FieldSection[]).map((section) => ({
    key: section,
    title: sectionLabels[section],
    rows: rows.filter((row) => row.section === section && row.doubt === undefined && !isEmpty(row)),
    isCollapsed: false,
  }))
  const blocks: FieldBlock[] = [
    { key: 'CHECK', title: 'Check these', rows: rows.filter(({ doubt }) => doubt !== undefined), isCollapsed: false },
    ...sections,
    {
      key: 'EMPTY',
      title: 'Without a column',
      rows: rows.filter((row) => isEmpty(row) && !isOfNoSale(row)),
      isCollapsed: true,
    },
    { key: 'SALE', title: sectionLabels.SALE, rows: rows.filter(isOfNoSale), isCollapsed: true },
  ]
  return blocks.filter((block) => block.rows.length > 0)
}

/** The open field: the one that was opened, wherever it stands now, else the first. */
export const findOpenRow = (blocks: readonly FieldBlock[], openId: string | undefined): FieldRow | undefined =>
  blocks.flatMap(({ rows }) => rows).find(({ id }) => id === openId) ?? blocks[0]?.rows[0]
