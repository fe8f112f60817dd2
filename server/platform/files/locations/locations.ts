import { createOutbound, type Outbound } from '../../outbound/outbound.ts'
import { openFolderFile } from './import-folder.ts'
import type { Marker, OpenedLocation } from './opened-location.ts'
import type { DownloadLimits } from './require-file.ts'
import { buildS3Request, parseS3Location } from './s3.ts'
import { openUrl } from './url.ts'

export type LocationServices = {
  outbound: Outbound
  /** The only folder of which locations can name files. */
  importDir: string
  maxFileBytes: number
  now: () => Date
  /** Ends a download when it aborts. */
  signal?: AbortSignal
  /** Of time; for tests. */
  limits?: DownloadLimits
  /** Of the AWS variables, where an S3 location needs them; those of the process by default. */
  env?: Readonly<Record<string, string | undefined>>
}

const maxStars = 3

const isUrl = (location: string) => /^https?:\/\//i.test(location)
const isS3 = (location: string) => /^s3:\/\//i.test(location)
const isOtherUrl = (location: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(location)

/**
 * Opens the file of a location: an http(s) URL, an s3:// object or the newest file that matches a path below the import
 * folder. Returns undefined where the marker of the last time tells that it is unchanged. Throws UNPROCESSABLE, with
 * what to do, where a retry would not help, and UNAVAILABLE where it may.
 */
export async function openLocation(
  services: LocationServices,
  location: string,
  marker?: Marker,
): Promise<OpenedLocation | undefined> {
  const { outbound, maxFileBytes, importDir, signal, limits } = services
  const download = { maxFileBytes, ...(signal && { signal }), ...(limits && { limits }) }
  if (isUrl(location)) return openUrl(outbound, { url: location, headers: {}, ...download }, marker)
  if (isS3(location)) {
    const { endpoint, ...request } = buildS3Request(location, services.env ?? process.env, services.now())
    if (!endpoint) return openUrl(outbound, { ...request, ...download }, marker)
    return withOperatorsHost((trusted) =>
      openUrl(outbound, { ...request, ...download, trusted: { origin: endpoint, outbound: trusted } }, marker),
    )
  }
  return openFolderFile(importDir, location, maxFileBytes, marker)
}

/**
 * The operator may name a store in its own network, which no other location reaches. The connections are
 * closed after the file.
 */
async function withOperatorsHost(
  open: (trusted: Outbound) => Promise<OpenedLocation | undefined>,
): Promise<OpenedLocation | undefined> {
  const trusted = createOutbound({ allowPrivate: true })
  try {
    const opened = await open(trusted)
    if (!opened) await trusted.close()
    return opened && { ...opened, body: closeAfter(opened.body, trusted) }
  } catch (error) {
    await trusted.close()
    throw error
  }
}

async function* closeAfter(body: OpenedLocation['body'], trusted: Outbound) {
  try {
    yield* body
  } finally {
    await trusted.close()
  }
}

/** Returns why a location cannot be used, before anything is read from it; null where it can be. */
export async function findLocationRefusal(
  { outbound, env = process.env }: Pick<LocationServices, 'outbound' | 'env'>,
  location: string,
): Promise<string | null> {
  if (isUrl(location)) return URL.canParse(location) ? outbound.refusal(location) : 'This is not a valid URL.'
  if (isS3(location)) return parseS3Location(location, env).refusal ?? null
  if (isOtherUrl(location)) return 'Give an https:// URL, an s3:// object, or a file below the import folder.'
  const parts = location.split(/[/\\]/)
  if (/^([/\\]|[a-z]:)/i.test(location) || parts.includes('..') || parts.includes(''))
    return 'Give the path of a file below the import folder, such as davidson/parcels-*.csv.'
  if (parts.slice(0, -1).some((part) => part.includes('*'))) return 'Use * in the name of the file only.'
  if (location.split('*').length > maxStars + 1) return 'Use * at most three times.'
  return null
}

/** A location for logs and the audit log: the query of a URL may hold a key. */
export function hideQuery(location: string): string {
  if (!isUrl(location) || !URL.canParse(location)) return location
  const { origin, pathname, search } = new URL(location)
  return `${origin}${pathname}${search && '?…'}`
}
