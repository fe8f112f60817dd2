import { z } from 'zod'
import { classified } from './data-classes.ts'

export const fileImportStatuses = ['QUEUED', 'RUNNING', 'LOADED', 'FAILED'] as const
export const FileImportStatus = z.enum(fileImportStatuses)
export type FileImportStatus = z.infer<typeof FileImportStatus>

/** An uploaded file on its way into one of the lists. `rowsRead = rowsTaken + rowsRejected` once it is loaded. */
export const FileImport = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'What it is imported as, in words' }),
    fileName: z.string(),
    fileBytes: z.int(),
    sha256: z.string().optional(),
    status: FileImportStatus,
    share: z.number().min(0).max(1).meta({ description: 'How much of the file is read' }),
    rowsRead: z.int(),
    rowsTaken: z.int(),
    rowsRejected: z.int(),
    rejected: z
      .array(z.object({ line: z.int(), reason: z.string() }))
      .meta({ description: 'The first of the rejected lines, and why' }),
    message: z.string().optional().meta({ description: 'Why it failed, or what to know of what it brought' }),
    canRetry: z.boolean().meta({ description: 'It failed through no fault of its file, which is still kept' }),
    uploadedBy: classified('personal', z.string()),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().optional(),
    finishedAt: z.iso.datetime().optional(),
  })
  .meta({
    id: 'FileImport',
    example: {
      id: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49',
      name: 'National registry, full list',
      fileName: '2026-11-01_615.txt',
      fileBytes: 10485760,
      status: 'RUNNING',
      share: 0.41,
      rowsRead: 400000,
      rowsTaken: 400000,
      rowsRejected: 0,
      rejected: [],
      canRetry: false,
      uploadedBy: 'admin@example.com',
      createdAt: '2026-11-02T09:30:00.000Z',
      startedAt: '2026-11-02T09:30:01.000Z',
    },
  })
export type FileImport = z.infer<typeof FileImport>
