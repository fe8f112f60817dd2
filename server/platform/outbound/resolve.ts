import { lookup, Resolver } from 'node:dns/promises'

/** The addresses of a name. Rejects where there is none. */
export type Resolve = (name: string) => Promise<readonly string[]>

const patienceMs = 5000

/**
 * Asks the name servers. Not by way of the system: that would keep one of the few threads of the process waiting for as
 * long as a stranger's name server pleases, and knows names that are of this host alone.
 */
export const resolvePublicly: Resolve = async (name) => {
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
export const resolveHere: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)
