import { openAsBlob } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { FileSource, PMTiles } from 'pmtiles'
import { earlierMap, removeMapParts, toPartPath } from '../../places/base-map/import/parts/map-parts.ts'

/** The name by which a file shows that it is the map of the demo. */
export const demoMap = { name: 'Generated demo map', attribution: 'Generated streets' }

export type DemoMapTask = { path: string; rows: number; maxZoom: number }

export type MapWriting = { done: Promise<void>; stop: () => Promise<unknown> }

/**
 * Writes the map of the demo in a thread of its own, unless there is a map. It takes that thread some seconds, which the
 * portal does not wait for; an interrupted one is written by the next start.
 */
export async function startDemoMap(path: string, rows: number, maxZoom = 15): Promise<MapWriting | null> {
  if (await exists(path)) return null
  const task: DemoMapTask = { path, rows, maxZoom }
  // It does not inherit this process's options, such as those of a test runner.
  const worker = new Worker(new URL('./demo-map.worker.ts', import.meta.url), { workerData: task, execArgv: [] })
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  worker.once('error', reject)
  worker.once('exit', () => resolve())
  return { done, stop: () => worker.terminate() }
}

/** Removes the map of the demo, and no other; from a map to which others were imported, its part. */
export async function removeDemoMap(path: string): Promise<void> {
  const dataDir = dirname(path)
  const part = toPartPath(dataDir, earlierMap)
  if ((await exists(part)) && (await readName(part)) === demoMap.name)
    await removeMapParts(dataDir, { isRemoved: (name) => name === earlierMap })
  if ((await exists(path)) && (await readName(path)) === demoMap.name) await rm(path, { force: true })
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Undefined for a file that is no map. */
async function readName(path: string): Promise<unknown> {
  const file = new File([await openAsBlob(path)], path)
  const metadata: unknown = await new PMTiles(new FileSource(file)).getMetadata().catch(() => null)
  return typeof metadata === 'object' && metadata !== null && 'name' in metadata ? metadata.name : undefined
}
