import { createHash } from 'node:crypto'
import { allEndpoints } from '@dooryard/contract/all'
import { creditSettingEffects } from '@dooryard/contract/credit-setting-effect'
import { operations } from '@dooryard/contract/operations'
import { overview } from '@dooryard/contract/overview'
import { userStatistics } from '@dooryard/contract/user-statistics'
import { handlers } from '../../platform/http/handlers.ts'
import { countStreams } from '../../platform/http/open-streams.ts'
import { openApiDocument } from '../../platform/http/openapi.ts'
import { foreseeEffect } from './credit-setting-effect.ts'
import { listJobs, retryJob, retryTask } from './jobs.ts'
import { type Machinery, showOperations } from './show-operations.ts'
import { showOverview } from './show-overview.ts'
import { showUserStatistics } from './show-user-statistics.ts'

export const statisticsRoutes = (machinery: Machinery) => [
  ...handlers(overview, {
    get: (ctx, { query }) => showOverview(ctx, query.days),
  }),
  ...handlers(userStatistics, {
    get: (ctx, { params, query }) => showUserStatistics(ctx, params.id, query),
  }),
  ...handlers(operations, {
    get: (ctx) => showOperations(ctx, machinery, { contract: contractHash(), streams: countStreams() }),
    jobs: (ctx, { query }) => listJobs(ctx, query),
    retryJob: (ctx, { params }) => retryJob(ctx, params.id),
    retryTask: (ctx, { body }) => retryTask(ctx, body.task),
  }),
]

let hash: string | undefined

/** The same wherever the same calls are served, whatever the address. */
const contractHash = (): string => {
  hash ??= createHash('sha256')
    .update(JSON.stringify(openApiDocument(allEndpoints, '')))
    .digest('hex')
    .slice(0, 12)
  return hash
}

export const creditSettingEffectRoutes = handlers(creditSettingEffects, {
  foresee: (ctx, { params, body }) => foreseeEffect(ctx, params.id, body),
})
