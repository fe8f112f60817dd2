import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { minuteMs } from '@dooryard/contract/api/time'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher } from 'undici'

export type Outbound = {
  /** Sends requests; follows no redirects, and ignores the environment's proxies. */
  agent: Dispatcher
  /** Returns null where the URL may be called at present, and the refusal otherwise. */
  refusal: (url: string) => Promise<string | null>
  close: () => Promise<void>
}

type OutboundOptions = {
  allowPrivate: boolean
  resolve?: ResolveHost
  /** For the lookup, the connection and the handshake together. */
  connectTimeoutMs?: number
}

/** One message for every blocked target, so that it reveals nothing about this network. */
export const hostNotFoundMessage = 'This host was not found on the internet.'

const notHttpsMessage = 'The URL must begin with https://.'

/** Connects to the very addresses that were checked: a name may resolve differently the next time. */
export function createOutbound({ allowPrivate, resolve, connectTimeoutMs = 5000 }: OutboundOptions): Outbound {
  const ask = resolve ?? (allowPrivate ? resolveLocally : resolvePublicly)
  const isAllowed = allowPrivate ? (address: string) => !isMetadataAddress(address) : isPublicAddress
  const getAddresses = async (host: string) => {
    const addresses = isIP(host) ? [host] : await ask(host).catch(() => [])
    if (addresses.length === 0 || !addresses.every(isAllowed)) throw new Error(hostNotFoundMessage)
    return addresses
  }
  const connect = buildConnector({ allowH2: false, timeout: connectTimeoutMs, lookup: toLookup(getAddresses) })
  const agent = new Agent({
    allowH2: false,
    // Less than the five seconds after which many servers close an idle connection.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: minuteMs,
    connect: (options, done) => {
      // The URL may have been saved where private targets were allowed.
      if (!allowPrivate && options.protocol !== 'https:') return done(new Error(notHttpsMessage), null)
      // An IP address is connected to without a lookup.
      if (isIP(options.hostname) && !isAllowed(options.hostname)) return done(new Error(hostNotFoundMessage), null)
      connect(options, done)
    },
  })
  return {
    agent,
    refusal: async (url) => {
      const { protocol, hostname } = new URL(url)
      const host = hostname.replace(/^\[|\]$/g, '')
      // A developer saves names that do not resolve yet; each connection checks the target again.
      if (allowPrivate) return isIP(host) && !isAllowed(host) ? hostNotFoundMessage : null
      if (protocol !== 'https:') return notHttpsMessage
      return getAddresses(host).then(
        () => null,
        () => hostNotFoundMessage,
      )
    },
    close: () => agent.close(),
  }
}

const toLookup =
  (getAddresses: (host: string) => Promise<readonly string[]>): LookupFunction =>
  (host, { all }, done) => {
    getAddresses(host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (all || !first) done(null, found)
        else done(null, first.address, first.family)
      },
      (error) => done(error, []),
    )
  }

type ResolveHost = (name: string) => Promise<readonly string[]>

const resolveTimeoutMs = 5000

/**
 * Queries the name servers directly. The system's lookup would block one of the few threads of the process for as long
 * as a foreign name server takes, and knows names of this host alone.
 */
const resolvePublicly: ResolveHost = async (name) => {
  // A new resolver uses the servers that the host has now.
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const giveUp = setTimeout(() => resolver.cancel(), resolveTimeoutMs)
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  clearTimeout(giveUp)
  const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length === 0) throw new Error(`${name} has no address`)
  return found
}

/** Resolves like any other program on this host, and so finds its private names too. */
const resolveLocally: ResolveHost = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Cloud metadata addresses other than link-local ones: Azure, Alibaba, and Amazon over IPv6. */
const cloudMetadataAddresses = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254'])

/**
 * Whether an address serves a machine's own secrets, as cloud metadata services do. It has no other use, so it is
 * never called, even where private addresses are allowed.
 */
function isMetadataAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.process(text)
  return address.range() === 'linkLocal' || cloudMetadataAddresses.has(address.toString())
}

/**
 * Whether an address is a host on the internet: not this host, its network, cloud metadata, or a reserved range. IPv6
 * outside 2000::/3 is not, since nothing else is assigned; nor is any address that stands for an IPv4 address, mapped,
 * compatible or translated.
 */
export function isPublicAddress(text: string): boolean {
  // Strict parsing first: the library would accept octal and short forms, which other parsers read differently.
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (isMetadataAddress(text)) return false
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast))
}
