import { appError } from '../../../../../platform/errors/app-error.ts'
import { buildS3Request } from '../../../../../platform/files/locations/s3.ts'
import type { ArchiveSource, ByteRange } from './archive.ts'

const timeoutMs = 15_000

const formatRange = (range: ByteRange) =>
  'last' in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end ?? ''}`

/** The request for an http(s) URL, or for an object of S3 like s3://bucket/key, signed. */
function buildRequest(location: string, now: Date): { url: string; headers: Record<string, string> } {
  return location.startsWith('s3:') ? buildS3Request(location, process.env, now) : { url: location, headers: {} }
}

/** A strong entity tag for the file that a server describes; a weak or missing one is made from what else it says. */
function getEtag({ headers }: Response, size: number): string {
  const etag = headers.get('etag')
  if (etag?.startsWith('"')) return etag
  return `"${[etag, headers.get('last-modified'), size].join(' ').replace(/[^\w.: -]/g, '')}"`
}

/**
 * A file of another server. It is the portal that asks it, so that the server does not learn where a user looks.
 * Without a range, only the beginning is read, for the size of the file and its version.
 */
export const remoteArchive =
  (location: string, now: () => Date): ArchiveSource =>
  async (wanted = { start: 0, end: 0 }) => {
    const { url, headers } = buildRequest(location, now())
    const response = await fetch(url, {
      headers: { ...headers, range: formatRange(wanted), 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw unavailableMap(error)
    })
    const [, total] = /^bytes .*\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
    const hasRange = response.status === 206 && response.body && total
    if (!hasRange) await response.body?.cancel()
    if (response.status === 404) return null
    const size = Number(total)
    const close = async () => void (await response.body?.cancel())
    const empty = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })
    if (response.status === 416 && total)
      return { etag: getEtag(response, size), size, read: () => empty, close: async () => undefined }
    const { body } = response
    if (!hasRange || !body) throw unavailableMap(new Error(`Its server answered with the status ${response.status}.`))
    return { etag: getEtag(response, size), size, read: () => body, close }
  }

const unavailableMap = (cause: unknown) =>
  Object.assign(appError('UNAVAILABLE', 'The base map cannot be read at present. Try again later.'), { cause })
