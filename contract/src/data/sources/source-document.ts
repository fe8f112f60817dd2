import { z } from 'zod'
import { CountyFips } from '../../api/county-fips.ts'
import { assetSubGroups } from '../../api/enums.ts'
import { isWebAddress, textLine, textLines } from '../../api/text.ts'
import { assetUseTypes } from '../../properties/asset-use-types.ts'
import { type PropertyField, propertyFields, type SaleField, saleFields } from './fields.ts'
import { FileId, Slug } from './source-ids.ts'
import { ColumnName, FieldSource } from './transforms.ts'

const fileFormats = [
  'DELIMITED',
  'FIXED_WIDTH',
  'XLSX',
  'JSON',
  'JSON_LINES',
  'GEOJSON',
  'SHAPEFILE',
  'FILE_GEODATABASE',
  'GEOPACKAGE',
  'FLATGEOBUF',
  'PARQUET',
] as const
export const FileFormat = z.enum(fileFormats)
export type FileFormat = z.infer<typeof FileFormat>

/** Encodings by their WHATWG label. */
export const FileEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
export type FileEncoding = z.infer<typeof FileEncoding>

const Delimiter = z.enum([',', '\t', '|', ';', '~', '^'])

const FixedWidthColumn = z.strictObject({
  name: ColumnName,
  start: z.int().min(1).describe('The first character of the column, from 1'),
  length: z.int().min(1).max(4_000),
})

/** A file of the source. What is missing is detected when the file is read. */
export const SourceFile = z.strictObject({
  id: FileId.describe('Columns of joined files are named with it: `buildings.year`'),
  format: FileFormat.optional(),
  table: z.string().min(1).max(200).optional().describe('The sheet, layer or file in an archive'),
  delimiter: Delimiter.optional(),
  headerLine: z.int().min(0).max(50).optional().describe('From 1; 0 when no line has the names'),
  columns: z.array(ColumnName).max(2_000).optional().describe('Names for a file without a header'),
  fixedWidth: z.array(FixedWidthColumn).max(2_000).optional(),
  encoding: FileEncoding.optional(),
  crs: z
    .string()
    .max(4_000)
    .optional()
    .describe('Coordinate system of the geometry, such as EPSG:2263, when the file does not say'),
  unknown: z.array(z.string().max(40)).max(50).optional().describe('Cells that mean no value, such as NA'),
})
export type SourceFile = z.infer<typeof SourceFile>

/** One column, or several whose filled cells are put together with hyphens: map, block and lot are `12-3-45`. */
export const KeyColumns = z.union([ColumnName, z.array(ColumnName).min(2).max(6)])
export type KeyColumns = z.infer<typeof KeyColumns>

export const listKeyColumns = (columns: KeyColumns): string[] => [columns].flat()

/** How rows of another file are added to those of the first one. */
export const SourceJoin = z.strictObject({
  file: FileId,
  on: z
    .array(z.strictObject({ column: KeyColumns.describe('Of the first file'), equals: KeyColumns.describe('Of this') }))
    .min(1)
    .max(4),
  match: z
    .enum(['LETTERS_AND_DIGITS', 'PARTS'])
    .optional()
    .describe(
      'When keys are the same: by their letters and digits (`01-023.4` is `010234`), or part by part (`1-23` is `01-023`); leading zeros may be lacking where that is no other key. Without it, by their text',
    ),
  take: z
    .discriminatedUnion('rows', [
      z.strictObject({ rows: z.literal('FIRST') }),
      z.strictObject({ rows: z.literal('LATEST'), by: ColumnName.describe('The row with the largest value of it') }),
      z.strictObject({ rows: z.literal('ALL') }).describe('One row for each: for files of sales'),
    ])
    .describe('Which rows are taken where several have the key'),
})
export type SourceJoin = z.infer<typeof SourceJoin>

/** The columns by which a file is joined, named as the source names them. */
export const listJoinColumns = ({ file, on, take }: SourceJoin): string[] => [
  ...on.flatMap(({ column, equals }) => [
    ...listKeyColumns(column),
    ...listKeyColumns(equals).map((name) => `${file}.${name}`),
  ]),
  ...(take.rows === 'LATEST' ? [`${file}.${take.by}`] : []),
]

export const Use = z.enum([...assetUseTypes.values, ...assetSubGroups.values])
export type Use = z.infer<typeof Use>

