import { type Dispatcher, request } from 'undici'
import type { Outbound } from '../../outbound/outbound.ts'
import { unprocessable } from '../content/input-file.ts'
import type { Marker, OpenedLocation } from './opened-location.ts'
import { type DownloadLimits, defaultLimits, requireFile, temporary } from './require-file.ts'

export type UrlRequest = {
  url: string
  headers: Record<string, string>
  maxFileBytes: number
  signal?: AbortSignal
  limits?: DownloadLimits
  /** A host that is called although its address is private. */
  trusted?: TrustedHost
}
type TrustedHost = { origin: string; outbound: Outbound }

const maxRedirects = 5
const headersTimeoutMs = 60_000
/** Silence, not the whole download: a county's server can be slow. */
const bodyTimeoutMs = 120_000

/** Opens a file of the web; undefined where the server says that it has not changed. */
export async function openUrl(
  outbound: Outbound,
  { url, headers, maxFileBytes, signal, limits = defaultLimits, trusted }: UrlRequest,
  marker?: Marker,
): Promise<OpenedLocation | undefined> {
  const conditions = {
    ...(marker?.etag && { 'if-none-match': marker.etag }),
    ...(marker?.lastModified && { 'if-modified-since': marker.lastModified }),
  }
  const deadline = AbortSignal.timeout(limits.deadlineMs)
  const ends = signal ? AbortSignal.any([signal, deadline]) : deadline
  const sent = { signature: headers, conditions, signal: ends }
  const { response, finalUrl } = await follow({ outbound, trusted }, url, sent)
  const { statusCode, body } = response
  if (statusCode === 304) {
    await body.dump()
    return undefined
  }
  const { host } = new URL(finalUrl)
  if (statusCode !== 200) {
    await body.dump()
    throw describeStatus(statusCode, host)
  }
  const declared = Number(readHeader(response, 'content-length') ?? Number.NaN)
  if (declared > maxFileBytes) {
    // Destroying it before it is read raises an error on it.
    body.on('error', () => undefined).destroy()
    throw unprocessable(`The file of ${host} is larger than an import may be.`)
  }
  const found = { etag: readHeader(response, 'etag'), lastModified: readHeader(response, 'last-modified') }
  return {
    fileName: getFileName(readHeader(response, 'content-disposition'), finalUrl),
    marker: {
      ...(found.etag && { etag: found.etag }),
      ...(found.lastModified && { lastModified: found.lastModified }),
    },
    body: requireFile(body, { host, maxFileBytes, limits, deadline }),
  }
}

type Sent = Record<'signature' | 'conditions', Record<string, string>> & { signal: AbortSignal }
type Ways = { outbound: Outbound; trusted: TrustedHost | undefined }

/** Follows redirects, as counties' download links need; each connection is checked like the first. */
async function follow({ outbound, trusted }: Ways, url: string, { signature, conditions, signal }: Sent) {
  let current = url
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const { host, origin } = new URL(current)
    const way = trusted?.origin === origin ? trusted.outbound : outbound
    const refusal = await way.refusal(current)
    if (refusal) throw unprocessable(refusal)
    // A signature is for the host that it was made for.
    const signed = host === new URL(url).host ? signature : {}
    const response = await request(current, {
      dispatcher: way.agent,
      signal,
      headers: { 'user-agent': 'Dooryard-Refresh/1', accept: '*/*', ...conditions, ...signed },
      headersTimeout: headersTimeoutMs,
      bodyTimeout: bodyTimeoutMs,
    }).catch(() => {
      throw temporary(`${host} could not be reached. Try again later.`)
    })
    const next = response.statusCode >= 300 && response.statusCode !== 304 && readHeader(response, 'location')
    if (!next || response.statusCode >= 400) return { response, finalUrl: current }
    await response.body.dump()
    if (!URL.canParse(next, current)) throw unprocessable('The address leads to one that is not valid.')
    current = new URL(next, current).href
  }
  throw unprocessable(`The address is redirected more than ${maxRedirects} times: give the address of the file itself.`)
}

function readHeader({ headers }: Pick<Dispatcher.ResponseData, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

function describeStatus(status: number, host: string): Error {
  const answered = `${host} answered ${status}`
  if (status === 401 || status === 403)
    return unprocessable(`${answered}: the file needs a sign-in or a key. Give an address that works without one.`)
  if (status === 404 || status === 410)
    return unprocessable(`${answered}: the file is not there any more. Look up its new address on the county’s site.`)
  if (status === 408 || status === 429 || status >= 500) return temporary(`${answered}. Try again later.`)
  return unprocessable(`${answered} instead of sending the file.`)
}

function getFileName(disposition: string | undefined, url: string): string {
  const [, encoded] = /filename\*=utf-8''([^;]+)/i.exec(disposition ?? '') ?? []
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition ?? '') ?? []
  const named = (encoded && decode(encoded)) ?? plain ?? decode(new URL(url).pathname.split('/').at(-1) ?? '')
  return (
    named
      .replace(/[\p{Cc}/\\]/gu, '')
      .trim()
      .slice(-200) || 'download'
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
