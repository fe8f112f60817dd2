import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { endpointFactory, FileBody } from '../../api/endpoint.ts'
import { PageQuery, pageSchema } from '../../api/paging.ts'
import { RollImport } from '../roll-imports.ts'
import { CheckState, CountyCheck } from './county-check.ts'
import { CountySetupChange, NewCountySetup, SetupImport, SetupVersion } from './setup-changes.ts'
import {
  ImportFolder,
  ImportFolderQuery,
  SetupDownload,
  SetupFile,
  SetupServerFile,
  SetupTable,
  SetupTableChange,
  SetupTableRows,
  SetupUpload,
} from './setup-files.ts'
import {
  JoinCount,
  PreviewRequest,
  SetupDocument,
  SetupDocumentChange,
  SetupUses,
  SourcePreview,
  SourceProposal,
} from './setup-proposal.ts'
import { FileId } from './source-ids.ts'

/** A setup that nobody changes for this long is deleted with its files. */
export const setupKeptDays = 30

export const maxSetupFiles = 12

/** Tables of all files of a setup; a file with more is refused. */
export const maxSetupTables = 100

const ProposalState = z.object({
  status: z.enum(['NONE', 'RUNNING', 'READY', 'FAILED']).describe('NONE as long as no table has been read'),
  message: z.string().nullable().describe('Why it failed, and what to do'),
  refusal: z.string().nullable().describe('Why the tables are no county dataset'),
  schemaName: z.string().nullable().describe('The published schema that the tables follow'),
})

/** What of a loaded dataset is newer than a setup that would replace it. */
const newerData = {
  newer: z.string().nullable().describe('What of it is newer than this setup'),
  newerAt: z.iso.datetime().optional().describe('Since when it is; to be confirmed with `replacesNewer`'),
}

const ReplacedDataset = z.object({
  source: z.string(),
  name: z.string(),
  counties: z.array(z.string()).describe('Their names'),
  properties: z.int(),
  sales: z.int(),
  ...newerData,
})

const SameCountyDataset = z.object({
  source: z.string(),
  name: z.string(),
  properties: z.int(),
  loadedAt: z.iso.datetime(),
  ...newerData,
  canReplace: z.boolean().describe('Not one of several counties, nor generated data: both are kept, without asking'),
})

