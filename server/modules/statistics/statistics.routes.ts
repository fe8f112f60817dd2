import { createHash } from 'node:crypto'
import { operations } from '@dooryard/contract/admin/operations'
import { overview } from '@dooryard/contract/admin/overview'
import { revenue } from '@dooryard/contract/admin/revenue'
import { userStatistics } from '@dooryard/contract/admin/user-statistics'
import { allEndpoints } from '@dooryard/contract/all'
import { creditSettingEffects } from '@dooryard/contract/billing/admin/credit-setting-effect'
import { handlers } from '../../platform/http/handlers.ts'
import { openApiDocument } from '../../platform/http/openapi.ts'
import { countStreams } from '../../platform/http/streams/open-streams.ts'
import { previewCreditSettingEffect } from './credit-setting-effect.ts'
import { listJobs, retryJob, retryTask } from './jobs.ts'
import { getOperations, type ServerInfo } from './operations.ts'
import { getOverview } from './overview.ts'
import { exportRevenue, getRevenue } from './revenue/revenue.ts'
import { getUserStatistics } from './user-statistics.ts'

export const statisticsRoutes = (serverInfo: ServerInfo) => [
  ...handlers(overview, {
    get: (ctx, { query }) => getOverview(ctx, query.days),
  }),
  ...handlers(revenue, {
    get: (ctx) => getRevenue(ctx),
    export: (ctx) => exportRevenue(ctx),
  }),
  ...handlers(userStatistics, {
    get: (ctx, { params, query }) => getUserStatistics(ctx, params.id, query),
  }),
  ...handlers(operations, {
    get: (ctx) => getOperations(ctx, serverInfo, { contract: getContractHash(), streams: countStreams() }),
    jobs: (ctx, { query }) => listJobs(ctx, query),
    retryJob: (ctx, { params }) => retryJob(ctx, params.id),
    retryTask: (ctx, { body }) => retryTask(ctx, body.task),
  }),
]

let cachedHash: string | undefined

/** The same for the same endpoints, whatever the address. */
const getContractHash = (): string => {
  cachedHash ??= createHash('sha256')
    .update(JSON.stringify(openApiDocument(allEndpoints, '')))
    .digest('hex')
    .slice(0, 12)
  return cachedHash
}

export const creditSettingEffectRoutes = handlers(creditSettingEffects, {
  foresee: (ctx, { params, body }) => previewCreditSettingEffect(ctx, params.id, body),
})
