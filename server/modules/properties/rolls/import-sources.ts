import type { RollSources } from '@dooryard/contract/data/roll-imports'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Db } from '../../../platform/postgres/database.ts'
import { generic } from '../sources/generic-source.ts'
import { listSourceDocuments } from '../sources/resolve-source.ts'
import { genericDocument } from '../sources/shipped-sources.ts'

/** The importable sources: those that are known, and a file of any county with our own headers. */
export async function listImportSources(db: Db): Promise<RollSources> {
  const documents = await listSourceDocuments(db)
  return {
    items: [
      // One file is uploaded, so a source of several cannot be chosen.
      ...documents.filter(({ files }) => files.length === 1).map(presentImportSource),
      { source: generic, name: genericDocument.name, countyFips: null, isGeneric: true },
    ],
  }
}

const presentImportSource = (document: SourceDocument): RollSources['items'][number] => ({
  source: document.source,
  name: document.name,
  countyFips: 'fips' in document.county ? document.county.fips : null,
  isGeneric: false,
})
