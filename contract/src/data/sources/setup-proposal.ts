import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { CodeTotals } from './county-check.ts'
import { SourceDocument, SourceJoin, Use, UseList } from './source-document.ts'
import { FieldSource } from './transforms.ts'

/** A use code of the county with the rows that have it. */
export const CountedUse = z.object({
  code: classified('public-record', z.string()),
  description: classified('public-record', z.string()).nullable(),
  rows: z.int(),
  use: Use.nullable().describe('The property type; null where nothing says it'),
})
export type CountedUse = z.infer<typeof CountedUse>

const FieldGroup = z.enum(['key', 'county', 'property', 'sale'])

/** What a source of these tables probably looks like, with what is unsure about it. */
export const SourceProposal = z
  .object({
    document: SourceDocument.nullable().describe('Null for a refusal, and as long as nobody has said the county'),
    refusal: z.string().nullable().describe('Why the tables are no county dataset; null when they are one'),
    main: z.string().nullable().default(null).describe('The id of the main table; null for a refusal'),
    schema: z.object({ id: z.string(), name: z.string() }).nullable().describe('The published schema it follows'),
    fields: z.array(
      z.object({
        group: FieldGroup,
        field: z.string(),
        source: FieldSource,
        confidence: z.number().min(0).max(1),
        doubt: z.string().nullable().describe('What to check'),
      }),
    ),
    unjoined: z
      .array(z.object({ fileId: z.string(), doubt: z.string().describe('Why no join is proposed') }))
      .default([])
      .describe('The other tables, whose columns are not used'),
    joins: z.array(
      z.object({
        join: SourceJoin,
        matched: z
          .number()
          .min(0)
          .max(1)
          .describe(
            'Share of the rows of the main table with a row in the other: sampled ones, or all once they are counted',
          ),
        isUnique: z.boolean().describe('At most one row of the other table has a key'),
        doubt: z.string().nullable(),
      }),
    ),
    lost: z
      .array(
        z.object({
          place: z.enum(['USES', 'JOIN']).describe('What reads it: the use codes, or the join of a table'),
          fileId: z.string().nullable().describe('The table that is joined by it'),
          column: z.string(),
          renamedTo: z.string().nullable().describe('Its probable new name, which the document has in its place'),
          doubt: z.string().describe('What to check'),
        }),
      )
      .default([])
      .describe('Columns of the use codes and of joins of a source to edit that its files no longer have'),
    uses: z.object({ column: z.string(), list: UseList.nullable(), codes: z.array(CountedUse) }).nullable(),
    unplaced: z.array(
      z.object({
        fileId: z.string(),
        column: z.string(),
        examples: classified('public-record', z.array(z.string())),
      }),
    ),
  })
  .meta({
    id: 'SourceProposal',
    example: {
      ...{
        document: null,
        refusal: null,
        main: null,
        schema: null,
        fields: [],
        unjoined: [],
        joins: [],
        lost: [],
        uses: null,
        unplaced: [],
      },
    },
  })
export type SourceProposal = z.infer<typeof SourceProposal>

/** What the whole files say about a join of the document. */
export const JoinCount = z.object({
  join: SourceJoin,
  rows: z.int().describe('Of the main table'),
  matchedRows: z.int().describe('Those of them with a row in the joined table'),
  isUnique: z.boolean().describe('At most one row of the joined table has a key'),
})
export type JoinCount = z.infer<typeof JoinCount>

export const SetupDocument = z
  .object({
    version: z.int().describe('Rises with each change; a change names the version that it replaces'),
    isEdited: z.boolean().describe('Someone changed it, so new proposals do not replace it'),
    document: SourceDocument.nullable().describe('Null as long as nothing could be proposed'),
  })
  .meta({ id: 'SetupDocument', example: { version: 3, isEdited: false, document: null } })
export type SetupDocument = z.infer<typeof SetupDocument>

/** A document of a source as an editor sends it: unchecked, so that each error can name its place. */
export const UncheckedDocument = z.record(z.string(), z.unknown())

export const SetupDocumentChange = z
  .strictObject({
    version: z.int('Name the version that this one replaces').describe('The version that this one replaces'),
    document: UncheckedDocument.describe('A `SourceDocument`'),
  })
  .meta({ id: 'SetupDocumentChange', example: { version: 3, document: { version: 1, source: 'example-county' } } })
export type SetupDocumentChange = z.infer<typeof SetupDocumentChange>

export const PreviewRequest = z
  .strictObject({ document: UncheckedDocument.describe('A `SourceDocument`; it need not be saved') })
  .meta({ id: 'PreviewRequest', example: { document: { version: 1, source: 'example-county' } } })
export type PreviewRequest = z.infer<typeof PreviewRequest>

export const SourcePreview = z
  .object({
    fields: z.array(
      z.object({
        group: FieldGroup,
        field: z.string(),
        columns: z.array(z.string()).describe('The columns of the cells'),
        examples: z
          .array(
            z.object({
              cells: classified('public-record', z.array(z.string())).describe('As the file has them'),
              value: classified('public-record', z.string()).nullable().describe('As it is stored; null if unknown'),
              isImplausible: z.boolean().describe('The cells cannot be true, so the value is left out'),
            }),
          )
          .describe('Up to five rows, filled ones first'),
      }),
    ),
  })
  .meta({
    id: 'SourcePreview',
    example: {
      fields: [
        {
          group: 'property',
          field: 'yearBuilt',
          columns: ['YR_BLT'],
          examples: [{ cells: ['1985'], value: '1985', isImplausible: false }],
        },
      ],
    },
  })
export type SourcePreview = z.infer<typeof SourcePreview>

/** The use codes of a document's column, each with its property type as an import would read it. */
export const SetupUses = z
  .object({
    codes: z.array(CountedUse).describe('At most 1,000: without a property type first, the most frequent before'),
    rows: z.int().describe('Rows with a code'),
    isWhole: z.boolean().describe('Counted in all rows by the last check; otherwise in the first rows'),
    mappedRows: z
      .int()
      .describe('Those of them whose code has a property type; of all rows, only those of listed codes'),
    unlisted: CodeTotals.describe('Further codes than those listed'),
  })
  .meta({
    id: 'SetupUses',
    example: {
      codes: [{ code: '0100', description: 'Single family', rows: 90, use: 'SINGLE_FAMILY' }],
      ...{ rows: 90, isWhole: false, mappedRows: 90, unlisted: { codes: 0, rows: 0 } },
    },
  })
export type SetupUses = z.infer<typeof SetupUses>
