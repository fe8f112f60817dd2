import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { endpoint, endpointFactory, FileBody } from '../../api/endpoint.ts'
import { PageQuery, pageSchema } from '../../api/paging.ts'
import { SourceDocument } from './source-document.ts'
import { Slug } from './source-ids.ts'

const VersionNumber = z.int().min(0).describe('0 is the document that Dooryard ships')

export const SourceSummary = z
  .object({
    source: z.string(),
    name: z.string(),
    publisher: z.string().nullable(),
    countyFips: z.string().nullable().describe('Null if each row names its county'),
    isShipped: z.boolean().describe('Dooryard ships a document of this source'),
    version: VersionNumber.describe('The version in use; 0 is the document that Dooryard ships'),
    changedAt: z.iso.datetime().nullable().describe('Null for the document that Dooryard ships'),
  })
  .meta({
    id: 'SourceSummary',
    example: { source: 'example-county', name: 'Example County, assessor', countyFips: '47037', version: 2 },
  })
export type SourceSummary = z.infer<typeof SourceSummary>

export const SourceVersionSummary = z
  .object({
    version: VersionNumber,
    createdAt: z.iso.datetime().nullable().describe('Null for the document that Dooryard ships'),
    author: classified('personal', z.string().nullable()).describe('Null if nobody signed in saved it'),
  })
  .meta({ id: 'SourceVersionSummary', example: { version: 2, author: 'Avery Testwell' } })
export type SourceVersionSummary = z.infer<typeof SourceVersionSummary>

export const Source = SourceSummary.extend({
  document: SourceDocument,
  versions: z.array(SourceVersionSummary).describe('Newest first, at most 200'),
}).meta({ id: 'Source' })
export type Source = z.infer<typeof Source>

export const SourceVersion = SourceVersionSummary.extend({ document: SourceDocument }).meta({ id: 'SourceVersion' })
export type SourceVersion = z.infer<typeof SourceVersion>

export const SourceChange = z
  .strictObject({
    document: SourceDocument,
    version: VersionNumber.optional().describe('The version that was changed: refused if another was saved since'),
  })
  .meta({
    id: 'SourceChange',
    example: {
      document: {
        version: 1,
        source: 'example-county',
        name: 'Example County, assessor',
        county: { fips: '47037' },
        files: [{ id: 'parcels' }],
        key: { columns: ['PARCEL_ID'] },
        property: { situsAddress: { columns: ['SITUS'] } },
      },
      version: 2,
    },
  })
export type SourceChange = z.infer<typeof SourceChange>

const SourceParams = z.object({ source: Slug })
const VersionParams = SourceParams.extend({
  version: z.coerce.number('Must be a version').int('Must be a version').min(0).max(1_000_000),
})

/** A document with thousands of use codes is larger than other bodies. */
export const maxSourceBytes = 8 * 1024 ** 2

const sourceEndpoint = endpointFactory({ tag: 'Data', access: ['SUPER_ADMIN'] })
const path = '/v1/admin/sources'

const sourceFile = {
  response: SourceDocument,
  answers: 'file',
  mediaType: 'application/json',
} as const

export const sources = {
  list: sourceEndpoint(`GET ${path}`, 'List the sources of county datasets by name', {
    query: PageQuery,
    response: pageSchema(SourceSummary),
  }),
  import: sourceEndpoint(`POST ${path}`, 'Save the source of a JSON file, as a new version if there is one already', {
    body: FileBody,
    response: Source,
    data: ['personal'],
    status: 201,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  get: sourceEndpoint(`GET ${path}/{source}`, 'Get a source with its versions', {
    params: SourceParams,
    response: Source,
    data: ['personal'],
  }),
  save: sourceEndpoint(`PUT ${path}/{source}`, 'Save a source as a new version', {
    params: SourceParams,
    body: SourceChange,
    response: Source,
    data: ['personal'],
    maxBodyBytes: maxSourceBytes,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  version: sourceEndpoint(`GET ${path}/{source}/versions/{version}`, 'Get a version of a source', {
    params: VersionParams,
    response: SourceVersion,
    data: ['personal'],
  }),
  export: sourceEndpoint(`GET ${path}/{source}/file`, 'Download a source as JSON', {
    params: SourceParams,
    ...sourceFile,
  }),
  schema: endpoint({
    method: 'GET',
    path: '/v1/source-schema',
    summary: 'Get the JSON Schema of sources, for editors',
    tag: 'Data',
    access: 'ANYONE',
    response: z.record(z.string(), z.unknown()),
  }),
}
