import { Readable } from 'node:stream'
import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type {
  Source,
  SourceSummary,
  SourceVersion,
  SourceVersionSummary,
} from '@dooryard/contract/data/sources/sources'
import type { Services } from '../../../../platform/context.ts'
import { notFound } from '../../../../platform/errors/app-error.ts'
import { getOwnersByIds } from '../../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { findSource, listVersionedSources } from '../resolve-source.ts'
import { findShippedSource } from '../shipped-sources.ts'
import { findSourceVersion, findStoredSource, listSourceVersions } from './sources.queries.ts'

type ReadContext = Pick<Services, 'db'>

type Versioned = { document: SourceDocument; version: number; changedAt: Date | null }

const presentSource = ({ document, version, changedAt }: Versioned): SourceSummary => ({
  source: document.source,
  name: document.name,
  publisher: document.publisher ?? null,
  countyFips: 'fips' in document.county ? document.county.fips : null,
  isShipped: findShippedSource(document.source) !== undefined,
  version,
  changedAt: changedAt?.toISOString() ?? null,
})

/** A page of all sources, stored and shipped, by name. */
export async function listSources({ db }: ReadContext, query: PageQuery): Promise<PageResult<SourceSummary>> {
  const all = await listVersionedSources(db)
  const { limit, offset } = toSlice(query)
  return toPage(all.slice(offset, offset + limit).map(presentSource), all.length, query)
}

const maxVersions = 200
const shippedVersion: SourceVersionSummary = { version: 0, createdAt: null, author: null }

/** NOT_FOUND for an unknown slug. */
export async function getSource({ db }: ReadContext, source: string): Promise<Source> {
  const known = await requireSource(db, source)
  const rows = await listSourceVersions(db, source, maxVersions)
  const versions = await presentVersions(db, rows)
  if (findShippedSource(source)) versions.push(shippedVersion)
  const stored = known.version > 0 ? await findStoredSource(db, source) : undefined
  return { ...presentSource({ ...known, changedAt: stored?.changedAt ?? null }), document: known.document, versions }
}

async function requireSource(db: Db, source: string) {
  const known = await findSource(db, source)
  if (!known) throw notFound('This source')
  return known
}

type VersionRow = Awaited<ReturnType<typeof listSourceVersions>>[number]

async function presentVersions(db: Db, rows: readonly VersionRow[]): Promise<SourceVersionSummary[]> {
  const authors = await getOwnersByIds(
    db,
    rows.flatMap(({ authorId }) => authorId ?? []),
  )
  return rows.map(({ version, createdAt, authorId }) => {
    const author = authors.get(authorId ?? '')
    return {
      version,
      createdAt: createdAt.toISOString(),
      author: author ? `${author.firstName} ${author.lastName}` : null,
    }
  })
}

/** A version of a source; 0 is the shipped one. NOT_FOUND when there is none. */
export async function getSourceVersion({ db }: ReadContext, source: string, version: number): Promise<SourceVersion> {
  if (version === 0) {
    const document = findShippedSource(source)
    if (!document) throw notFound('This version')
    return { ...shippedVersion, document }
  }
  const row = await findSourceVersion(db, source, version)
  if (!row) throw notFound('This version')
  const [summary = shippedVersion] = await presentVersions(db, [row])
  return { ...summary, document: row.document }
}

/** The current version as a file, which names the schema that editors check it by. */
export async function getSourceFile({ db, publicUrl }: Pick<Services, 'db' | 'publicUrl'>, source: string) {
  const { document } = await requireSource(db, source)
  const { $schema: _, ...content } = document
  const text = `${JSON.stringify({ $schema: `${publicUrl}/v1/source-schema`, ...content }, null, 2)}\n`
  return {
    fileName: `${source}.json`,
    contentType: 'application/json; charset=utf-8',
    size: Buffer.byteLength(text),
    body: Readable.from([Buffer.from(text)]),
  }
}
