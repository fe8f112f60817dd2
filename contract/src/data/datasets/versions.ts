import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { RollImport } from '../roll-imports.ts'

/** What an import changed about the properties of a dataset, counted before it replaces them. */
export const DatasetChanges = z.object({
  added: z.int(),
  removed: z.int(),
  sold: z.int().describe('Properties with a later last sale; of a file of sales, all that it lists a later sale of'),
  ownerChanged: z.int(),
  valueChanged: z.int().describe('Market or assessed value'),
})
export type DatasetChanges = z.infer<typeof DatasetChanges>

/**
 * How an import came about: by a file that was uploaded, fetched from a `URL` or taken from the import `FOLDER`; `EDIT` by
 * an edit of its source in the wizard.
 */
export const VersionTrigger = z.enum([
  ...(['UPLOAD', 'URL', 'FOLDER', 'EDIT'] as const),
  ...(['SHELL', 'SCHEDULE', 'REQUEST', 'ROLLBACK'] as const),
])
export type VersionTrigger = z.infer<typeof VersionTrigger>

/** Those of the imports that administrators start with files. */
export const ImportTrigger = VersionTrigger.extract(['UPLOAD', 'URL', 'FOLDER', 'EDIT'])
export type ImportTrigger = z.infer<typeof ImportTrigger>

/** `WAITING` versions were not loaded: someone has to accept or reject them. */
export const VersionStatus = z.enum(['LOADING', 'LOADED', 'WAITING', 'REJECTED', 'SUPERSEDED', 'INTERRUPTED', 'FAILED'])
export type VersionStatus = z.infer<typeof VersionStatus>

export const VersionFile = z.object({
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
    isReadable: z.boolean().describe('False where what is stored of it is damaged: reject it, and refresh again'),
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

/**
 * Something that changed county data, or was to: an import of a file, with its progress, or a version that came about
 * in another way, by a refresh, a roll back or the shell.
 */
export const DataChange = z
  .object({
    id: z.uuid().describe('Of the import or the version'),
    name: z.string().describe('The name of the county dataset'),
    trigger: VersionTrigger,
    by: classified('personal', z.string().nullable()).describe(
      'Email of the administrator who started it; null for a schedule and the shell',
    ),
    createdAt: z.iso.datetime(),
    import: RollImport.nullable().describe('Of a file that was added, or imported with an edited source'),
    version: DatasetVersion.nullable().describe('Of a refresh, a roll back or the shell'),
  })
  .meta({ id: 'DataChange', example: { name: 'Anytown, assessor', trigger: 'SCHEDULE', by: null, import: null } })
export type DataChange = z.infer<typeof DataChange>
