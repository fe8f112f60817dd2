import { z } from 'zod'
import { classified } from './data-classes.ts'
import { endpoint, FileBody } from './endpoint.ts'
import { exampleOf } from './examples.ts'
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
    counties: z.array(z.string()).meta({ description: 'The same counties by their names' }),
    recordedOn: z.iso.date().nullable(),
    ingestedAt: z.iso.datetime(),
    fileName: z.string(),
    sha256: z.string(),
    rowsRead: z.int(),
    rowsMapped: z.int(),
    rowsRejected: z.int(),
    properties: z.int().meta({ description: 'How many properties of the store are of this roll' }),
    transfers: z.int().meta({ description: 'How many transfers of the store are of this roll' }),
    isGenerated: z.boolean(),
    isComplete: z
      .boolean()
      .meta({ description: 'False where an import was cut off between its steps: import it again' }),
    cells: CellCounts.meta({ description: 'Over every column that the roll publishes' }),
    hasRejects: z.boolean().meta({ description: 'Whether a list of the rejected rows can be downloaded' }),
  })
  .meta({
    id: 'Roll',
    example: {
      id: '1',
      source: 'demo',
      name: 'Generated demo county records',
      countyFips: ['47037'],
      counties: ['Davidson County, TN'],
      recordedOn: '2026-10-01',
      ingestedAt: '2026-11-02T09:30:00.000Z',
      fileName: 'generated',
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      rowsRead: 200000,
      rowsMapped: 200000,
      rowsRejected: 0,
      properties: 200000,
      transfers: 350000,
      isGenerated: true,
      isComplete: true,
      cells: { filled: 180000, unknown: 20000, implausible: 0 },
      hasRejects: false,
    },
  })
export type Roll = z.infer<typeof Roll>

const Tallied = z.object({ text: z.string(), count: z.int() })

export const RollDetail = Roll.extend({
  columns: z.array(CellCounts.extend({ name: z.string() })),
  reasons: z.array(Tallied).meta({ description: 'Why rows were rejected, the most frequent first' }),
  unplacedUses: z
    .array(Tallied)
    .meta({ description: 'Uses that no asset class was found for, the most frequent first' }),
  notPublished: z.array(z.string()).meta({ description: 'Columns of ours that the roll has nothing for' }),
  transfersJoined: z
    .int()
    .optional()
    .meta({ description: 'How many of its transfers were of a loaded parcel when it was imported' }),
  seconds: z.number().meta({ description: 'How long the import took' }),
}).meta({
  id: 'RollDetail',
  example: {
    ...exampleOf(Roll),
    columns: [{ name: 'yearBuilt', filled: 180000, unknown: 20000, implausible: 0 }],
    reasons: [{ text: 'It has no parcel number.', count: 12 }],
    unplacedUses: [{ text: '9999 UNLISTED', count: 3 }],
    notPublished: ['bedrooms'],
    transfersJoined: 350000,
    seconds: 4.2,
  },
})
export type RollDetail = z.infer<typeof RollDetail>

const CoveredCounty = z.object({
  fips: z.string(),
  name: z.string(),
  properties: z.int(),
  recordedOn: z.iso.date().nullable().meta({ description: 'The newest date that one of its rolls was recorded' }),
  rolls: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type CoveredCounty = z.infer<typeof CoveredCounty>

/** Which counties have properties, the most first. */
export const RollCoverage = z
  .object({
    properties: z.int(),
    rolls: z.int(),
    recordedOn: z.iso.date().nullable(),
    incomplete: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .meta({ description: 'Rolls whose import did not finish: every search is slower until they are imported again' }),
    counties: z.array(CoveredCounty),
  })
  .meta({
    id: 'RollCoverage',
    example: {
      properties: 200000,
      rolls: 1,
      recordedOn: '2026-10-01',
      incomplete: [],
      counties: [
        {
          fips: '47037',
          name: 'Davidson County, TN',
          properties: 200000,
          recordedOn: '2026-10-01',
          rolls: [{ id: '1', name: 'Generated demo county records' }],
        },
      ],
    },
  })
export type RollCoverage = z.infer<typeof RollCoverage>

const RollParams = z.object({ id: z.string().regex(/^\d{1,15}$/, 'A roll is its number') })
const ImportParams = z.object({ id: z.uuid('An import is its id') })

const base = { tag: 'Data', access: ['SUPER_ADMIN'] } as const

export const rolls = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/v1/admin/rolls',
    summary: 'The rolls loaded, newest first',
    query: PageQuery,
    response: pageOf(Roll),
  }),
  import: endpoint({
    ...base,
    method: 'POST',
    path: '/v1/admin/rolls',
    summary: 'Upload a roll, to be imported by a job',
    query: NewImport,
    body: FileBody,
    response: RollImport,
    data: ['personal'],
    status: 202,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/v1/admin/rolls/{id}',
    summary: 'One roll with what its columns held',
    params: RollParams,
    response: RollDetail,
  }),
  rejects: endpoint({
    ...base,
    method: 'GET',
    path: '/v1/admin/rolls/{id}/rejects',
    summary: 'The rows of a roll that were rejected, each with its line and reason, as CSV',
    params: RollParams,
    response: classified('public-record', z.string()),
    answers: 'file',
    mediaType: 'text/csv',
  }),
  coverage: endpoint({
    ...base,
    method: 'GET',
    path: '/v1/admin/rolls/coverage',
    summary: 'The counties that have properties',
    response: RollCoverage,
  }),
  sources: endpoint({
    ...base,
    method: 'GET',
    path: '/v1/admin/rolls/sources',
    summary: 'The rolls that can be imported',
    response: RollSources,
  }),
  imports: endpoint({
    ...base,
    method: 'GET',
    path: '/v1/admin/rolls/imports',
    summary: 'The imports of uploaded files, newest first',
    query: PageQuery,
    response: pageOf(RollImport),
    data: ['personal'],
  }),
  importOf: endpoint({
    ...base,
    method: 'GET',
    path: '/v1/admin/rolls/imports/{id}',
    summary: 'One import',
    params: ImportParams,
    response: RollImport,
    data: ['personal'],
  }),
  retry: endpoint({
    ...base,
    method: 'POST',
    path: '/v1/admin/rolls/imports/{id}/retry',
    summary: 'Import the kept file of a failed import again',
    params: ImportParams,
    response: RollImport,
    data: ['personal'],
    status: 202,
    errors: ['CONFLICT'],
  }),
  watchImport: endpoint({
    ...base,
    method: 'GET',
    path: '/v1/sse/admin/rolls/imports/{id}',
    summary: 'An import, now and at every change',
    params: ImportParams,
    query: z.object({ token: z.string().optional() }),
    response: RollImport,
    data: ['personal'],
    answers: 'stream',
  }),
}
