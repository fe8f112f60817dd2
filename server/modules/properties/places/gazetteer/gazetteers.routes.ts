import { gazetteers } from '@dooryard/contract/data/gazetteers'
import { listScopedImports, retryImport } from '../../../../platform/files/imports/file-imports.ts'
import { handlers, type Route } from '../../../../platform/http/handlers.ts'
import { gazetteerImports, listGazetteers, uploadGazetteer } from './gazetteer-imports.ts'

export const gazetteerRoutes: Route[] = handlers(gazetteers, {
  list: (ctx) => listGazetteers(ctx),
  import: (ctx, { query, body }) => uploadGazetteer(ctx, query, body),
  imports: (ctx, { query }) => listScopedImports(ctx, gazetteerImports, query),
  retry: (ctx, { params }) => retryImport(ctx, gazetteerImports, params.id),
})
