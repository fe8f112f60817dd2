import type { EndpointLimit } from '@dooryard/contract/api/endpoint'
import type { Context as Request } from 'hono'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import type { App, RequestVariables } from '../../../../platform/http/handlers.ts'
import { countCall, type RateLimiter } from '../../../../platform/http/limits/rate-limits.ts'
import { type ByteRange, fitRange, type OpenArchive, parseRange } from './serve/archive.ts'
import type { BaseMap } from './serve/base-map.ts'
import { baseMapPath, getArchiveVersion } from './serve/describe-archive.ts'

type MapRequest = Request<{ Variables: RequestVariables }>

/** Anybody may ask, and another server may charge for each answer. A map that is dragged asks for many tiles. */
const remoteMapLimit: EndpointLimit = { name: 'base-map', per: 'address', times: 3_000, seconds: 60 }

/** Who asks is counted only where the bytes are those of another server. */
type Visitors = { limiter: RateLimiter; getAddress: (request: MapRequest) => string }

/** Serves the base map in ranges, as MapLibre reads it (RFC 9110, 13 and 14). */
export function serveBaseMap(
  app: App,
  { source, maxBytes }: Pick<BaseMap, 'source' | 'maxBytes'>,
  { limiter, getAddress }: Visitors,
): void {
  app.get(baseMapPath, async (request) => {
    if (Number.isFinite(maxBytes)) await countCall(limiter, request, [remoteMapLimit], { address: getAddress(request) })
    const range = getRange(request, maxBytes)
    // Another server is asked for the bytes at once, so for the beginning of the file where the whole is wanted.
    const archive = await source(request.req.method === 'HEAD' ? undefined : (range ?? { start: 0, end: maxBytes - 1 }))
    if (!archive) throw notFound('A base map')
    try {
      return respond(request, archive, range, maxBytes)
    } catch (error) {
      discard(archive)
      throw error
    }
  })
}

/** Closes an archive that is not read. That its server no longer answers then matters to nobody. */
const discard = (archive: OpenArchive) => void archive.close().catch(() => undefined)

/** The range to send, if any. A server may send less than it is asked for. */
function getRange({ req }: MapRequest, maxBytes: number): ByteRange | undefined {
  const range = parseRange(req.header('range'))
  if (!range || !Number.isFinite(maxBytes)) return range
  // Whether the condition holds is known only once the bytes of another server arrive.
  if (req.header('if-range') !== undefined) return undefined
  if ('last' in range) return { last: Math.min(range.last, maxBytes) }
  const lastAllowed = range.start + maxBytes - 1
  return { start: range.start, end: Math.min(range.end ?? lastAllowed, lastAllowed) }
}

function respond(request: MapRequest, archive: OpenArchive, range: ByteRange | undefined, maxBytes: number) {
  const { etag, size } = archive
  const headers = {
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': getCaching(request, archive),
    'Content-Type': 'application/vnd.pmtiles',
  }
  const respondWithout = (status: 200 | 206 | 304 | 416, more: Record<string, string> = {}) => {
    discard(archive)
    return request.body(null, status, { ...headers, ...more })
  }
  if (matches(request.req.header('if-none-match'), etag)) return respondWithout(304)
  const ifRange = request.req.header('if-range')
  const wanted = ifRange === undefined || ifRange === etag ? range : undefined
  const part = wanted ? fitRange(wanted, size) : { start: 0, end: size - 1 }
  if (!part) return respondWithout(416, { 'Content-Range': `bytes */${size}` })
  const length = part.end - part.start + 1
  const status = wanted ? 206 : 200
  const described = {
    'Content-Length': String(length),
    ...(wanted && { 'Content-Range': `bytes ${part.start}-${part.end}/${size}` }),
  }
  if (request.req.method === 'HEAD' || length === 0) return respondWithout(status, described)
  if (length > maxBytes) throw appError('FORBIDDEN', `Ask for a range of at most ${maxBytes} bytes of the base map.`)
  return request.body(archive.read(part.start, part.end), status, { ...headers, ...described })
}

/** The address with the version of the file never has other content; any other is checked each time. */
const getCaching = (request: MapRequest, archive: OpenArchive) =>
  request.req.query('v') === getArchiveVersion(archive) ? 'public, max-age=31536000, immutable' : 'no-cache'

const matches = (header: string | undefined, etag: string) =>
  header?.split(',').some((item) => item.trim() === '*' || item.trim().replace(/^W\//, '') === etag) ?? false
