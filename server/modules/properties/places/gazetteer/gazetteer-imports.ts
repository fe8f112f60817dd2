import type { FileImport } from '@dooryard/contract/data/file-imports'
import { type Gazetteer, GazetteerKind, type NewGazetteer } from '@dooryard/contract/data/gazetteers'
import { z } from 'zod'
import type { Context, Services } from '../../../../platform/context.ts'
import { receiveFile, runFileImport, toFileImport } from '../../../../platform/files/imports/file-imports.ts'
import type { Task } from '../../../../platform/jobs/jobs.ts'
import { pluralize } from '../../../../platform/util/format.ts'
import { getCountyName } from '../county-names.ts'
import { listGazetteerRows } from './gazetteer.queries.ts'
import { type LoadedGazetteer, loadGazetteer, requireCounty } from './load-gazetteer.ts'

export async function listGazetteers({ db }: Pick<Context, 'db'>): Promise<{ items: Gazetteer[] }> {
  const rows = await listGazetteerRows(db)
  return {
    items: rows.map(({ kind, loadedAt, ...row }) => ({
      ...row,
      county: getCountyName(row.countyFips),
      kind: GazetteerKind.parse(kind),
      loadedAt: loadedAt.toISOString(),
    })),
  }
}

export const gazetteerImports = { kind: 'GAZETTEER', ownerId: null, present: toFileImport } as const

const nameByKind = { POINTS: 'address points', RANGES: 'street ranges' } as const satisfies Record<
  GazetteerKind,
  string
>

const ImportParams = z.object({ countyFips: z.string(), kind: GazetteerKind })

/** Refuses an unknown county before the file is read. */
export async function uploadGazetteer(
  ctx: Context,
  { countyFips, kind, fileName }: NewGazetteer,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FileImport> {
  requireCounty(countyFips)
  const name = `${getCountyName(countyFips)}, ${nameByKind[kind]}`
  return receiveFile(ctx, gazetteerImports, { name, fileName, params: { countyFips, kind } }, bytes)
}

/** The job that loads uploaded gazetteers, then finds positions for the datasets that are loaded. */
export const runImportGazetteer = (services: Services): Task =>
  runFileImport(services, 'GAZETTEER', async ({ params, path, fileName, progress, signal }) => {
    const options = { ...ImportParams.parse(params), path, fileName, onProgress: progress, signal }
    const { rowsRead, rowsTaken, rowsRejected, rejected, ...loaded } = await loadGazetteer(services, options)
    return { rowsRead, rowsTaken, rowsRejected, rejected, message: describeLocated(loaded) }
  })

export const describeLocated = ({ located }: Pick<LoadedGazetteer, 'located'>): string =>
  located === 0
    ? 'No loaded property without coordinates has one of its addresses. Later imports are searched as well.'
    : `${pluralize(located, 'property has', 'properties have')} a position found by address.`
