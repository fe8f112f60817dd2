import { z } from 'zod'
import { classified } from './data-classes.ts'
import { FileBody } from './endpoint.ts'
import { PageQuery, pageOf } from './paging.ts'

export const fileImportStatuses = ['QUEUED', 'RUNNING', 'LOADED', 'FAILED'] as const
export const FileImportStatus = z.enum(fileImportStatuses)
export type FileImportStatus = z.infer<typeof FileImportStatus>

/** `rowsRead = rowsTaken + rowsRejected` once it is loaded. */
export const FileImport = z
  .object({
    id: z.string(),
    name: z.string().describe('What it is imported as, in words'),
    fileName: z.string(),
    fileBytes: z.int(),
    sha256: z.string().optional(),
    status: FileImportStatus,
    share: z.number().min(0).max(1).describe('How much of the file is read'),
    rowsRead: z.int(),
    rowsTaken: z.int(),
    rowsRejected: z.int(),
    rejected: z
      .array(z.object({ line: z.int(), reason: z.string() }))
      .describe('The first of the rejected lines, and why'),
    message: z.string().optional().describe('Why it failed, what it waits for, or what to know of what it brought'),
    canRetry: z.boolean().describe('It failed through no fault of its file, which is still kept'),
    uploadedBy: classified('personal', z.string()),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().optional(),
    finishedAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'FileImport' })
export type FileImport = z.infer<typeof FileImport>

// These are spread into the literal of a call even where it has nothing else: what the client does not read is left out of
// literals alone.
const acceptedImport = { response: FileImport, data: ['personal'], status: 202 } as const

export const importCall = { ...acceptedImport, body: FileBody, errors: ['UNPROCESSABLE'] } as const
export const importsCall = { query: PageQuery, response: pageOf(FileImport), data: ['personal'] } as const
export const retryCall = {
  ...acceptedImport,
  params: z.object({ id: z.uuid('There is no such import') }),
  errors: ['CONFLICT'],
} as const
