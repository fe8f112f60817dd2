import { z } from 'zod'
import { CountyFips } from '../api/county-fips.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { textLine } from '../api/text.ts'
import { fileImportListOptions, fileImportOptions, fileImportRetryOptions } from './file-imports.ts'

const gazetteerKinds = ['POINTS', 'RANGES'] as const
export const GazetteerKind = z
  .enum(gazetteerKinds)
  .describe('POINTS: positions of addresses. RANGES: house numbers along the sides of streets')
export type GazetteerKind = z.infer<typeof GazetteerKind>

export const Gazetteer = z
  .object({
    countyFips: z.string(),
    county: z.string().describe('The name of the county, with the state'),
    kind: GazetteerKind,
    fileName: z.string(),
    entries: z.int().describe('Addresses, or sides of streets'),
    located: z.int().describe('Properties of the county with a position found by address when it was loaded'),
    loadedAt: z.iso.datetime(),
  })
  .meta({ id: 'Gazetteer' })
export type Gazetteer = z.infer<typeof Gazetteer>

export const NewGazetteer = z.object({
  countyFips: CountyFips.describe('The county of the file; a later file of this kind replaces it'),
  kind: GazetteerKind,
  fileName: textLine('The file name is required')
    .min(1, 'The file name is required')
    .max(200, 'The file name is too long'),
})
export type NewGazetteer = z.infer<typeof NewGazetteer>

const gazetteerEndpoint = endpointFactory({ tag: 'Data', access: ['SUPER_ADMIN'] })

export const gazetteers = {
  list: gazetteerEndpoint('GET /v1/admin/gazetteers', 'List the files that find positions by address, by county', {
    response: z.object({ items: z.array(Gazetteer) }),
  }),
  import: gazetteerEndpoint(
    'POST /v1/admin/gazetteers/imports',
    'Upload address points or street ranges of a county; properties without coordinates get a position from them',
    { query: NewGazetteer, ...fileImportOptions },
  ),
  imports: gazetteerEndpoint('GET /v1/admin/gazetteers/imports', 'List the imports of gazetteers, newest first', {
    ...fileImportListOptions,
  }),
  retry: gazetteerEndpoint(
    'POST /v1/admin/gazetteers/imports/{id}/retry',
    'Retry a failed import with its stored file',
    { ...fileImportRetryOptions },
  ),
}
