import { overview } from '@dooryard/contract/overview'
import { handlers } from '../../platform/http/handlers.ts'
import { showOverview } from './show-overview.ts'

export const statisticsRoutes = handlers(overview, {
  get: (ctx, { query }) => showOverview(ctx, query.days),
})
