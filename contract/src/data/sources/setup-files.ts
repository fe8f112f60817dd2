import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { isWebAddress, textLine } from '../../api/text.ts'
import { SourceFile } from './source-document.ts'

/**
 * How a file came to the setup: sent by the browser, fetched from an address, taken from the import folder, or stored
 * with the dataset whose source is edited.
 */
export const setupFileOrigins = ['UPLOAD', 'URL', 'FOLDER', 'DATASET'] as const

/** RECEIVING while it is fetched or copied; READING while its tables are looked for. */
export const setupFileStatuses = ['RECEIVING', 'QUEUED', 'READING', 'READY', 'FAILED'] as const

export const SetupFile = z
  .object({
    id: z.uuid(),
    fileName: z.string(),
    fileBytes: z.int().nullable().describe('Null until it has arrived'),
    origin: z.enum(setupFileOrigins),
    location: z.string().nullable().describe('The address, or the path in the import folder; null for other files'),
    status: z.enum(setupFileStatuses),
    share: z.number().min(0).max(1).describe('Share of the step in progress that is done'),
    message: z.string().nullable().describe('Why it failed, and what to do'),
  })
  .meta({ id: 'SetupFile', example: { fileName: 'parcels.csv', origin: 'UPLOAD', status: 'READY', location: null } })
export type SetupFile = z.infer<typeof SetupFile>

export const geometryKinds = ['POINT', 'LINE', 'POLYGON'] as const

/** What was detected, or is chosen instead. */
export const TableReading = SourceFile.omit({ id: true }).partial()
export type TableReading = z.infer<typeof TableReading>

/** A table in a file: the file itself, a sheet, a layer, or a file in an archive. */
export const SetupTable = z
  .object({
    id: z.string().describe('Names the table in the document (`files[].id`)'),
    fileId: z.uuid(),
    name: z.string().describe('Of the sheet, layer or entry; empty where the file is one table'),
    isUsed: z.boolean(),
    isMain: z.boolean().describe('Has one row for each property or sale; the other tables are joined to it'),
    isReading: z.boolean().describe('It is read again with other choices'),
    columns: z.array(z.string()).describe('The names of its columns, in order'),
    rowCount: z.int().nullable().describe('Null where only the beginning was read'),
    detected: TableReading,
    choices: TableReading.describe('Overrule what was detected'),
    geometry: z.enum(geometryKinds).nullable(),
    crsName: z.string().nullable().describe('The name of the coordinate system'),
    doubts: z.array(z.string()).describe('What to check about how it was read'),
    message: z.string().nullable().describe('Why it could not be read with these choices'),
  })
  .meta({
    id: 'SetupTable',
    example: {
      id: 'parcels',
      columns: ['PARCEL_ID', 'SITUS', 'OWN1'],
      detected: { format: 'DELIMITED', delimiter: ',', headerLine: 1, encoding: 'utf-8' },
      choices: {},
      geometry: null,
      crsName: null,
      doubts: [],
      message: null,
    },
  })
export type SetupTable = z.infer<typeof SetupTable>

export const SetupTableChange = z
  .strictObject({
    choices: TableReading.optional().describe('Replaces all earlier choices; the table is read again'),
    isUsed: z.boolean().optional(),
    isMain: z.literal(true).optional().describe('Makes it the main table instead of another one'),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name something to change')
  .meta({ id: 'SetupTableChange', example: { choices: { headerLine: 3 } } })
export type SetupTableChange = z.infer<typeof SetupTableChange>

export const SetupTableRows = z
  .object({
    columns: z.array(z.string()),
    rows: classified('public-record', z.array(z.array(z.string()))).describe('The first rows, cell by cell'),
    lines: classified('public-record', z.array(z.string())).describe('Of a text, its first lines as they stand'),
  })
  .meta({
    id: 'SetupTableRows',
    example: { columns: ['PARCEL_ID', 'SITUS'], rows: [['0042-15', '12 EXAMPLE LN']], lines: [] },
  })
export type SetupTableRows = z.infer<typeof SetupTableRows>

export const SetupUpload = z.object({
  fileName: textLine('The file name is required')
    .min(1, 'The file name is required')
    .max(200, 'The file name is too long'),
})
export type SetupUpload = z.infer<typeof SetupUpload>

export const SetupDownload = z
  .strictObject({
    url: textLine('Enter the address of a file')
      .max(2_000, 'The address is too long')
      .refine(isWebAddress, 'Enter the address of a file, such as https://example.gov/parcels.zip'),
  })
  .meta({ id: 'SetupDownload', example: { url: 'https://gis.example.gov/parcels.zip' } })
export type SetupDownload = z.infer<typeof SetupDownload>

const FolderPath = z
  .string('Enter a path')
  .max(1_000, 'The path is too long')
  .describe('Relative to the import folder, with slashes; empty for the folder itself')

export const SetupServerFile = z
  .strictObject({ path: FolderPath.min(1, 'Choose a file or folder') })
  .meta({ id: 'SetupServerFile', example: { path: 'example-county/parcels.csv' } })
export type SetupServerFile = z.infer<typeof SetupServerFile>

export const ImportFolderQuery = z.object({ path: FolderPath.default('') })
export type ImportFolderQuery = z.infer<typeof ImportFolderQuery>

export const ImportFolder = z
  .object({
    path: z.string(),
    entries: z.array(
      z.object({
        name: z.string(),
        path: z.string(),
        isFolder: z.boolean(),
        size: z.int().nullable().describe('In bytes; null for a folder'),
        modifiedAt: z.iso.datetime(),
      }),
    ),
    unreadable: z.array(z.string()).describe('Sentences about entries that cannot be read, such as broken links'),
    isTruncated: z.boolean().describe('The folder has more entries than are listed'),
  })
  .meta({
    id: 'ImportFolder',
    example: {
      ...{ path: '', entries: [{ name: 'parcels.csv', path: 'parcels.csv', isFolder: false }], isTruncated: false },
      unreadable: ['sales.csv cannot be read: give the server permission to read it.'],
    },
  })
export type ImportFolder = z.infer<typeof ImportFolder>
