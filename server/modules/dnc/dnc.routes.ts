import { adminDnc, dnc } from '@dooryard/contract/dnc'
import type { Context } from '../../platform/context.ts'
import { importPage, retryImport } from '../../platform/file-imports/file-imports.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { certificateRoutes } from './certificate.routes.ts'
import { changeNumbers } from './change-numbers.ts'
import { checkNumbers } from './check-numbers.ts'
import { coverage } from './coverage.ts'
import { removeCopy } from './remove-copy.ts'
import { uploadList } from './upload-list.ts'

/** The calls about the lists of an owner; of the platform where that is null. */
const listRoutes = (calls: typeof dnc | typeof adminDnc, ownerOf: (ctx: Context) => string | null): Route[] =>
  handlers(calls, {
    coverage: (ctx) => coverage(ctx, ownerOf(ctx)),
    import: (ctx, { query, body }) => uploadList(ctx, ownerOf(ctx), query, body),
    imports: (ctx, { query }) => importPage(ctx, { kind: 'DNC', ownerId: ownerOf(ctx) }, query),
    retry: (ctx, { params }) =>
      retryImport(ctx, { kind: 'DNC', ownerId: ownerOf(ctx), audited: 'dnc.import_retried' }, params.id),
    removeCopy: (ctx, { query }) => removeCopy(ctx, ownerOf(ctx), query),
    changeNumbers: (ctx, { body }) => changeNumbers(ctx, ownerOf(ctx), body),
    check: (ctx, { body }) => checkNumbers(ctx, ownerOf(ctx), body.numbers),
  })

export const dncRoutes: Route[] = [
  ...listRoutes(dnc, ({ actor }) => actor.userId),
  ...listRoutes(adminDnc, () => null),
  ...certificateRoutes,
]
