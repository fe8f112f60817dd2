import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { ExportLayout } from './export-layout.ts'

export const previewRows = 5

export const ExportPreview = z
  .object({
    headers: z.array(z.string()),
    rows: z
      .array(z.array(classified(['public-record', 'contact'], z.union([z.string(), z.number(), z.null()]))))
      .describe(`The first ${previewRows} rows of the file`),
    leads: z.int().describe('All leads of the order'),
    fileName: z.string().describe('Ends in .zip for several files'),
  })
  .meta({
    id: 'ExportPreview',
    example: {
      headers: ['First Name', 'Last Name', 'Mailing Street'],
      rows: [['Avery', 'Testwell', '40 SAMPLE PLAZA']],
      leads: 500,
      fileName: 'order-0199f3c2-2026-11-02-mail-house.xlsx',
    },
  })
export type ExportPreview = z.infer<typeof ExportPreview>

export const exportPreviewOptions = {
  body: ExportLayout,
  response: ExportPreview,
  data: ['contact'],
  reads: true,
  errors: ['CONFLICT', 'UNPROCESSABLE'],
} as const
