import { createHash } from 'node:crypto'
import type { FileLocation } from '@dooryard/contract/data/datasets/refresh-plans'
import type { Services } from '../../../../platform/context.ts'
import { type LocationServices, openLocation } from '../../../../platform/files/locations/locations.ts'
import type { Marker } from '../../../../platform/files/locations/opened-location.ts'

export type FetchedFile = { key: string; fileName: string; sha256: string; marker: Marker }
export type FetchedFiles = Record<string, FetchedFile>

type FetchOptions = {
  source: string
  locations: readonly FileLocation[]
  /** By file; a file whose marker is the same is not read. Empty to read all. */
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
  for (const one of locations) {
    const file = await fetchFile(services, remote, source, one, markers[one.file])
    if (file) fetched[one.file] = file
    else unchanged.push(one)
  }
  if (unchanged.length === locations.length) return undefined
  // Rows of several files are joined, so all are needed as soon as one has changed.
  for (const one of unchanged) {
    const file = await fetchFile(services, remote, source, one)
    if (!file) throw new Error(`${one.file} was neither sent nor unchanged.`)
    fetched[one.file] = file
  }
  return fetched
}

/** A repeated refresh overwrites what one that was killed has left. */
const toFetchKey = (source: string, file: string) => `rolls/refreshes/${source}-${file}`

async function fetchFile(
  { files }: Services,
  remote: LocationServices,
  source: string,
  { file, location }: FileLocation,
  marker?: Marker,
): Promise<FetchedFile | undefined> {
  const opened = await openLocation(remote, location, marker)
  if (!opened) return undefined
  const key = toFetchKey(source, file)
  const fingerprint = createHash('sha256')
  await files.write(key, fingerprinted(opened.body, fingerprint))
  return { key, fileName: opened.fileName, sha256: fingerprint.digest('hex'), marker: opened.marker }
}

async function* fingerprinted(body: AsyncIterable<Uint8Array>, fingerprint: ReturnType<typeof createHash>) {
  for await (const piece of body) {
    fingerprint.update(piece)
    yield piece
  }
}

export async function removeFetched(
  { files }: Pick<Services, 'files'>,
  source: string,
  locations: readonly FileLocation[],
): Promise<void> {
  for (const { file } of locations) await files.remove(toFetchKey(source, file))
}

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
