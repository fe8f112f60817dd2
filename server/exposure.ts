import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type ExposingSetting = 'HOST' | 'PUBLIC_URL' | 'TRUSTED_PROXIES'

type Reach = { host: string; publicUrl?: string | undefined; hasTrustedProxies: boolean }

/** PUBLIC_URL and TRUSTED_PROXIES count since something in front passes its requests on; null where none exposes it. */
export function findExposure({ host, publicUrl, hasTrustedProxies }: Reach): ExposingSetting | null {
  if (!isLoopback(host)) return 'HOST'
  if (publicUrl !== undefined) return isLoopback(new URL(publicUrl).hostname) ? null : 'PUBLIC_URL'
  return hasTrustedProxies ? 'TRUSTED_PROXIES' : null
}

/** RFC 6761, 6.3, for names. A name that only the resolver could tell counts as another machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(bare)) return ipaddr.process(bare).range() === 'loopback'
  return /^(.+\.)?localhost\.?$/.test(bare)
}
