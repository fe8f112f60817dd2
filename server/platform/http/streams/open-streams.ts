import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEndpoint, EndpointLimit } from '@dooryard/contract/api/endpoint'
import type { Role } from '@dooryard/contract/api/roles'
import { canCall } from '../access/authorize.ts'
import type { RateLimitCount } from '../limits/rate-limits.ts'

/** Behind a proxy, silence looks like a dead connection. */
const commentEveryMs = 15_000
/** Sign-out and deactivation end an open stream within five seconds, of which the answer may take one. */
const sessionCheckMs = 4_000
/** How long to wait for an answer from a busy database. */
const rolesTimeoutMs = 10_000
/** Maximum number of streams one session may have open in this process. The tabs of a browser share theirs. */
const streamLimit: EndpointLimit = { name: 'streams', per: 'account', times: 20, seconds: 900 }

export type GetSessionRoles = (sessionIds: string[]) => Promise<ReadonlyMap<string, Role>>

export type OpenStream = {
  endpoint: AnyEndpoint
  /** Omitted where anyone may read. */
  reader?: { sessionId: string; until: Date } | undefined
  getSessionRoles: GetSessionRoles
  comment: () => void
  end: (why: string, error?: unknown) => void
}

const trackersByRoles = new Map<GetSessionRoles, { streams: Set<OpenStream>; timers: NodeJS.Timeout[] }>()

const listOpenStreams = () => [...trackersByRoles.values()].flatMap(({ streams }) => [...streams])

/**
 * Returns the exceeded limit if a session may not open another stream. It ends at the latest when one of its tokens
 * expires.
 */
export function checkStreamLimit(sessionId: string): RateLimitCount | undefined {
  const ends = listOpenStreams().flatMap(({ reader }) =>
    reader?.sessionId === sessionId ? reader.until.getTime() : [],
  )
  if (ends.length < streamLimit.times) return undefined
  return {
    limit: streamLimit,
    left: 0,
    endsAt: Math.min(...ends),
    isOver: true,
    refundRateLimit: async () => undefined,
  }
}

export const countStreams = () => listOpenStreams().length

/** Tracks a stream until the returned function is called, which returns whether it was still tracked. */
export function trackStream(stream: OpenStream, everyMs = sessionCheckMs): () => boolean {
  const { getSessionRoles } = stream
  const { streams, timers } = trackersByRoles.get(getSessionRoles) ?? startTracking(getSessionRoles, everyMs)
  streams.add(stream)
  return () => {
    const wasOpen = streams.delete(stream)
    if (wasOpen && streams.size === 0) {
      trackersByRoles.delete(getSessionRoles)
      for (const timer of timers) clearInterval(timer)
    }
    return wasOpen
  }
}

function startTracking(getSessionRoles: GetSessionRoles, everyMs: number) {
  const streams = new Set<OpenStream>()
  let isChecking = false
  const checkSessions = async () => {
    if (isChecking) return
    isChecking = true
    await endUnauthorizedStreams(getSessionRoles, streams).finally(() => {
      isChecking = false
    })
  }
  const comment = () => {
    for (const stream of streams) stream.comment()
  }
  const portal = { streams, timers: [setInterval(checkSessions, everyMs), setInterval(comment, commentEveryMs)] }
  trackersByRoles.set(getSessionRoles, portal)
  return portal
}

/** Ends every open stream: a closing server waits for its connections, and a stream never ends by itself. */
export const endStreams = () => {
  for (const { end } of listOpenStreams()) end('the server is closing')
}

/** One query for all sessions, so its cost does not grow with their number. */
async function endUnauthorizedStreams(getSessionRoles: GetSessionRoles, open: ReadonlySet<OpenStream>) {
  const now = Date.now()
  for (const { reader, end } of open) if (reader && reader.until.getTime() <= now) end('its token has ended')
  const streams = [...open]
  const sessionIds = [...new Set(streams.flatMap(({ reader }) => reader?.sessionId ?? []))]
  if (sessionIds.length === 0) return
  try {
    const roles = await Promise.race([getRolesWithRetry(getSessionRoles, sessionIds), rejectAfterTimeout()])
    for (const { endpoint, reader, end } of streams)
      if (reader && !canCall(endpoint, roles.get(reader.sessionId))) end('its session may not read it any more')
  } catch (error) {
    for (const { reader, end } of streams) if (reader) end('nobody could say whether its session stands', error)
  }
}

/** A pool may hand out a connection that has just died. */
const getRolesWithRetry = (getSessionRoles: GetSessionRoles, sessionIds: string[]) =>
  getSessionRoles(sessionIds).catch(() => getSessionRoles(sessionIds))

/** A query that never answers would leave every stream open to users who have signed out. */
async function rejectAfterTimeout(): Promise<never> {
  await sleep(rolesTimeoutMs, undefined, { ref: false })
  throw new Error(`no answer within ${rolesTimeoutMs} ms`)
}
