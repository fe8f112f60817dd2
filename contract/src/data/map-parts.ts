import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'
import { textLine } from '../api/text.ts'
import { fileImportListOptions, fileImportOptions, fileImportRetryOptions } from './file-imports.ts'

export const MapPart = z
  .object({
    name: z.string().describe('The name of the file without its year; a later file of this name replaces the part'),
    title: z.string().describe('What the part shows, such as the roads of a county'),
    fileBytes: z.int(),
    importedAt: z.iso.datetime(),
  })
  .meta({ id: 'MapPart' })
export type MapPart = z.infer<typeof MapPart>

export const NewMapPart = z.object({
  fileName: textLine('The file name is required')
    .min(1, 'The file name is required')
    .max(200, 'The file name is too long'),
})
export type NewMapPart = z.infer<typeof NewMapPart>

const mapPartEndpoint = endpointFactory({ tag: 'Data', access: ['SUPER_ADMIN'] })

export const mapParts = {
  list: mapPartEndpoint('GET /v1/admin/map-parts', 'List the imported parts of the base map', {
    response: z.object({
      isShown: z
        .boolean()
        .describe('Whether maps show them; otherwise the portal is set to another base map, and imports are refused'),
      items: z.array(MapPart),
    }),
  }),
  import: mapPartEndpoint(
    'POST /v1/admin/map-parts/imports',
    'Upload streets of TIGER/Line or OpenStreetMap for the base map',
    { query: NewMapPart, ...fileImportOptions },
  ),
  imports: mapPartEndpoint('GET /v1/admin/map-parts/imports', 'List the imports of the base map, newest first', {
    ...fileImportListOptions,
  }),
  retry: mapPartEndpoint('POST /v1/admin/map-parts/imports/{id}/retry', 'Retry a failed import with its stored file', {
    ...fileImportRetryOptions,
  }),
  remove: mapPartEndpoint('DELETE /v1/admin/map-parts/{name}', 'Remove a part of the base map', {
    params: z.object({ name: z.string().regex(/^[a-z0-9_-]{1,80}$/, 'The map has no such part') }),
    status: 204,
    errors: ['UNPROCESSABLE', 'CONFLICT'],
  }),
}
