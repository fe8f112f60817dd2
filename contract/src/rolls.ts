import { z } from 'zod'
import { classified } from './data-classes.ts'
import { callsWith, FileBody } from './endpoint.ts'
import { PageQuery, pageOf } from './paging.ts'
import { NewImport, RollImport, RollSources } from './roll-imports.ts'

/** What cells held: something, nothing, or something that cannot be true. */
const CellCounts = z.object({ filled: z.int(), unknown: z.int(), implausible: z.int() })
export type CellCounts = z.infer<typeof CellCounts>

/** One published file of a county or city, as it is loaded now. `rowsRead = rowsMapped + rowsRejected`. */
export const Roll = z
  .object({
    id: z.string(),
    source: z.string(),
    name: z.string(),
    countyFips: z.array(z.string()),
    counties: z.array(z.string()).describe('The same counties by their names'),
    recordedOn: z.iso.date().nullable(),
    ingestedAt: z.iso.datetime(),
    fileName: z.string(),
    sha256: z.string(),
    rowsRead: z.int(),
    rowsMapped: z.int(),
    rowsRejected: z.int(),
    properties: z.int().describe('How many properties of the store are of this roll'),
    transfers: z.int().describe('How many transfers of the store are of this roll'),
    isGenerated: z.boolean(),
    isComplete: z.boolean().describe('False where an import was cut off between its steps: import it again'),
    cells: CellCounts.describe('Over every column that the roll publishes'),
    hasRejects: z.boolean().describe('Whether a list of the rejected rows can be downloaded'),
  })
  .meta({ id: 'Roll' })
export type Roll = z.infer<typeof Roll>

const Tallied = z.object({ text: z.string(), count: z.int() })

export const RollDetail = Roll.extend({
  columns: z.array(CellCounts.extend({ name: z.string() })),
  reasons: z.array(Tallied).describe('Why rows were rejected, the most frequent first'),
  unplacedUses: z.array(Tallied).describe('Uses that no asset class was found for, the most frequent first'),
  notPublished: z.array(z.string()).describe('Columns of ours that the roll has nothing for'),
  transfersJoined: z
    .int()
    .optional()
    .describe('How many of its transfers were of a loaded parcel when it was imported'),
  seconds: z.number().describe('How long the import took'),
}).meta({
  id: 'RollDetail',
  example: { reasons: [{ text: 'It has no parcel number.' }], unplacedUses: [{ text: '9999 UNLISTED' }] },
})
export type RollDetail = z.infer<typeof RollDetail>

const CoveredCounty = z.object({
  fips: z.string(),
  name: z.string(),
  properties: z.int(),
  recordedOn: z.iso.date().nullable().describe('The newest date that one of its rolls was recorded'),
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
      .describe('Rolls whose import did not finish: every search is slower until they are imported again'),
    counties: z.array(CoveredCounty),
  })
  .meta({ id: 'RollCoverage' })
export type RollCoverage = z.infer<typeof RollCoverage>

const RollParams = z.object({ id: z.string().regex(/^\d{1,15}$/, 'A roll is its number') })
const ImportParams = z.object({ id: z.uuid('An import is its id') })

const rollCall = callsWith({ tag: 'Data', access: ['SUPER_ADMIN'] })

export const rolls = {
  list: rollCall('GET /v1/admin/rolls', 'The rolls loaded, newest first', { query: PageQuery, response: pageOf(Roll) }),
  import: rollCall('POST /v1/admin/rolls', 'Upload a roll, to be imported by a job', {
    query: NewImport,
    body: FileBody,
    response: RollImport,
    data: ['personal'],
    status: 202,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  get: rollCall('GET /v1/admin/rolls/{id}', 'One roll with what its columns held', {
    params: RollParams,
    response: RollDetail,
  }),
  rejects: rollCall(
    'GET /v1/admin/rolls/{id}/rejects',
    'The rows of a roll that were rejected, each with its line and reason, as CSV',
    { params: RollParams, response: classified('public-record', z.string()), answers: 'file', mediaType: 'text/csv' },
  ),
  coverage: rollCall('GET /v1/admin/rolls/coverage', 'The counties that have properties', { response: RollCoverage }),
  sources: rollCall('GET /v1/admin/rolls/sources', 'The rolls that can be imported', { response: RollSources }),
  imports: rollCall('GET /v1/admin/rolls/imports', 'The imports of uploaded files, newest first', {
    query: PageQuery,
    response: pageOf(RollImport),
    data: ['personal'],
  }),
  importOf: rollCall('GET /v1/admin/rolls/imports/{id}', 'One import', {
    params: ImportParams,
    response: RollImport,
    data: ['personal'],
  }),
  retry: rollCall('POST /v1/admin/rolls/imports/{id}/retry', 'Import the kept file of a failed import again', {
    params: ImportParams,
    response: RollImport,
    data: ['personal'],
    status: 202,
    errors: ['CONFLICT'],
  }),
  watchImport: rollCall('GET /v1/sse/admin/rolls/imports/{id}', 'An import, now and at every change', {
    params: ImportParams,
    query: z.object({ token: z.string().optional() }),
    response: RollImport,
    data: ['personal'],
    answers: 'stream',
  }),
}
