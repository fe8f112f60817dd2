import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory, FileBody } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { DatasetId } from './datasets/dataset-id.ts'
import { NewImport, RollImport, RollSources } from './roll-imports.ts'

/** Counts of cells: with a value, empty, and with an implausible value. */
const CellCounts = z.object({ filled: z.int(), unknown: z.int(), implausible: z.int() })
export type CellCounts = z.infer<typeof CellCounts>

/** One published file of a county or city, as currently loaded. `rowsRead = rowsMapped + rowsRejected`. */
export const Roll = z
  .object({
    id: z.string(),
    source: z.string(),
    name: z.string(),
    countyFips: z.array(z.string()),
    counties: z.array(z.string()).describe('The names of these counties'),
    recordedOn: z.iso.date().nullable(),
    ingestedAt: z.iso.datetime(),
    fileName: z.string(),
    sha256: z.string(),
    rowsRead: z.int(),
    rowsMapped: z.int(),
    rowsRejected: z.int(),
    properties: z.int().describe('Number of properties from this county dataset'),
    transfers: z.int().describe('Number of transfers from this county dataset'),
    isGenerated: z.boolean(),
    isComplete: z.boolean().describe('False if an import was interrupted between its steps: import it again'),
    cells: CellCounts.describe('Over all columns of the county dataset'),
    hasRejects: z.boolean().describe('Whether a list of the rejected rows can be downloaded'),
  })
  .meta({ id: 'Roll' })
export type Roll = z.infer<typeof Roll>

const TextCount = z.object({ text: z.string(), count: z.int() })

export const RollDetail = Roll.extend({
  columns: z.array(CellCounts.extend({ name: z.string() })),
  reasons: z.array(TextCount).describe('Why rows were rejected, most frequent first'),
  unplacedUses: z.array(TextCount).describe('Uses without a known asset class, most frequent first'),
  notPublished: z.array(z.string()).describe('Dooryard columns without data in the county dataset'),
  transfersJoined: z.int().optional().describe('Number of transfers that matched a loaded parcel at import'),
  seconds: z.number().describe('Duration of the import'),
}).meta({
  id: 'RollDetail',
  example: { reasons: [{ text: 'It has no parcel number.' }], unplacedUses: [{ text: '9999 UNLISTED' }] },
})
export type RollDetail = z.infer<typeof RollDetail>

const CoveredCounty = z.object({
  fips: z.string(),
  name: z.string(),
  properties: z.int(),
  recordedOn: z.iso.date().nullable().describe('The newest recording date of its county datasets'),
  rolls: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type CoveredCounty = z.infer<typeof CoveredCounty>

export const RollCoverage = z
  .object({
    properties: z.int(),
    rolls: z.int(),
    recordedOn: z.iso.date().nullable(),
    incomplete: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('County datasets whose import did not finish: all searches are slower until they are imported again'),
    counties: z.array(CoveredCounty),
  })
  .meta({ id: 'RollCoverage' })
export type RollCoverage = z.infer<typeof RollCoverage>

const RollParams = z.object({ id: DatasetId })
const ImportParams = z.object({ id: z.uuid('Must be an import id') })

const rollEndpoint = endpointFactory({ tag: 'Data', access: ['SUPER_ADMIN'] })

export const rolls = {
  list: rollEndpoint('GET /v1/admin/rolls', 'List the loaded county datasets, newest first', {
    query: PageQuery,
    response: pageSchema(Roll),
  }),
  import: rollEndpoint('POST /v1/admin/rolls', 'Upload a county dataset for import', {
    query: NewImport,
    body: FileBody,
    response: RollImport,
    data: ['personal'],
    status: 202,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  get: rollEndpoint('GET /v1/admin/rolls/{id}', 'Get a county dataset with column stats', {
    params: RollParams,
    response: RollDetail,
  }),
  rejects: rollEndpoint(
    'GET /v1/admin/rolls/rejects/{id}',
    'Download the rejected rows of a county dataset as CSV, with line and reason',
    {
      // Ambiguous: `imports` could be the id.
      alsoAt: '/v1/admin/rolls/{id}/rejects',
      params: RollParams,
      response: classified('public-record', z.string()),
      answers: 'file',
      mediaType: 'text/csv',
    },
  ),
  coverage: rollEndpoint('GET /v1/admin/rolls/coverage', 'Get the counties with properties', {
    response: RollCoverage,
  }),
  sources: rollEndpoint('GET /v1/admin/rolls/sources', 'List the county datasets that can be imported', {
    response: RollSources,
  }),
  imports: rollEndpoint('GET /v1/admin/rolls/imports', 'List the imports of county datasets, newest first', {
    query: PageQuery,
    response: pageSchema(RollImport),
    data: ['personal'],
  }),
  importOf: rollEndpoint('GET /v1/admin/rolls/imports/{id}', 'Get an import', {
    params: ImportParams,
    response: RollImport,
    data: ['personal'],
  }),
  retry: rollEndpoint('POST /v1/admin/rolls/imports/{id}/retry', 'Retry a failed import with its stored file', {
    params: ImportParams,
    response: RollImport,
    data: ['personal'],
    status: 202,
    errors: ['CONFLICT'],
  }),
  cancel: rollEndpoint(
    'POST /v1/admin/rolls/imports/{id}/cancel',
    'Cancel an import; what was searchable before stays as it is',
    {
      params: ImportParams,
      response: RollImport,
      data: ['personal'],
      status: 202,
      errors: ['CONFLICT'],
    },
  ),
  watchImport: rollEndpoint('GET /v1/sse/admin/rolls/imports/{id}', 'Stream an import: now and at every change', {
    params: ImportParams,
    query: z.object({ token: z.string().optional() }),
    response: RollImport,
    data: ['personal'],
    answers: 'stream',
  }),
}
