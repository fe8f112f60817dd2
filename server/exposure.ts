import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type ExposingSetting = 'HOST' | 'PUBLIC_URL' | 'TRUSTED_PROXIES'

type Reach = { host: string; publicUrl?: string | undefined; hasTrustedProxies: boolean }

/**
 * Says which setting lets other machines reach the portal; null where it answers this machine alone. HOST counts unless
 * it is a loopback address. So does a PUBLIC_URL of another host, as something in front then passes its requests on, and
 * TRUSTED_PROXIES for the same reason, unless PUBLIC_URL is given and says that browsers come from this machine.
 */
export function findExposure({ host, publicUrl, hasTrustedProxies }: Reach): ExposingSetting | null {
  if (!isLoopback(host)) return 'HOST'
  if (publicUrl !== undefined) return isLoopback(new URL(publicUrl).hostname) ? null : 'PUBLIC_URL'
  return hasTrustedProxies ? 'TRUSTED_PROXIES' : null
}

/**
 * Whether a host is this machine: 127.0.0.0/8, ::1, `localhost` and names under it (RFC 6761, 6.3). A name that only the
 * resolver could tell counts as another machine.
 */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(bare)) return ipaddr.process(bare).range() === 'loopback'
  return /^(.+\.)?localhost\.?$/.test(bare)
}
