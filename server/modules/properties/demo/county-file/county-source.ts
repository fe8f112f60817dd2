import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { demoCountyFile } from '../../sources/demo.ts'
import { genericDocument } from '../../sources/shipped-sources.ts'

/** How the generated file of the county is read: by our own headers, with an outline for each parcel. */
export const demoCountyDocument: SourceDocument = {
  ...genericDocument,
  source: demoCountyFile.source,
  name: demoCountyFile.name,
  publisher: 'Generated for the demo',
  terms: 'Generated data, no restrictions',
  notes: 'Every parcel, owner and sale in it is fictional.',
  county: { fips: demoCountyFile.fips },
  files: [{ id: 'parcels', crs: 'EPSG:4326' }],
}
