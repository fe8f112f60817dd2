import { toSourceJsonSchema } from '@dooryard/contract/data/sources/source-document'
import { sources } from '@dooryard/contract/data/sources/sources'
import { handlers, type Route } from '../../../../platform/http/handlers.ts'
import { getSource, getSourceFile, getSourceVersion, listSources } from './get-sources.ts'
import { importSourceFile, saveNamedSource } from './save-source.ts'

// The schema is built from code, so it is the same until the process ends.
let schema: Record<string, unknown> | undefined
const getSchema = () => (schema ??= toSourceJsonSchema())

export const sourceRoutes: Route[] = handlers(sources, {
  list: (ctx, { query }) => listSources(ctx, query),
  import: (ctx, { body }) => importSourceFile(ctx, body),
  get: (ctx, { params }) => getSource(ctx, params.source),
  save: (ctx, { params, body }) => saveNamedSource(ctx, params.source, body),
  version: (ctx, { params }) => getSourceVersion(ctx, params.source, params.version),
  export: (ctx, { params }) => getSourceFile(ctx, params.source),
  schema: () => getSchema(),
})
