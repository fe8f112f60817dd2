import { mapParts } from '@dooryard/contract/data/map-parts'
import { listScopedImports, retryImport } from '../../../../../../platform/files/imports/file-imports.ts'
import { handlers, type Route } from '../../../../../../platform/http/handlers.ts'
import { listParts, mapImports, removePart, uploadMapFile } from './map-imports.ts'

/** `folder` is that of the data, or null where maps show another base map. */
export const mapPartRoutes = (folder: string | null): Route[] =>
  handlers(mapParts, {
    list: () => listParts(folder),
    import: (ctx, { query, body }) => uploadMapFile(ctx, folder, query, body),
    imports: (ctx, { query }) => listScopedImports(ctx, mapImports, query),
    retry: (ctx, { params }) => retryImport(ctx, mapImports, params.id),
    remove: (ctx, { params }) => removePart(ctx, folder, params.name),
  })
