import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEndpoint, Limit } from '@dooryard/contract/endpoint'
import type { Role } from '@dooryard/contract/roles'
import { mayCall } from './authorise.ts'
import type { Count } from './limits.ts'

/** Behind a proxy, silence looks like a dead connection. */
const commentEveryMs = 15_000
/** Sign-out and deactivation end an open stream within five seconds, of which the answer may take one. */
const lookEveryMs = 4_000
/** How long an answer is waited for where the database is busy. */
const patienceMs = 10_000
/** How many streams one session may have open in this process. The tabs of a browser share theirs. */
const most: Limit = { name: 'streams', per: 'account', times: 20, seconds: 900 }

export type RolesOf = (sessionIds: string[]) => Promise<ReadonlyMap<string, Role>>

export type OpenStream = {
  endpoint: AnyEndpoint
  /** Left out where anyone may read. */
  reader?: { sessionId: string; until: Date } | undefined
  rolesOf: RolesOf
  comment: () => void
  end: (why: string, error?: unknown) => void
}

const portals = new Map<RolesOf, { streams: Set<OpenStream>; timers: NodeJS.Timeout[] }>()

const allOpen = () => [...portals.values()].flatMap(({ streams }) => [...streams])

/** The limit that stands against one more stream of a session. It passes at the latest when a token of theirs ends. */
export function overMost(sessionId: string): Count | undefined {
  const ends = allOpen().flatMap(({ reader }) => (reader?.sessionId === sessionId ? reader.until.getTime() : []))
  if (ends.length < most.times) return undefined
  return { limit: most, left: 0, endsAt: Math.min(...ends), isOver: true, giveBack: async () => undefined }
}

export const countStreams = () => allOpen().length

/** Until the returned function is called, which says whether the stream was still looked after. */
export function keepOpen(stream: OpenStream, everyMs = lookEveryMs): () => boolean {
  const { rolesOf } = stream
  const { streams, timers } = portals.get(rolesOf) ?? begin(rolesOf, everyMs)
  streams.add(stream)
  return () => {
    const wasOpen = streams.delete(stream)
    if (wasOpen && streams.size === 0) {
      portals.delete(rolesOf)
      for (const timer of timers) clearInterval(timer)
    }
    return wasOpen
  }
}

function begin(rolesOf: RolesOf, everyMs: number) {
  const streams = new Set<OpenStream>()
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    await judge(rolesOf, streams).finally(() => {
      isLooking = false
    })
  }
  const comment = () => {
    for (const stream of streams) stream.comment()
  }
  const portal = { streams, timers: [setInterval(look, everyMs), setInterval(comment, commentEveryMs)] }
  portals.set(rolesOf, portal)
  return portal
}

/** Ends every open stream: a server that closes waits for its connections, and a stream never ends by itself. */
export const endStreams = () => {
  for (const { end } of allOpen()) end('the server is closing')
}

/** What that costs the database does not grow with their number. */
async function judge(rolesOf: RolesOf, open: ReadonlySet<OpenStream>) {
  const now = Date.now()
  for (const { reader, end } of open) if (reader && reader.until.getTime() <= now) end('its token has ended')
  const streams = [...open]
  const sessionIds = [...new Set(streams.flatMap(({ reader }) => reader?.sessionId ?? []))]
  if (sessionIds.length === 0) return
  try {
    const roles = await Promise.race([askTwice(rolesOf, sessionIds), silence()])
    for (const { endpoint, reader, end } of streams)
      if (reader && !mayCall(endpoint, roles.get(reader.sessionId))) end('its session may not read it any more')
  } catch (error) {
    for (const { reader, end } of streams) if (reader) end('nobody could say whether its session stands', error)
  }
}

/** A pool may hand out a connection that has just died. */
const askTwice = (rolesOf: RolesOf, sessionIds: string[]) => rolesOf(sessionIds).catch(() => rolesOf(sessionIds))

/** A question that is never answered would leave every stream open to whoever has signed out. */
async function silence(): Promise<never> {
  await sleep(patienceMs, undefined, { ref: false })
  throw new Error(`no answer within ${patienceMs} ms`)
}