export const CountySetup = z
  .object({
    id: z.uuid(),
    status: z
      .enum(['OPEN', 'IMPORTED'])
      .describe('IMPORTED once its import was started; OPEN again if that failed or was canceled'),
    name: z.string().nullable(),
    countyFips: z.string().nullable(),
    countyName: z.string().nullable(),
    files: z.array(SetupFile).describe('In the order in which they were added'),
    tables: z.array(SetupTable),
    proposal: ProposalState,
    documentVersion: z.int().describe('Of the document; 0 as long as there is none'),
    isDocumentEdited: z.boolean(),
    joinCounts: z.array(JoinCount).describe('Of the joins of the document, as soon as the whole files are counted'),
    check: CheckState.nullable().describe('The last check'),
    replaces: ReplacedDataset.nullable().describe('The loaded dataset that the import would replace'),
    sameCounty: SameCountyDataset.nullable().describe('Where `replaces` is null, what another source has loaded of it'),
    edits: z.string().nullable().describe('The name of the loaded dataset that it edits the source of'),
    importId: z.uuid().nullable().describe('The last import of the county dataset, once it was started'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'CountySetup',
    example: {
      ...{ name: 'Example County, assessor', documentVersion: 1, joinCounts: [], replaces: null, edits: null },
      ...{ sameCounty: null, importId: null },
    },
  })
export type CountySetup = z.infer<typeof CountySetup>

export const CountySetupSummary = CountySetup.pick({
  id: true,
  name: true,
  countyFips: true,
  countyName: true,
  edits: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({ fileNames: z.array(z.string()) })
  .meta({ id: 'CountySetupSummary' })
export type CountySetupSummary = z.infer<typeof CountySetupSummary>

const SetupParams = z.object({ id: z.uuid('There is no such setup') })
const FileParams = SetupParams.extend({ fileId: z.uuid('There is no such file') })
const TableParams = SetupParams.extend({ tableId: FileId })

const dataEndpoint = endpointFactory({ tag: 'Data', access: ['SUPER_ADMIN'] })
const path = '/v1/admin/county-setups'

const changed = { response: CountySetup, errors: ['CONFLICT', 'UNPROCESSABLE'] } as const
/** Documents with thousands of use codes are larger than the usual body. */
const maxBodyBytes = 8 * 1024 ** 2

export const countySetups = {
  create: dataEndpoint(`POST ${path}`, 'Start adding a county, or editing a source', {
    body: NewCountySetup,
    response: CountySetup,
    status: 201,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
  }),
  list: dataEndpoint(`GET ${path}`, 'List your open county setups, newest first', {
    query: PageQuery,
    response: pageSchema(CountySetupSummary),
  }),
  get: dataEndpoint(`GET ${path}/{id}`, 'Get a county setup', { params: SetupParams, response: CountySetup }),
  change: dataEndpoint(`PATCH ${path}/{id}`, 'Name a county setup, or its county', {
    params: SetupParams,
    body: CountySetupChange,
    ...changed,
  }),
  remove: dataEndpoint(`DELETE ${path}/{id}`, 'Delete a county setup with its files', {
    params: SetupParams,
    status: 204,
  }),
  watch: dataEndpoint('GET /v1/sse/admin/county-setups/{id}', 'Stream a county setup: now and at every change', {
    params: SetupParams,
    query: z.object({ token: z.string().optional() }),
    response: CountySetup,
    answers: 'stream',
  }),
  upload: dataEndpoint(`POST ${path}/{id}/files`, 'Upload a file to a county setup; its tables are then read', {
    params: SetupParams,
    query: SetupUpload,
    body: FileBody,
    status: 202,
    ...changed,
  }),
  download: dataEndpoint(`POST ${path}/{id}/files/url`, 'Fetch a file of a county setup from an address', {
    params: SetupParams,
    body: SetupDownload,
    status: 202,
    ...changed,
  }),
  addServerFile: dataEndpoint(`POST ${path}/{id}/files/folder`, 'Copy a file or folder from the import folder', {
    params: SetupParams,
    body: SetupServerFile,
    status: 202,
    ...changed,
  }),
  importFolder: dataEndpoint('GET /v1/admin/import-folder', 'List what is in the import folder of the server', {
    query: ImportFolderQuery,
    response: ImportFolder,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
  }),
  removeFile: dataEndpoint(`DELETE ${path}/{id}/files/{fileId}`, 'Remove a file from a county setup', {
    params: FileParams,
    ...changed,
  }),
  changeTable: dataEndpoint(`PATCH ${path}/{id}/tables/{tableId}`, 'Change how a table is read, or whether it is', {
    params: TableParams,
    body: SetupTableChange,
    ...changed,
  }),
  tableRows: dataEndpoint(`GET ${path}/{id}/tables/{tableId}/rows`, 'Get the first rows of a table', {
    params: TableParams,
    response: SetupTableRows,
  }),
  proposal: dataEndpoint(`GET ${path}/{id}/proposal`, 'Get the proposed source of a county setup', {
    params: SetupParams,
    response: SourceProposal,
  }),
  applyProposal: dataEndpoint(`POST ${path}/{id}/proposal`, 'Replace the document by the proposed one', {
    params: SetupParams,
    body: SetupVersion,
    response: SetupDocument,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  document: dataEndpoint(`GET ${path}/{id}/document`, 'Get the source document of a county setup', {
    params: SetupParams,
    response: SetupDocument,
  }),
  saveDocument: dataEndpoint(`PUT ${path}/{id}/document`, 'Save the source document of a county setup', {
    params: SetupParams,
    body: SetupDocumentChange,
    response: SetupDocument,
    maxBodyBytes,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  preview: dataEndpoint(`POST ${path}/{id}/preview`, 'Apply a source document to the first rows of the tables', {
    params: SetupParams,
    body: PreviewRequest,
    response: SourcePreview,
    reads: true,
    maxBodyBytes,
    errors: ['UNPROCESSABLE'],
  }),
  uses: dataEndpoint(`POST ${path}/{id}/uses`, 'Count the use codes of a source document', {
    params: SetupParams,
    body: PreviewRequest,
    response: SetupUses,
    reads: true,
    maxBodyBytes,
    errors: ['UNPROCESSABLE'],
  }),
  startCheck: dataEndpoint(`POST ${path}/{id}/check`, 'Check all rows of a county setup without changing anything', {
    params: SetupParams,
    body: SetupVersion,
    response: CheckState,
    status: 202,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  check: dataEndpoint(`GET ${path}/{id}/check`, 'Get the last check of a county setup', {
    params: SetupParams,
    response: CountyCheck,
  }),
  cancelCheck: dataEndpoint(`DELETE ${path}/{id}/check`, 'Cancel the check of a county setup', {
    params: SetupParams,
    response: CheckState,
    errors: ['CONFLICT'],
  }),
  rejects: dataEndpoint(
    `GET ${path}/{id}/check/rejects`,
    'Download the rows that the last check rejected as CSV, with line and reason',
    {
      params: SetupParams,
      response: classified('public-record', z.string()),
      answers: 'file',
      mediaType: 'text/csv',
    },
  ),
  import: dataEndpoint(`POST ${path}/{id}/import`, 'Save the source of a county setup and import its files', {
    params: SetupParams,
    body: SetupImport,
    response: RollImport,
    data: ['personal'],
    status: 202,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
}
