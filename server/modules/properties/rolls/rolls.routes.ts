import { rolls } from '@dooryard/contract/data/rolls'
import { getScopedImport, listScopedImports } from '../../../platform/files/imports/file-imports.ts'
import { handlers } from '../../../platform/http/handlers.ts'
import { listImportSources } from './import-sources.ts'
import { getRejectFile, getRollCoverage, getRollDetail, listRolls } from './list-rolls.ts'
import { cancelRollImport, retryRollImport, rollImports, uploadRoll, watchImport } from './roll-imports.ts'

export const rollRoutes = handlers(rolls, {
  list: (ctx, { query }) => listRolls(ctx, query),
  import: (ctx, { query, body }) => uploadRoll(ctx, query, body),
  get: (ctx, { params }) => getRollDetail(ctx, params.id),
  rejects: (ctx, { params }) => getRejectFile(ctx, params.id),
  coverage: (ctx) => getRollCoverage(ctx),
  sources: (ctx) => listImportSources(ctx.db),
  imports: (ctx, { query }) => listScopedImports(ctx, rollImports, query),
  importOf: (ctx, { params }) => getScopedImport(ctx, rollImports, params.id),
  retry: (ctx, { params }) => retryRollImport(ctx, params.id),
  cancel: (ctx, { params }) => cancelRollImport(ctx, params.id),
  watchImport: (ctx, { params }) => watchImport(ctx, params.id),
})
