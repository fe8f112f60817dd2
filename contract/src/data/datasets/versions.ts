import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'

/** What an import changed about the properties of a dataset, counted before it replaces them. */
export const DatasetChanges = z.object({
  added: z.int(),
  removed: z.int(),
  sold: z.int().describe('Properties with a later last sale; of a file of sales, all that it lists a later sale of'),
  ownerChanged: z.int(),
  valueChanged: z.int().describe('Market or assessed value'),
})
export type DatasetChanges = z.infer<typeof DatasetChanges>

/** How an import came about; `EDIT` by an edit of its source in the wizard. */
export const VersionTrigger = z.enum(['UPLOAD', 'EDIT', 'SHELL', 'SCHEDULE', 'REQUEST', 'ROLLBACK'])
export type VersionTrigger = z.infer<typeof VersionTrigger>

/** `WAITING` versions were not loaded: someone has to accept or reject them. */
export const VersionStatus = z.enum(['LOADING', 'LOADED', 'WAITING', 'REJECTED', 'SUPERSEDED', 'INTERRUPTED', 'FAILED'])
export type VersionStatus = z.infer<typeof VersionStatus>

const VersionFile = z.object({
  id: z.string(),
  fileName: z.string(),
  fileBytes: z.int(),
  sha256: z.string(),
})
export type VersionFile = z.infer<typeof VersionFile>

export const DatasetVersion = z
  .object({
    id: z.uuid(),
    status: VersionStatus,
    trigger: VersionTrigger,
    startedBy: classified('personal', z.string().nullable()).describe('Email of the administrator; null otherwise'),
    decidedBy: classified('personal', z.string().nullable()).describe(
      'Email of the administrator who accepted or rejected it',
    ),
    sourceVersion: z.int().describe('0 for a source that is not stored'),
    files: z.array(VersionFile),
    recordedOn: z.iso.date().nullable(),
    rowsRead: z.int(),
    rowsMapped: z.int(),
    rowsRejected: z.int(),
    fills: z
      .array(z.object({ name: z.string(), share: z.number().min(0).max(1) }))
      .describe('The share of rows with a value, of important fields'),
    changes: DatasetChanges.nullable(),
    reasons: z.array(z.string()).describe('Why it was not loaded by itself'),
    message: z.string().nullable().describe('Why it failed'),
    createdAt: z.iso.datetime(),
    loadedAt: z.iso.datetime().nullable(),
    canAccept: z.boolean().describe('It waits, and its files have all columns that the source reads'),
    isCurrent: z.boolean(),
    canRestore: z.boolean().describe('It is the version before the current one, and its files are still stored'),
  })
  .meta({
    id: 'DatasetVersion',
    example: {
      reasons: ['The file has 12% fewer rows: 88,000 instead of 100,000.'],
      changes: { added: 120, removed: 14, sold: 310, ownerChanged: 295, valueChanged: 4_100 },
    },
  })
export type DatasetVersion = z.infer<typeof DatasetVersion>
