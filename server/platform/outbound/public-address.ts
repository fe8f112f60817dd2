import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Where clouds answer each of their machines, beside link-local addresses: Azure, Alibaba, and Amazon over IPv6. */
const ofClouds = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254'])

/**
 * Whether a machine is told its own secrets at an address, as its cloud's metadata are. Nothing else that one would call is
 * there, so it is called by nobody, not even where private addresses are.
 */
export function isMetadataAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.process(text)
  return address.range() === 'linkLocal' || ofClouds.has(address.toString())
}

/**
 * Whether an address is of a host on the internet: not of this host, its network, a cloud's metadata, nor of a range kept
 * for something else. IPv6 beyond 2000::/3 is none, as nothing else is given out; so neither is any that stands for an
 * IPv4 address, be it mapped, compatible or translated.
 */
export function isPublicAddress(text: string): boolean {
  // The strict reading first: the library would take octal and short spellings for what they may not mean elsewhere.
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (isMetadataAddress(text)) return false
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast))
}
