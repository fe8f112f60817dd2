import { rolls } from '@dooryard/contract/rolls'
import { getImport, importPage, retryImport } from '../../../platform/file-imports/file-imports.ts'
import { handlers, type Route } from '../../../platform/http/handlers.ts'
import { importableRolls } from './import-sources.ts'
import { listLoadedRolls, rejectsOf, rollCoverage, rollDetail } from './list-rolls.ts'
import { rollImports, uploadRoll, watchImport } from './roll-imports.ts'

export const rollRoutes = ({ maxFileBytes }: { maxFileBytes: number }): Route[] =>
  handlers(rolls, {
    list: (ctx, { query }) => listLoadedRolls(ctx, query),
    import: (ctx, { query, body }) => uploadRoll(ctx, query, body),
    get: (ctx, { params }) => rollDetail(ctx, params.id),
    rejects: (ctx, { params }) => rejectsOf(ctx, params.id),
    coverage: (ctx) => rollCoverage(ctx),
    sources: () => importableRolls(maxFileBytes),
    imports: (ctx, { query }) => importPage(ctx, rollImports, query),
    importOf: (ctx, { params }) => getImport(ctx, rollImports, params.id),
    retry: (ctx, { params }) => retryImport(ctx, rollImports, params.id),
    watchImport: (ctx, { params }) => watchImport(ctx, params.id),
  })
