import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address and the number of its leading bits that count. */
export type AddressRange = [Address, number]

/** IPv4 spelled as IPv6 becomes IPv4. The parser takes hexadecimal and octal too, but nobody means them. */
const addressOf = (text: string): Address | null => (isIP(text) ? ipaddr.process(text) : null)

const bitsOf = (address: Address) => (address.kind() === 'ipv4' ? 32 : 128)

/** Reads an address or a range in CIDR notation; null when it is neither. */
export function addressRange(text: string): AddressRange | null {
  const [start = '', bits, ...rest] = text.split('/')
  const address = addressOf(start)
  if (!address || rest.length > 0) return null
  if (bits === undefined) return [address, bitsOf(address)]
  // Of IPv4 spelled as IPv6, the first 96 bits say only that.
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) - (isIP(start) === 6 ? 128 - bitsOf(address) : 0) : -1
  return length >= 0 && length <= bitsOf(address) ? [address, length] : null
}

const isWithin = (address: Address, ranges: readonly AddressRange[]) =>
  ranges.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits))

/**
 * Where a request comes from: the peer of its connection, or as long as that is a trusted proxy, whom it names as the
 * one before it in X-Forwarded-For. Anybody can write that header, so it is read from its end and only as far as
 * trusted proxies wrote it. What is no address ends the walk.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: readonly AddressRange[],
): string {
  let client = addressOf(peer)
  for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
    if (!client || !isWithin(client, trusted)) break
    const before = addressOf(hop.trim())
    if (!before) break
    client = before
  }
  return client?.toString() ?? ''
}

/** What limits count together: an IPv4 address, or the /64 of IPv6 that one customer is given at least (RFC 6177). */
export function addressUnit(ipAddress: string): string {
  const address = addressOf(ipAddress)
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : ipAddress
}
