import { createHash } from 'node:crypto'
import { dayMs } from '@dooryard/contract/api/time'
import type { FileLocation } from '@dooryard/contract/data/datasets/refresh-plans'
import type { Services } from '../../../../platform/context.ts'
import { type LocationServices, openLocation } from '../../../../platform/files/locations/locations.ts'
import type { Marker } from '../../../../platform/files/locations/opened-location.ts'
import { newId } from '../../../../platform/util/ids.ts'
import type { FetchedFiles } from './refresh-task.ts'

type FetchOptions = {
  source: string
  locations: readonly FileLocation[]
  /** By file; a file whose marker is the same is not read. Empty to read all. Each tells the location that it is of. */
  markers: Readonly<Record<string, Marker>>
}

/** Reads the files of a dataset into the store; undefined where none has changed. The caller removes them. */
export async function fetchFiles(
  services: Services,
  remote: LocationServices,
  { source, locations, markers }: FetchOptions,
): Promise<FetchedFiles | undefined> {
  const fetched: FetchedFiles = {}
  const unchanged: FileLocation[] = []
  // Of this run alone: a refresh by shell may read the same files at the same time.
  const prefix = `${fetchFolder}/${source}-${newId()}`
  // The locations may have been changed while the file of the marker was read.
  const getMarker = ({ file, location }: FileLocation) =>
    markers[file]?.location === location ? markers[file] : undefined
  const fetchOne = async ({ file, location }: FileLocation, marker?: Marker): Promise<boolean> => {
    const opened = await openLocation(remote, location, marker)
    if (!opened) return false
    const { fileName, marker: found, body } = opened
    const key = `${prefix}-${file}`
    const fingerprint = createHash('sha256')
    await services.files.write(key, fingerprinted(body, fingerprint))
    fetched[file] = { key, fileName, sha256: fingerprint.digest('hex'), marker: { ...found, location } }
    return true
  }
  try {
    for (const one of locations) if (!(await fetchOne(one, getMarker(one)))) unchanged.push(one)
    if (unchanged.length === locations.length) return undefined
    // Rows of several files are joined, so all are needed as soon as one has changed.
    for (const one of unchanged)
      if (!(await fetchOne(one))) throw new Error(`${one.file} was neither sent nor unchanged.`)
    return fetched
  } catch (error) {
    await removeFetched(services, fetched)
    throw error
  }
}

const fetchFolder = 'rolls/refreshes'

async function* fingerprinted(body: AsyncIterable<Uint8Array>, fingerprint: ReturnType<typeof createHash>) {
  for await (const piece of body) {
    fingerprint.update(piece)
    yield piece
  }
}

export async function removeFetched({ files }: Pick<Services, 'files'>, fetched: FetchedFiles): Promise<void> {
  for (const { key } of Object.values(fetched)) await files.remove(key)
}

/** Removes what refreshes have left that were killed; an import does not wait this long for its files. */
export const purgeFetched = ({ files }: Pick<Services, 'files'>) => files.removeOlder(fetchFolder, 7 * dayMs)

/** Links fetched files by their own names while `use` runs. */
export async function borrowFetched<Result>(
  { files }: Pick<Services, 'files'>,
  fetched: FetchedFiles,
  use: (paths: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const entries = Object.entries(fetched)
  const borrow = async (at: number, paths: Record<string, string>): Promise<Result> => {
    const entry = entries[at]
    if (!entry) return use(paths)
    const [id, { key, fileName }] = entry
    return files.borrow(key, fileName, (path) => borrow(at + 1, { ...paths, [id]: path }))
  }
  return borrow(0, {})
}
