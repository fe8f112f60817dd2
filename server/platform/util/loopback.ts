import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** RFC 6761, 6.3, for names. A name that only the resolver could identify counts as another machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(bare)) return ipaddr.process(bare).range() === 'loopback'
  return /^(.+\.)?localhost\.?$/.test(bare)
}
