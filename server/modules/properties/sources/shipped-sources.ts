import { readdirSync } from 'node:fs'
import { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { readJsonFile } from './read-json-file.ts'

const folder = new URL('./documents/', import.meta.url)

const readDocument = (name: string): SourceDocument => SourceDocument.parse(readJsonFile(new URL(name, folder)))

/** The format with our own headers. It has no county and no name: the importer of a file gives them. */
export const genericDocument = readDocument('generic.json')

/** The sources that Dooryard ships, by slug. A new one is a document in the folder. */
export const shippedSources: readonly SourceDocument[] = readdirSync(folder)
  .filter((name) => name !== 'generic.json')
  .sort()
  .map(readDocument)

/** The shipped source with the slug, which a stored version may override. */
export const findShippedSource = (source: string) => shippedSources.find((known) => known.source === source)
