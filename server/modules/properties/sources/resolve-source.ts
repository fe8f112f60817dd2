import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { unprocessable } from '../../../platform/files/content/input-file.ts'
import { listImportsByParams } from '../../../platform/files/imports/file-imports.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { generic, nameGenericSource } from './generic-source.ts'
import { findShippedSource, shippedSources } from './shipped-sources.ts'
import { findSourceVersion, findStoredSource, listStoredFileIds, listStoredSources } from './stored/sources.queries.ts'

/** A source by its slug, or `generic` with the name of the county dataset, and the county for rows that name none. */
export type SourceChoice = {
  source: string
  name?: string | null | undefined
  countyFips?: string | null | undefined
  /** A version of the source, 0 for the shipped document; the current one when omitted. */
  sourceVersion?: number | undefined
}

/** A document with its version; 0 for one that is not stored. */
export type VersionedSource = { document: SourceDocument; version: number }

/** The choice of a form, which has a name and a county for every source, though only a generic one is given them. */
export const toSourceChoice = (choice: SourceChoice): SourceChoice =>
  choice.source === generic ? choice : { ...choice, name: null, countyFips: null }

/**
 * Finds a source: the stored one, or else the one that is shipped. Throws UNPROCESSABLE with a sentence when there is
 * none, when the name or county of a generic one cannot be used, or when one with its own is given them.
 */
export async function resolveSource(db: Db, choice: SourceChoice): Promise<VersionedSource> {
  const { source, name, countyFips, sourceVersion } = choice
  if (source === generic) return resolveGeneric(db, choice)
  const known =
    sourceVersion === undefined
      ? ((await findUsedSource(db, source)) ?? (await findSource(db, source)))
      : await findVersion(db, source, sourceVersion)
  if (!known) throw unprocessable(`There is no source ${JSON.stringify(source)}.`)
  if (name || countyFips) throw unprocessable(`${known.document.name} has its own name and county: leave them out.`)
  return known
}

/** The source of a file with our own headers, as it is or as it was edited for a loaded one. */
async function resolveGeneric(db: Db, { name, countyFips }: SourceChoice): Promise<VersionedSource> {
  const document = nameGenericSource(name ?? undefined, countyFips ?? undefined)
  const stored = await findUsedVersion(db, document.source)
  if (!stored) return { document, version: 0 }
  const { county } = stored.document
  if (countyFips && countyFips !== ('fips' in county ? county.fips : county.otherwise))
    throw unprocessable(
      `The source of ${document.name} was edited and says the county: leave it out, or edit it there.`,
    )
  return stored
}

async function findVersion(db: Db, source: string, version: number): Promise<VersionedSource | undefined> {
  if (version > 0) return findSourceVersion(db, source, version)
  const shipped = findShippedSource(source)
  return shipped && { document: shipped, version: 0 }
}

/** The source with the slug, stored or shipped. */
export async function findSource(db: Db, source: string): Promise<VersionedSource | undefined> {
  const stored = await findStoredSource(db, source)
  if (stored) return stored
  const shipped = findShippedSource(source)
  return shipped && { document: shipped, version: 0 }
}

/**
 * The source by which data are read now: a version that an import saved is not used before it has loaded, as where that
 * import failed or was canceled. Undefined where no other is stored or shipped.
 */
export const findUsedSource = async (db: Db, source: string): Promise<VersionedSource | undefined> =>
  (await findUsedVersion(db, source)) ?? findVersion(db, source, 0)

async function findUsedVersion(db: Db, source: string): Promise<VersionedSource | undefined> {
  for (let version = (await findStoredSource(db, source))?.version ?? 0; version > 0; version -= 1)
    if (await isUsedVersion(db, source, version)) return findSourceVersion(db, source, version)
  return undefined
}

const loadedStatuses: readonly string[] = ['LOADED', 'UNCHANGED']

async function isUsedVersion(db: Db, source: string, sourceVersion: number): Promise<boolean> {
  const list = (params: object) =>
    listImportsByParams(db, { kind: 'ROLL', ownerId: null }, { source, sourceVersion, ...params })
  const imports = await list({})
  if (imports.length === 0 || imports.some(({ status }) => loadedStatuses.includes(status))) return true
  return (await list(usedBefore)).length > 0
}

/** A parameter of an import of a version that was used already, which it stays if that import fails. */
export const usedBefore = { isVersionUsed: true } as const

type SourceFiles = { version: number; files: string[] }

/** The version of each of these sources and the ids of the files that it reads, the main file first; of shipped ones all. */
export async function listFilesBySource(db: Db, sources: readonly string[]): Promise<Map<string, SourceFiles>> {
  if (sources.length === 0) return new Map()
  const shipped = shippedSources.map(({ source, files }): [string, SourceFiles] => [
    source,
    { version: 0, files: files.map(({ id }) => id) },
  ])
  const stored = await listStoredFileIds(db, sources)
  return new Map([...shipped, ...stored.map(({ slug, ...read }): [string, SourceFiles] => [slug, read])])
}

/** The documents of all sources, stored and shipped, by name. */
export async function listSourceDocuments(db: Db): Promise<SourceDocument[]> {
  const versioned = await listVersionedSources(db)
  return versioned.map(({ document }) => document)
}

/** All sources, stored and shipped, by name; `changedAt` is null for those that are not stored. */
export async function listVersionedSources(db: Db): Promise<(VersionedSource & { changedAt: Date | null })[]> {
  const stored = await listStoredSources(db)
  const slugs = new Set(stored.map(({ document }) => document.source))
  const shipped = shippedSources
    .filter(({ source }) => !slugs.has(source))
    .map((document) => ({ document, version: 0, changedAt: null }))
  return [...stored, ...shipped].sort((a, b) => compareTexts(a.document.name, b.document.name))
}

const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** Who publishes the data of a source, and under which terms. */
export type SourceOrigin = { publisher: string | null; terms: string }

export async function listSourceOrigins(db: Db): Promise<Map<string, SourceOrigin>> {
  const documents = await listSourceDocuments(db)
  return new Map(
    documents.map(({ source, publisher = null, terms }) => [
      source,
      { publisher, terms: terms ?? (publisher === null ? 'See the agency' : 'See the publisher') },
    ]),
  )
}
