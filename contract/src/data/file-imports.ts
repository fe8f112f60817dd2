import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { FileBody } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'

export const fileImportStatuses = ['QUEUED', 'RUNNING', 'LOADED', 'FAILED'] as const
export const FileImportStatus = z.enum(fileImportStatuses)
export type FileImportStatus = z.infer<typeof FileImportStatus>

/** `rowsRead = rowsTaken + rowsRejected` once it is loaded. */
export const FileImport = z
  .object({
    id: z.string(),
    name: z.string().describe('The display name of the import'),
    fileName: z.string(),
    fileBytes: z.int(),
    sha256: z.string().optional(),
    status: FileImportStatus,
    share: z.number().min(0).max(1).describe('Share of the file that is read'),
    rowsRead: z.int(),
    rowsTaken: z.int(),
    rowsRejected: z.int(),
    rejected: z
      .array(z.object({ line: z.int(), reason: z.string() }))
      .describe('The first rejected lines, with the reasons'),
    message: z.string().optional().describe('Why it failed, what it waits for, or a note about the result'),
    canRetry: z
      .boolean()
      .describe('Its file is still stored and is not why it failed, and no newer data or later import replace it'),
    uploadedBy: classified('personal', z.string()),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().optional(),
    finishedAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'FileImport' })
export type FileImport = z.infer<typeof FileImport>

// These are spread into the object literal even where nothing else is in it: the build strips what the client does not
// read from literals only.
const acceptedImport = { response: FileImport, data: ['personal'], status: 202 } as const

export const fileImportOptions = { ...acceptedImport, body: FileBody, errors: ['UNPROCESSABLE'] } as const
export const fileImportListOptions = { query: PageQuery, response: pageSchema(FileImport), data: ['personal'] } as const
export const fileImportRetryOptions = {
  ...acceptedImport,
  params: z.object({ id: z.uuid('There is no such import') }),
  errors: ['CONFLICT'],
} as const
