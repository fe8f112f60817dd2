import { open } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { bytesToHeader, Compression, type Header, readVarint, TileType } from 'pmtiles'
import { unprocessable } from '../../../../../../platform/files/content/input-file.ts'
import { headerBytes, type TileEntry } from '../../write/archive-directories.ts'

/** A file of PMTiles, to be read whole. Offsets of entries are those within the file. */
export type TileArchive = {
  header: Header
  readMetadata: () => Promise<Record<string, unknown>>
  listEntries: () => Promise<TileEntry[]>
  read: (offset: number, length: number) => Promise<Buffer>
  close: () => Promise<void>
}

/** Opens a base map. UNPROCESSABLE for a file that is none, or whose tiles are not compressed as all published are. */
export async function openArchive(path: string): Promise<TileArchive> {
  const file = await open(path)
  const read = async (offset: number, length: number): Promise<Buffer> => {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await file.read(bytes, 0, length, offset)
    if (bytesRead < length) throw unprocessable(`The base map ${path} is damaged or incomplete: import it again.`)
    return bytes
  }
  try {
    const header = toHeader(await read(0, headerBytes), path)
    const readDirectory = async (offset: number, length: number) =>
      decodeDirectory(gunzipSync(await read(offset, length)))
    const listFrom = async (offset: number, length: number): Promise<TileEntry[]> => {
      const entries: TileEntry[] = []
      for (const entry of await readDirectory(offset, length))
        if (entry.runLength > 0) entries.push({ ...entry, offset: header.tileDataOffset + entry.offset })
        else
          for (const own of await listFrom(header.leafDirectoryOffset + entry.offset, entry.length)) entries.push(own)
      return entries
    }
    return {
      header,
      readMetadata: async () => {
        const { jsonMetadataOffset, jsonMetadataLength } = header
        return JSON.parse(gunzipSync(await read(jsonMetadataOffset, jsonMetadataLength)).toString('utf8'))
      },
      listEntries: () => listFrom(header.rootDirectoryOffset, header.rootDirectoryLength),
      read,
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

function toHeader(bytes: Buffer, path: string): Header {
  if (bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3)
    throw unprocessable(`The file ${path} is no base map: it is not in the format PMTiles, version 3.`)
  const header = bytesToHeader(new Uint8Array(bytes).buffer)
  const { internalCompression, tileCompression, tileType } = header
  if (tileType !== TileType.Mvt || [internalCompression, tileCompression].some((used) => used !== Compression.Gzip))
    throw unprocessable(`The base map ${path} has no vector tiles compressed with gzip, and cannot be merged.`)
  return header
}

function decodeDirectory(bytes: Uint8Array): TileEntry[] {
  const at = { buf: bytes, pos: 0 }
  const next = () => readVarint(at)
  const entries = Array.from({ length: next() }, () => ({ tileId: 0, offset: 0, length: 0, runLength: 0 }))
  let lastId = 0
  for (const entry of entries) {
    lastId += next()
    entry.tileId = lastId
  }
  for (const entry of entries) entry.runLength = next()
  for (const entry of entries) entry.length = next()
  let end = 0
  for (const entry of entries) {
    const value = next()
    entry.offset = value === 0 ? end : value - 1
    end = entry.offset + entry.length
  }
  return entries
}
