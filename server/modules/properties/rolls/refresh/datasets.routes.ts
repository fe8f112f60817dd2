import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import type { Context } from '../../../../platform/context.ts'
import type { LocationServices } from '../../../../platform/files/locations/locations.ts'
import { handlers, type Route } from '../../../../platform/http/handlers.ts'
import { getDataset, listDataChanges, listDatasets, listDatasetVersions, requireDataset } from './list-datasets.ts'
import { planRefresh, stopRefresh } from './plan-refresh.ts'
import { acceptVersion, rejectVersion, requestRefresh, rollBack } from './request-refresh.ts'

/** Changes a dataset by its number and returns it as it is afterwards. */
async function change(
  ctx: Context,
  { id }: { id: string },
  work: (ctx: Context, source: string) => Promise<void>,
): Promise<Dataset> {
  const { source } = await requireDataset(ctx, id)
  await work(ctx, source)
  return getDataset(ctx, id)
}

export const datasetRoutes = (remote: Omit<LocationServices, 'now'>): Route[] =>
  handlers(datasets, {
    list: (ctx, { query }) => listDatasets(ctx, query),
    history: (ctx, { query }) => listDataChanges(ctx, query),
    get: (ctx, { params }) => getDataset(ctx, params.id),
    versions: (ctx, { params, query }) => listDatasetVersions(ctx, params.id, query),
    plan: (ctx, { params, body }) => change(ctx, params, (_, source) => planRefresh(ctx, remote, source, body)),
    stop: (ctx, { params }) => change(ctx, params, stopRefresh),
    refresh: (ctx, { params }) => change(ctx, params, requestRefresh),
    accept: (ctx, { params }) => change(ctx, params, acceptVersion),
    reject: (ctx, { params }) => change(ctx, params, rejectVersion),
    rollBack: (ctx, { params }) => change(ctx, params, rollBack),
  })
