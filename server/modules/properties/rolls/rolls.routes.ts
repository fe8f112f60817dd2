import { rolls } from '@dooryard/contract/rolls'
import { handlers, type Route } from '../../../platform/http/handlers.ts'
import { importableRolls } from './import-sources.ts'
import { listLoadedRolls, rejectsOf, rollDetail } from './list-rolls.ts'
import { rollCoverage } from './roll-coverage.ts'
import { importOf, importPage, retryImport, watchImport } from './roll-imports.ts'
import { uploadRoll } from './upload-roll.ts'

export const rollRoutes = ({ maxFileBytes }: { maxFileBytes: number }): Route[] =>
  handlers(rolls, {
    list: (ctx, { query }) => listLoadedRolls(ctx, query),
    import: (ctx, { query, body }) => uploadRoll(ctx, query, body),
    get: (ctx, { params }) => rollDetail(ctx, params.id),
    rejects: (ctx, { params }) => rejectsOf(ctx, params.id),
    coverage: (ctx) => rollCoverage(ctx),
    sources: () => importableRolls(maxFileBytes),
    imports: (ctx, { query }) => importPage(ctx, query),
    importOf: (ctx, { params }) => importOf(ctx, params.id),
    retry: (ctx, { params }) => retryImport(ctx, params.id),
    watchImport: (ctx, { params }) => watchImport(ctx, params.id),
  })