/** Lists of use codes that a source can name instead of repeating them: of states, and our own terms. */
export const useLists = [
  'dooryard',
  'florida-dor',
  'massachusetts-dor',
  'new-york-orpts',
  'new-jersey-mod-iv',
  'texas-sptd',
] as const
export const UseList = z.enum(useLists)
export type UseList = z.infer<typeof UseList>

const UseCode = z.strictObject({
  use: Use,
  description: z.string().max(200).optional(),
  refined: z
    .record(z.string().max(200), Use)
    .optional()
    .describe('By the beginning of the cell of `refinedBy`, the longest first'),
})

/** The crosswalk from the county's use codes to property types. */
export const SourceUses = z.strictObject({
  column: ColumnName,
  refinedBy: ColumnName.optional(),
  match: z
    .enum(['CODE', 'PREFIX', 'WORDS'])
    .describe('The whole code; the longest beginning of it; or words in any case and spacing'),
  list: UseList.optional().describe('Used for codes that `codes` lacks'),
  codes: z.record(z.string().min(1).max(200), UseCode).default({}),
})
export type SourceUses = z.infer<typeof SourceUses>

/** Codes that match in `WORDS`, in one case and spacing. */
export const collapseWords = (code: string): string => code.trim().toUpperCase().replace(/\s+/g, ' ')

const loanParts = ['amount', 'type', 'lender', 'lenderType', 'date', 'rateType'] as const

const SourceLoans = z.strictObject({
  loans: z.array(z.strictObject(toShape(loanParts, ColumnName.optional()))).max(4),
  count: ColumnName.optional().describe('The number of open loans; 0 means none'),
})

/** The county of all rows, or where each row names its own. */
const SourceCounty = z.union([
  z.strictObject({ fips: CountyFips }),
  z.strictObject({
    of: FieldSource,
    otherwise: CountyFips.optional(),
  }),
])

/** Data describe how files of a county become properties and sales. No code runs from it. */
export const SourceDocument = z
  .strictObject({
    $schema: textLine().max(300).optional(),
    version: z.literal(1).describe('Of this format'),
    source: Slug.describe('Identifies the source and its dataset'),
    name: textLine().min(1).max(100),
    publisher: textLine().max(200).optional(),
    homepage: textLine().max(500).refine(isWebAddress, 'Enter a web address, such as https://example.gov').optional(),
    terms: textLine().max(500).optional().describe('Under which terms the publisher gives the data'),
    attribution: textLine().max(300).optional().describe('Shown where the terms ask for it'),
    notes: textLines().max(4_000).optional().describe('For people who change the source'),
    county: SourceCounty,
    files: z.array(SourceFile).min(1).max(12).describe('The first has one row for each property or sale'),
    joins: z.array(SourceJoin).max(11).optional(),
    key: FieldSource.describe('The parcel number'),
    property: z
      .strictObject(toShape(Object.keys(propertyFields) as PropertyField[], FieldSource.optional()))
      .optional(),
    sale: z.strictObject(toShape(Object.keys(saleFields) as SaleField[], FieldSource.optional())).optional(),
    uses: SourceUses.optional(),
    loans: SourceLoans.optional(),
    hasOptionalColumns: z
      .boolean()
      .optional()
      .describe('Fields are left out when the file lacks their columns, instead of refusing the file'),
  })
  .meta({
    id: 'SourceDocument',
    example: {
      ...{ version: 1, source: 'example-county', name: 'Example County, assessor', county: { fips: '47037' } },
      files: [{ id: 'parcels', delimiter: ',', headerLine: 1 }],
      joins: [],
      key: { columns: ['PIN'] },
      property: { lotSqft: { columns: ['ACRES'], transforms: [{ type: 'NUMBER', unit: 'ACRE' }] } },
      uses: { column: 'USE', match: 'CODE', codes: { R1: { use: 'DETACHED_HOUSE' } } },
      loans: { loans: [{ amount: 'LOAN_AMOUNT' }] },
    },
  })
export type SourceDocument = z.infer<typeof SourceDocument>

/** The JSON Schema of source documents, for editors. */
export const toSourceJsonSchema = () => z.toJSONSchema(SourceDocument, { io: 'input', unrepresentable: 'any' })

function toShape<Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) {
  // Each key has the same value.
  return Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>
}
