import { z } from 'zod'
import { textLine } from '../../api/text.ts'

/** The name of a column as the file writes it. `buildings.year` is a column of the joined file `buildings`. */
export const ColumnName = z.string().min(1, 'A column has a name').max(300, 'This is too long for the name of a column')

/** Facts of a geometry, readable like columns: its inner point in degrees and its area in square feet. */
export const geometryColumns = ['@lat', '@lng', '@area_sqft'] as const

const Cell = z.string().max(300)

/** The likeliest first. */
export const dateFormats = [
  'YYYY-MM-DD',
  'YYYYMMDD',
  'YYYYMM',
  'YYMMDD',
  'M/D/YYYY',
  'M/D/YY',
  'MMDDYYYY',
  'D-MON-YYYY',
  'Month D, YYYY',
  'YYYY',
  'Excel days',
  'Unix milliseconds',
] as const
export const DateFormat = z.enum(dateFormats)
export type DateFormat = z.infer<typeof DateFormat>

export const areaUnits = ['SQFT', 'ACRE', 'SQM', 'HECTARE', 'SQYD'] as const
export const AreaUnit = z.enum(areaUnits)
export type AreaUnit = z.infer<typeof AreaUnit>

export const addressParts = ['STREET', 'UNIT', 'CITY', 'STATE', 'ZIP'] as const

/**
 * What is done to the cells of a field before its value is checked. Applied in order; the last one may say how the
 * value is read (a date with its format, a number with its unit). Without any, the kind of the field decides.
 */
export const Transform = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('TRIM'),
      characters: z.string().min(1).max(20).optional().describe('Removed at both ends besides blanks'),
    }),
    z.object({
      type: z.literal('CAPTURE'),
      pattern: z.string().min(1).max(200).describe('A regular expression (RE2); its first group is the value'),
      otherwise: z.enum(['KEEP', 'UNKNOWN']).default('UNKNOWN'),
    }),
    z.object({
      type: z.literal('LOOKUP'),
      table: z.record(Cell, z.union([z.string().max(300), z.number(), z.boolean(), z.null()])),
      otherwise: z
        .enum(['KEEP', 'UNKNOWN', 'IMPLAUSIBLE'])
        .default('IMPLAUSIBLE')
        .describe('What a cell is that the table lacks'),
    }),
    z.object({
      type: z.literal('JOIN'),
      separator: z
        .string()
        .max(5)
        .default(' ')
        .describe(
          'Between the filled cells of several columns; in a parcel number, empty ones between keep their place',
        ),
      size: z
        .int()
        .min(2)
        .max(6)
        .optional()
        .describe('How many columns make one text each, such as last and first names of several owners; else all'),
    }),
    z.object({
      type: z.literal('ADDRESS_PART'),
      part: z.enum(addressParts).describe('Of a cell with several parts, such as "City ST ZIP" or "12 Elm St, City"'),
    }),
    z.object({
      type: z.literal('ADDRESS_LINES'),
      part: z.enum(addressParts).describe('Of address lines that shift between columns'),
    }),
    z.object({
      type: z.literal('SPLIT_NAMES'),
      separator: z.string().min(1).max(5).optional().describe('Between the names of several owners in a cell'),
    }),
    z.object({
      type: z.literal('DATE'),
      formats: z.array(DateFormat).min(1),
      unknown: z.array(Cell).default([]).describe('Cells that mean no date'),
      isWrapped: z
        .boolean()
        .default(false)
        .describe('Two-digit years were stored: a date to come is a century earlier'),
    }),
    z.object({
      type: z.literal('YEAR_MONTH_DAY'),
      hasDay: z
        .boolean()
        .describe(
          'Year, month and day, the last two also in one column such as 1231; without a day the first of the month',
        ),
    }),
    z.object({ type: z.literal('FISCAL_YEAR') }).describe('1 January of the year before the fiscal year in the cell'),
    z.object({
      type: z.literal('NUMBER'),
      unit: AreaUnit.optional(),
      units: z.record(Cell, AreaUnit).optional().describe('By the cell of the second column, in any case'),
      factor: z.number().positive().optional().describe('Multiplies the number, such as 1000 for values in thousands'),
    }),
    z.object({ type: z.literal('FULL_AND_HALF') }).describe('Bathrooms from a column of full and one of half baths'),
    z
      .object({ type: z.literal('BOOK_AND_PAGE') })
      .describe('Book and page of a deed; an optional third column has the number of the instrument instead'),
    z.object({ type: z.literal('IS_FILLED') }).describe('Yes when the cell has any content'),
    z.object({ type: z.literal('IS_POSITIVE') }).describe('Yes for a number above 0, no for 0'),
    z
      .object({ type: z.literal('ARMS_LENGTH_OF_PRICE') })
      .describe('No when the price in the cell is nominal, such as $1; otherwise unknown'),
  ])
  .meta({ id: 'SourceTransform' })
export type Transform = z.infer<typeof Transform>
export type TransformType = Transform['type']

type FieldSourceShape =
  | { columns: string[]; transforms?: Transform[] | undefined }
  | { constant: string | number | boolean }
  | { firstOf: FieldSourceShape[] }

/** Where the value of a field comes from: columns and transforms, a constant, or the first of several that is known. */
export const FieldSource: z.ZodType<FieldSourceShape> = z
  .union([
    z.strictObject({ columns: z.array(ColumnName).min(1).max(12), transforms: z.array(Transform).max(8).optional() }),
    z.strictObject({ constant: z.union([textLine().max(300), z.number(), z.boolean()]) }),
    z.strictObject({
      get firstOf() {
        return z.array(FieldSource).min(2).max(6)
      },
    }),
  ])
  .meta({ id: 'FieldSource' })
export type FieldSource = FieldSourceShape
