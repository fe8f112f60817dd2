import type { RollSources } from '@dooryard/contract/data/roll-imports'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Db } from '../../../platform/postgres/database.ts'
import { generic } from '../sources/generic-source.ts'
import { listSourceDocuments } from '../sources/resolve-source.ts'
import { genericDocument } from '../sources/shipped-sources.ts'

function describeContents({ property, sale }: SourceDocument): string {
  if (!property) return 'Sales, added to the parcels of other county datasets'
  return sale ? 'Properties and their sales' : 'Properties'
}

/** The importable sources: those that are known, and a file of any county with our own headers. */
export async function listImportSources(db: Db, maxFileBytes: number): Promise<RollSources> {
  const documents = await listSourceDocuments(db)
  return {
    items: [
      // One file is uploaded, so a source of several cannot be chosen.
      ...documents.filter(({ files }) => files.length === 1).map(presentImportSource),
      {
        source: generic,
        name: genericDocument.name,
        countyFips: null,
        covers: 'Properties, sales or both, as far as its headers say',
        hint: 'A table with our headers in its first line. Required: apn, and county_fips unless you choose the county.',
        isGeneric: true,
      },
    ],
    maxFileBytes,
  }
}

const presentImportSource = (document: SourceDocument): RollSources['items'][number] => ({
  source: document.source,
  name: document.name,
  countyFips: 'fips' in document.county ? document.county.fips : null,
  covers: describeContents(document),
  hint: 'Give the file as it is published, or compressed as gz or zip.',
  isGeneric: false,
})
