import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { minuteMs } from '@dooryard/contract/time'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher } from 'undici'

export type Outbound = {
  /** Sends requests; follows no redirect, and no proxy of the environment. */
  agent: Dispatcher
  /** Null where the URL will be called, as things stand. */
  refusal: (url: string) => Promise<string | null>
  close: () => Promise<void>
}

type Options = {
  allowPrivate: boolean
  resolve?: Resolve
  /** For finding the address, connecting and the handshake together. */
  connectTimeoutMs?: number
}

/** Said of whatever is not called, whatever is there: it tells nothing of the network that this runs in. */
export const notOnTheInternet = 'This host was not found on the internet.'

const notEncrypted = 'The URL must begin with https://.'

/** Connects to the very addresses that were looked at: a name may say something else the next time. */
export function createOutbound({ allowPrivate, resolve, connectTimeoutMs = 5000 }: Options): Outbound {
  const ask = resolve ?? (allowPrivate ? resolveHere : resolvePublicly)
  const isAllowed = allowPrivate ? (address: string) => !isMetadataAddress(address) : isPublicAddress
  const addressesOf = async (host: string) => {
    const addresses = isIP(host) ? [host] : await ask(host).catch(() => [])
    if (addresses.length === 0 || !addresses.every(isAllowed)) throw new Error(notOnTheInternet)
    return addresses
  }
  const connect = buildConnector({ allowH2: false, timeout: connectTimeoutMs, lookup: lookupOf(addressesOf) })
  const agent = new Agent({
    allowH2: false,
    // Less than the five seconds after which many servers close what is idle.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: minuteMs,
    connect: (options, done) => {
      // It may have been saved where that was allowed.
      if (!allowPrivate && options.protocol !== 'https:') return done(new Error(notEncrypted), null)
      // An address is connected to without being looked up.
      if (isIP(options.hostname) && !isAllowed(options.hostname)) return done(new Error(notOnTheInternet), null)
      connect(options, done)
    },
  })
  return {
    agent,
    refusal: async (url) => {
      const { protocol, hostname } = new URL(url)
      const host = hostname.replace(/^\[|\]$/g, '')
      // A developer saves names that are not there yet; what they lead to is looked at by each connection.
      if (allowPrivate) return isIP(host) && !isAllowed(host) ? notOnTheInternet : null
      if (protocol !== 'https:') return notEncrypted
      return addressesOf(host).then(
        () => null,
        () => notOnTheInternet,
      )
    },
    close: () => agent.close(),
  }
}

const lookupOf =
  (addressesOf: (host: string) => Promise<readonly string[]>): LookupFunction =>
  (host, { all }, done) => {
    addressesOf(host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (all || !first) done(null, found)
        else done(null, first.address, first.family)
      },
      (error) => done(error, []),
    )
  }

type Resolve = (name: string) => Promise<readonly string[]>

const patienceMs = 5000

/**
 * Asks the name servers. Not by way of the system: that would keep one of the few threads of the process waiting for as
 * long as a stranger's name server pleases, and knows names that are of this host alone.
 */
const resolvePublicly: Resolve = async (name) => {
  // One of its own goes by the servers that the host has now.
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const giveUp = setTimeout(() => resolver.cancel(), patienceMs)
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  clearTimeout(giveUp)
  const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length === 0) throw new Error(`${name} has no address`)
  return found
}

/** Asks as any other program of this host does, and so finds its private names too. */
const resolveHere: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Where clouds answer each of their machines, beside link-local addresses: Azure, Alibaba, and Amazon over IPv6. */
const ofClouds = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254'])

/**
 * Whether a machine is told its own secrets at an address, as its cloud's metadata are. Nothing else that one would call is
 * there, so it is called by nobody, not even where private addresses are.
 */
function isMetadataAddress(text: string): boolean {
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
