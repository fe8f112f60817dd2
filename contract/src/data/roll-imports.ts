import { z } from 'zod'
import { CountyFips } from '../api/county-fips.ts'
import { textLine } from '../api/text.ts'
import { FileImport } from './file-imports.ts'

const RollSource = z.object({
  source: z.string(),
  name: z.string(),
  countyFips: z.string().nullable().describe('Null if each row names its county'),
  isGeneric: z.boolean().describe('Accepts a file of any county, which the caller names'),
})
export type RollSource = z.infer<typeof RollSource>

export const RollSources = z.object({ items: z.array(RollSource) }).meta({
  id: 'RollSources',
  example: {
    items: [{ source: 'anytown-tn', name: 'Anytown TN, assessor', countyFips: '47037', isGeneric: false }],
  },
})
export type RollSources = z.infer<typeof RollSources>

export const importStatuses = ['QUEUED', 'RUNNING', 'LOADED', 'UNCHANGED', 'FAILED', 'CANCELED'] as const
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

const textField = (label: string, max: number) =>
  textLine(`${label} is required`).min(1, `${label} is required`).max(max, `${label} is too long`)

export const NewImport = z.object({
  source: textField('The source', 60),
  fileName: textField('The file name', 200),
  name: textField('The name', 100).optional().describe('The name of a generic county dataset'),
  countyFips: CountyFips.optional().describe('The county of a generic county dataset'),
})
export type NewImport = z.infer<typeof NewImport>
