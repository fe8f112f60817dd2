import { z } from 'zod'
import { endpointFactory } from '../../api/endpoint.ts'
import { PageQuery, pageSchema } from '../../api/paging.ts'
import { textLine } from '../../api/text.ts'
import { Roll } from '../rolls.ts'
import { DatasetId } from './dataset-id.ts'
import { DatasetRefresh, RefreshPlan } from './refresh-plans.ts'
import { DataChange, DatasetVersion } from './versions.ts'

/** A loaded county dataset, how it is kept fresh, and what waits for a decision. */
export const Dataset = Roll.extend({
  sourceVersion: z.int().describe('0 for a source that is not stored'),
  sourceFiles: z.array(z.string()).describe('The ids of the files of its source, each of which can have a location'),
  fills: z
    .array(z.object({ name: z.string(), share: z.number().min(0).max(1) }))
    .describe('The share of rows with a value, of important fields'),
  refresh: DatasetRefresh.nullable(),
  isRefreshing: z.boolean().describe('A refresh, an accepted version or a roll back is queued or in progress'),
  waiting: DatasetVersion.nullable().describe('A version that was not loaded by itself: accept or reject it'),
  canRollBack: z.boolean(),
}).meta({ id: 'Dataset', example: { sourceVersion: 2, sourceFiles: ['parcels'] } })
export type Dataset = z.infer<typeof Dataset>

const DatasetParams = z.object({ id: DatasetId })

const DatasetQuery = PageQuery.extend({
  source: textLine().max(100).optional().describe('Only the dataset that this source reads'),
})
export type DatasetQuery = z.infer<typeof DatasetQuery>

const datasetEndpoint = endpointFactory({ tag: 'Data', access: ['SUPER_ADMIN'] })

const changed = { params: DatasetParams, response: Dataset, data: ['personal'] } as const
const started = { ...changed, status: 202, errors: ['CONFLICT'] } as const

export const datasets = {
  list: datasetEndpoint('GET /v1/admin/datasets', 'List the loaded county datasets and how they are kept fresh', {
    query: DatasetQuery,
    response: pageSchema(Dataset),
    data: ['personal'],
  }),
  history: datasetEndpoint(
    'GET /v1/admin/datasets/history',
    'List the imports, refreshes and roll backs of all county datasets, newest first',
    { query: PageQuery, response: pageSchema(DataChange), data: ['personal'] },
  ),
  get: datasetEndpoint('GET /v1/admin/datasets/{id}', 'Get a county dataset and how it is kept fresh', { ...changed }),
  versions: datasetEndpoint('GET /v1/admin/datasets/{id}/versions', 'List the versions of a dataset, newest first', {
    params: DatasetParams,
    query: PageQuery,
    response: pageSchema(DatasetVersion),
    data: ['personal'],
  }),
  plan: datasetEndpoint('PUT /v1/admin/datasets/{id}/refresh', 'Say where and when a dataset is refreshed', {
    ...changed,
    body: RefreshPlan,
    errors: ['UNPROCESSABLE'],
  }),
  stop: datasetEndpoint('DELETE /v1/admin/datasets/{id}/refresh', 'Stop refreshing a dataset', { ...changed }),
  refresh: datasetEndpoint('POST /v1/admin/datasets/{id}/refresh', 'Refresh a dataset now', { ...started }),
  accept: datasetEndpoint('POST /v1/admin/datasets/{id}/accept', 'Load the version that waits', { ...started }),
  reject: datasetEndpoint('POST /v1/admin/datasets/{id}/reject', 'Discard the version that waits', {
    ...changed,
    errors: ['CONFLICT'],
  }),
  rollBack: datasetEndpoint(
    'POST /v1/admin/datasets/{id}/roll-back',
    'Load the version before the current one again, and pause the schedule',
    { ...started },
  ),
}
