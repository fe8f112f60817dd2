import { adminDnc, certificateKeys, dnc } from '@dooryard/contract/dnc'
import type { Context } from '../../platform/context.ts'
import { importPage, retryImport } from '../../platform/file-imports/file-imports.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { certificateKeySet } from './certificate.ts'
import { coverage } from './coverage.ts'
import { changeNumbers, listImports, removeCopy, uploadList } from './edit-lists.ts'
import { checkNumbers } from './scrub-numbers.ts'

const listRoutes = (calls: typeof dnc | typeof adminDnc, ownerOf: (ctx: Context) => string | null): Route[] =>
  handlers(calls, {
    coverage: (ctx) => coverage(ctx, ownerOf(ctx)),
    import: (ctx, { query, body }) => uploadList(ctx, ownerOf(ctx), query, body),
    imports: (ctx, { query }) => importPage(ctx, listImports(ownerOf(ctx)), query),
    retry: (ctx, { params }) => retryImport(ctx, listImports(ownerOf(ctx)), params.id),
    removeCopy: (ctx, { query }) => removeCopy(ctx, ownerOf(ctx), query),
    changeNumbers: (ctx, { body }) => changeNumbers(ctx, ownerOf(ctx), body),
    check: (ctx, { body }) => checkNumbers(ctx, ownerOf(ctx), body.numbers),
  })

export const dncRoutes: Route[] = [
  ...listRoutes(dnc, ({ actor }) => actor.userId),
  ...listRoutes(adminDnc, () => null),
  ...handlers(certificateKeys, { get: ({ secrets }) => certificateKeySet(secrets) }),
]
