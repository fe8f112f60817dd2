import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'

export const checkStatuses = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELED'] as const
export const CheckStatus = z.enum(checkStatuses)
export type CheckStatus = z.infer<typeof CheckStatus>

export const CheckState = z
  .object({
    status: CheckStatus,
    documentVersion: z.int(),
    isCurrent: z.boolean().describe('The document and the tables are still those that were checked'),
    share: z.number().min(0).max(1),
    rowsRead: z.int(),
    message: z.string().nullable().describe('Why it failed, and what to do'),
    startedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CheckState' })
export type CheckState = z.infer<typeof CheckState>

const TextCount = z.object({ text: classified('public-record', z.string()), count: z.int() })

/** How many codes there are, and in how many rows. */
export const CodeTotals = z.object({ codes: z.int(), rows: z.int() })
export type CodeTotals = z.infer<typeof CodeTotals>

/** How the values of a field are distributed. Amounts are dollars, areas square feet. */
const Distribution = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('NUMBER'),
    min: z.number(),
    median: z.number(),
    max: z.number(),
    zeroShare: z.number().describe('Of the filled values'),
  }),
  z.object({ type: z.literal('DATE'), min: z.iso.date(), median: z.iso.date(), max: z.iso.date() }),
  z.object({
    type: z.literal('TEXT'),
    distinct: z.int(),
    values: z.array(TextCount).describe('The most frequent values'),
  }),
])
export type Distribution = z.infer<typeof Distribution>

const CheckedField = z.object({
  group: z.enum(['property', 'sale']),
  field: z.string(),
  filled: z.int(),
  unknown: z.int(),
  implausible: z.int(),
  implausibleCells: z
    .array(TextCount)
    .default([])
    .describe('Cells that cannot be true, most frequent first; at most 5'),
  distribution: Distribution.nullable().describe('Null for names, addresses and fields without values'),
})
export type CheckedField = z.infer<typeof CheckedField>

/** The most frequent cells that cannot be true: `1900-01-01 in 12 rows, 20190 in 1 row`. */
export const quoteCells = ({ implausibleCells }: Pick<CheckedField, 'implausibleCells'>, max: number): string =>
  implausibleCells
    .slice(0, max)
    .map(({ text, count }) => `${text} in ${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`)
    .join(', ')

const CheckWarning = z.object({
  field: z
    .string()
    .nullable()
    .describe('The field to look at, also `key`, `county` or `joins`; null for the file as a whole'),
  message: z.string(),
})
export type CheckWarning = z.infer<typeof CheckWarning>

/** The result of a dry run over all rows. `rowsRead = rowsAccepted + rowsRejected`. */
export const CheckReport = z.object({
  rowsRead: z.int(),
  rowsAccepted: z.int(),
  rowsRejected: z.int(),
  reasons: z
    .array(z.object({ text: z.string(), count: z.int() }))
    .describe('Why rows were rejected, most frequent first'),
  refusal: z.string().nullable().default(null).describe('Why an import would refuse the rows; null where it would not'),
  hasRejects: z.boolean().describe('Whether a list of the rejected rows can be downloaded'),
  properties: z.int().describe('As an import would load them: one for each parcel'),
  sales: z.int().describe('As an import would load them'),
  repeatedParcels: z.int().default(0).describe('Rows rejected as they have the parcel number of an earlier row'),
  mergedRows: z.int().default(0).describe('Accepted rows that draw a further piece of a parcel'),
  furtherSales: z.int().default(0).describe('Accepted rows that have a further sale of a property'),
  recordedOn: z.iso.date().nullable().describe('The date of the data, as far as they tell'),
  counties: z.array(z.object({ fips: z.string(), name: z.string(), properties: z.int() })),
  fields: z.array(CheckedField),
  warnings: z.array(CheckWarning).describe('What is not as usual, the most important first'),
  useColumn: z.string().nullable().default(null).describe('The column of the use codes'),
  useCodes: z
    .array(
      z.object({
        code: classified('public-record', z.string()),
        description: classified('public-record', z.string()).nullable(),
        rows: z.int(),
      }),
    )
    .default([])
    .describe('The use codes of all rows, most frequent first; at most 1,000'),
  useTotals: CodeTotals.nullable().default(null).describe('Of all use codes, those beyond the 1,000 as well'),
  unplacedUses: z
    .array(
      z.object({
        code: classified('public-record', z.string()).nullable(),
        description: classified('public-record', z.string()).nullable(),
        rows: z.int(),
      }),
    )
    .describe('Use codes without a property type, most frequent first'),
  positions: z
    .array(z.object({ lng: z.number(), lat: z.number() }))
    .describe('A sample of at most 2,000 properties, in degrees'),
  located: z.int().default(0).describe('Properties with a position'),
  places: z
    .array(z.object({ name: z.string(), share: z.number() }))
    .default([])
    .describe('The counties in which the sampled positions lie, or that they lie outside the country; most first'),
  insideShare: z.number().nullable().describe('Share of the positions inside the county; null without positions'),
  outline: z
    .array(z.array(z.array(z.tuple([z.number(), z.number()]))))
    .describe('The outline of the county as the coordinates of a GeoJSON MultiPolygon; empty if no county is named'),
  seconds: z.number().describe('Duration of the check'),
})
export type CheckReport = z.infer<typeof CheckReport>

export const CountyCheck = CheckState.extend({
  report: CheckReport.nullable().describe('Null unless it is done'),
}).meta({
  id: 'CountyCheck',
  example: {
    report: {
      fields: [
        {
          ...{ group: 'property', field: 'yearBuilt', filled: 11, unknown: 0, implausible: 1 },
          implausibleCells: [{ text: '20190', count: 1 }],
          distribution: { type: 'NUMBER', min: 1950, median: 1962, max: 2009, zeroShare: 0 },
        },
      ],
      ...{ repeatedParcels: 2, mergedRows: 0, furtherSales: 0 },
      refusal: null,
      useColumn: 'LAND_USE',
      useCodes: [{ code: 'R1', description: 'Single family', rows: 12 }],
      useTotals: { codes: 1, rows: 12 },
      located: 12,
      places: [{ name: 'Davidson County, TN', share: 1 }],
      outline: [
        [
          [
            [-86.8, 36.15],
            [-86.799, 36.15],
            [-86.799, 36.151],
            [-86.8, 36.15],
          ],
        ],
      ],
    },
  },
})
export type CountyCheck = z.infer<typeof CountyCheck>
