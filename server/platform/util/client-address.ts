import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** An address and the number of its significant leading bits. */
export type AddressRange = [IpAddress, number]

/** IPv4-mapped IPv6 becomes IPv4. The parser also accepts hexadecimal and octal, which is never intended. */
const parseAddress = (text: string): IpAddress | null => (isIP(text) ? ipaddr.process(text) : null)

const getAddressBits = (address: IpAddress) => (address.kind() === 'ipv4' ? 32 : 128)

/** Parses an address or a range in CIDR notation; returns null when it is neither. */
export function parseAddressRange(text: string): AddressRange | null {
  const [start = '', bits, ...rest] = text.split('/')
  const address = parseAddress(start)
  if (!address || rest.length > 0) return null
  if (bits === undefined) return [address, getAddressBits(address)]
  // In an IPv4-mapped IPv6 address, the first 96 bits are the mapping prefix.
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) - (isIP(start) === 6 ? 128 - getAddressBits(address) : 0) : -1
  return length >= 0 && length <= getAddressBits(address) ? [address, length] : null
}

/**
 * One spelling for each address and range: the bits behind the prefix are zero, and a range of one address is that
 * address. Returns null for a text that is neither.
 */
export function formatAddressRange(text: string): string | null {
  const range = parseAddressRange(text)
  if (!range) return null
  const [address, bits] = range
  if (bits === getAddressBits(address)) return address.toString()
  const cidr = `${address.toString()}/${bits}`
  const start =
    address instanceof ipaddr.IPv6 ? ipaddr.IPv6.networkAddressFromCIDR(cidr) : ipaddr.IPv4.networkAddressFromCIDR(cidr)
  return `${start.toString()}/${bits}`
}

const isWithin = (address: IpAddress, ranges: readonly AddressRange[]) =>
  ranges.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits))

/** Whether an address is in one of these ranges, which `formatAddressRange` wrote. An unknown address is in none. */
export function isAddressAllowed(ipAddress: string, allowed: readonly string[]): boolean {
  const address = parseAddress(ipAddress)
  const ranges = allowed.map(parseAddressRange).filter((range) => range !== null)
  return address !== null && isWithin(address, ranges)
}

/**
 * Returns where a request comes from: the peer of its connection or, while that is a trusted proxy, the address before
 * it in X-Forwarded-For. Any client can write that header, so it is read from its end and only as far as trusted
 * proxies wrote it. An invalid address ends the walk.
 */
export function getClientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: readonly AddressRange[],
): string {
  let client = parseAddress(peer)
  for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
    if (!client || !isWithin(client, trusted)) break
    const before = parseAddress(hop.trim())
    if (!before) break
    client = before
  }
  return client?.toString() ?? ''
}

/**
 * The unit of rate limits by address: an IPv4 address, or the /64 of IPv6 that a customer is given at least (RFC
 * 6177).
 */
export function toAddressBlock(ipAddress: string): string {
  const address = parseAddress(ipAddress)
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : ipAddress
}
