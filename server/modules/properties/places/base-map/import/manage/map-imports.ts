import type { FileImport } from '@dooryard/contract/data/file-imports'
import type { MapPart, NewMapPart } from '@dooryard/contract/data/map-parts'
import { audit } from '../../../../../../platform/audit.ts'
import type { Context, Services } from '../../../../../../platform/context.ts'
import { appError, notFound } from '../../../../../../platform/errors/app-error.ts'
import { receiveFile, runFileImport, toFileImport } from '../../../../../../platform/files/imports/file-imports.ts'
import type { Task } from '../../../../../../platform/jobs/jobs.ts'
import { pluralize } from '../../../../../../platform/util/format.ts'
import { listMapParts } from '../parts/map-parts.ts'
import { changeMap } from './change-map.ts'

export const mapImports = { kind: 'MAP', ownerId: null, present: toFileImport } as const

/** `folder` is that of the data, or null where maps show another base map. */
export async function listParts(folder: string | null): Promise<{ isShown: boolean; items: MapPart[] }> {
  if (folder === null) return { isShown: false, items: [] }
  const parts = await listMapParts(folder)
  return {
    isShown: true,
    items: parts.map(({ name, title, bytes, importedAt }) => ({
      ...{ name, title, fileBytes: bytes, importedAt: importedAt.toISOString() },
    })),
  }
}

function requireFolder(folder: string | null): string {
  if (folder !== null) return folder
  throw appError(
    'UNPROCESSABLE',
    'This portal is set to another base map, so that imported streets would not be shown.',
  )
}

/** Refuses the file before it is read where maps would not show it. */
export function uploadMapFile(
  ctx: Context,
  folder: string | null,
  { fileName }: NewMapPart,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FileImport> {
  requireFolder(folder)
  return receiveFile(ctx, mapImports, { name: 'Base map', fileName, params: {} }, bytes)
}

/** The job that adds uploaded streets to the base map. */
export const runImportMap = (services: Services, folder: string | null): Task =>
  runFileImport(services, 'MAP', async ({ path, progress, signal }) => {
    const change = { kind: 'IMPORT', dataDir: requireFolder(folder), path } as const
    const done = await changeMap(change, { onProgress: progress, signal })
    const parts = done.kind === 'IMPORTED' ? done.parts : []
    const features = parts.reduce((sum, part) => sum + part.features, 0)
    const titles = parts.map(({ title }) => title).join(', ')
    const counted = pluralize(features, 'street, area or place', 'streets, areas and places')
    const message = `The map has ${titles}: ${counted}. Pages that are opened from now on show it.`
    return { rowsRead: features, rowsTaken: features, rowsRejected: 0, rejected: [], message }
  })

/** The caller waits for the removal on a screen, while merging a state for an import takes minutes. */
const maxWaitMs = 3_000

/** NOT_FOUND for a part that the map does not have, CONFLICT while the map is being changed otherwise. */
export async function removePart(ctx: Context, folder: string | null, name: string): Promise<undefined> {
  const dataDir = requireFolder(folder)
  const parts = await listMapParts(dataDir)
  const part = parts.find((one) => one.name === name)
  if (!part) throw notFound('This part of the map')
  const done = await changeMap({ kind: 'REMOVE', dataDir, name, maxWaitMs })
  if (done.kind === 'REMOVED' && done.names.length === 0) throw notFound('This part of the map')
  await audit(ctx, {
    action: 'map.part_removed',
    object: { type: 'map_part', id: name },
    before: { title: part.title },
  })
  return undefined
}
