import { z } from 'zod'
import { FileImport } from './file-imports.ts'
import { line } from './line.ts'

const RollSource = z.object({
  source: z.string(),
  name: z.string(),
  countyFips: z.string().nullable().describe('Null where the rows name their county'),
  covers: z.string().describe('What a file of it says'),
  hint: z.string().describe('Which file to give'),
  isGeneric: z.boolean().describe('Takes a file of any county, which the caller names'),
})
export type RollSource = z.infer<typeof RollSource>

export const RollSources = z
  .object({ items: z.array(RollSource), maxFileBytes: z.int().describe('The largest file that is taken') })
  .meta({
    id: 'RollSources',
    example: { items: [{ covers: 'Properties with owners and last sales', hint: 'The published CSV' }] },
  })
export type RollSources = z.infer<typeof RollSources>

export const importStatuses = ['QUEUED', 'RUNNING', 'LOADED', 'UNCHANGED', 'FAILED'] as const
export const ImportStatus = z.enum(importStatuses)
export type ImportStatus = z.infer<typeof ImportStatus>

export const RollImport = FileImport.omit({ sha256: true, rowsTaken: true, rejected: true })
  .extend({
    source: z.string(),
    status: ImportStatus,
    rowsMapped: z.int().optional(),
    rowsRejected: z.int().optional(),
  })
  .meta({ id: 'RollImport' })
export type RollImport = z.infer<typeof RollImport>

const text = (what: string, max: number) =>
  line(`${what} is required`).min(1, `${what} is required`).max(max, `${what} is too long`)

export const NewImport = z.object({
  source: text('The source', 60),
  fileName: text('The file name', 200),
  name: text('The name', 100).optional().describe('What a generic roll is called'),
  countyFips: z
    .string()
    .regex(/^\d{5}$/, 'A county is its five-digit FIPS code')
    .optional()
    .describe('The county of a generic roll'),
})
export type NewImport = z.infer<typeof NewImport>
