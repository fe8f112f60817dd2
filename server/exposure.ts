import { isLoopback } from './platform/util/loopback.ts'

export type ExposingSetting = 'HOST' | 'PUBLIC_URL' | 'TRUSTED_PROXIES'

type NetworkSettings = { host: string; publicUrl?: string | undefined; hasTrustedProxies: boolean }

/**
 * PUBLIC_URL and TRUSTED_PROXIES count, since a proxy in front passes its requests on. Returns null where no setting
 * exposes the portal.
 */
export function findExposure({ host, publicUrl, hasTrustedProxies }: NetworkSettings): ExposingSetting | null {
  if (!isLoopback(host)) return 'HOST'
  if (publicUrl !== undefined) return isLoopback(new URL(publicUrl).hostname) ? null : 'PUBLIC_URL'
  return hasTrustedProxies ? 'TRUSTED_PROXIES' : null
}
