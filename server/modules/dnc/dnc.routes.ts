import { adminDnc, certificateKeys, dnc } from '@dooryard/contract/data/dnc'
import type { Context } from '../../platform/context.ts'
import { listScopedImports, retryImport } from '../../platform/files/imports/file-imports.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { getCertificateKeys } from './certificate/certificate.ts'
import { getDncCoverage } from './lists/coverage.ts'
import { buildImportList, changeNumbers, removeListVersion, uploadDncList } from './lists/edit-lists.ts'
import { checkNumbers } from './scrub/scrub-numbers.ts'

const buildListRoutes = (calls: typeof dnc | typeof adminDnc, getOwnerId: (ctx: Context) => string | null): Route[] =>
  handlers(calls, {
    coverage: (ctx) => getDncCoverage(ctx, getOwnerId(ctx)),
    import: (ctx, { query, body }) => uploadDncList(ctx, getOwnerId(ctx), query, body),
    imports: (ctx, { query }) => listScopedImports(ctx, buildImportList(getOwnerId(ctx)), query),
    retry: (ctx, { params }) => retryImport(ctx, buildImportList(getOwnerId(ctx)), params.id),
    removeCopy: (ctx, { query }) => removeListVersion(ctx, getOwnerId(ctx), query),
    changeNumbers: (ctx, { body }) => changeNumbers(ctx, getOwnerId(ctx), body),
    check: (ctx, { body }) => checkNumbers(ctx, getOwnerId(ctx), body.numbers),
  })

export const dncRoutes: Route[] = [
  ...buildListRoutes(dnc, ({ actor }) => actor.userId),
  ...buildListRoutes(adminDnc, () => null),
  ...handlers(certificateKeys, { get: ({ secrets }) => getCertificateKeys(secrets) }),
]
