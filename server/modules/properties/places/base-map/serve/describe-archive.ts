import { createHash } from 'node:crypto'
import type { About } from '@dooryard/contract/about'
import { PMTiles, type Source, TileType } from 'pmtiles'
import { z } from 'zod'
import type { Log } from '../../../../../platform/log.ts'
import type { ArchiveSource, OpenArchive } from './archive.ts'

export const baseMapPath = '/map/base.pmtiles'

export const getArchiveVersion = ({ etag, size }: Pick<OpenArchive, 'etag' | 'size'>) =>
  createHash('sha256').update(`${etag} ${size}`).digest('hex').slice(0, 12)

const Metadata = z.object({ attribution: z.string().trim().min(1).max(2000).optional().catch(undefined) })

/** A base map that could not be read now, which says nothing of its format. */
class ReadFailure extends Error {
  constructor(cause: unknown) {
    super('The base map could not be read.', { cause })
  }
}

/** Lets the library read an archive. */
function toSource(source: ArchiveSource): Source {
  return {
    getKey: () => baseMapPath,
    getBytes: async (offset, length) => {
      const archive = await source({ start: offset, end: offset + length - 1 }).catch((error: unknown) => {
        throw new ReadFailure(error)
      })
      if (!archive) throw new ReadFailure(new Error('There is no base map any more.'))
      const end = Math.min(offset + length, archive.size) - 1
      if (end < offset) {
        await archive.close()
        throw new Error('it ends too early')
      }
      const data = await new Response(archive.read(offset, end)).arrayBuffer().catch((error: unknown) => {
        throw new ReadFailure(error)
      })
      return { data, etag: archive.etag }
    },
  }
}

type ReadMapOptions = { source: ArchiveSource; log: Pick<Log, 'warn'> }

/**
 * Reads what a base map says of itself. Each version is read once, and one that cannot be drawn is logged once. Rejects
 * while it cannot be read, and then reads it again at the next call.
 */
export function createDescriber({ source, log }: ReadMapOptions): () => Promise<About['baseMap']> {
  let known: { version: string; info: Promise<About['baseMap']> } | undefined
  const read = async (version: string): Promise<About['baseMap']> => {
    try {
      const archive = new PMTiles(toSource(source))
      const { tileType } = await archive.getHeader()
      if (tileType !== TileType.Mvt) throw new Error('its tiles are not vector tiles')
      const { attribution = null } = Metadata.parse(await archive.getMetadata())
      return { url: `${baseMapPath}?v=${version}`, version, attribution }
    } catch (error) {
      if (error instanceof ReadFailure) throw error.cause
      log.warn({ err: error }, 'The base map cannot be drawn: it must be a PMTiles file of vector tiles.')
      return null
    }
  }
  return async () => {
    const archive = await source()
    if (!archive) return null
    await archive.close()
    const version = getArchiveVersion(archive)
    if (known?.version === version) return known.info
    const reading = { version, info: read(version) }
    known = reading
    return reading.info.catch((error: unknown) => {
      if (known === reading) known = undefined
      throw error
    })
  }
}
