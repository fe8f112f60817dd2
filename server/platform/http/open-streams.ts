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

/** The sessions among these that still stand, with the roles of their users. */
export type RolesOf = (sessionIds: string[]) => Promise<ReadonlyMap<string, Role>>

export type OpenStream = {
  endpoint: AnyEndpoint
  /** Left out where anyone may read. */
  reader?: { sessionId: string; until: Date } | undefined
  rolesOf: RolesOf
  comment: () => void
  end: (why: string, error?: unknown) => void
}

const open = new Set<OpenStream>()
let timers: NodeJS.Timeout[] = []
let isLooking = false

/** The limit that stands against one more stream of a session. It passes at the latest when a token of theirs ends. */
export function overMost(sessionId: string): Count | undefined {
  const ends = [...open].flatMap(({ reader }) => (reader?.sessionId === sessionId ? reader.until.getTime() : []))
  if (ends.length < most.times) return undefined
  return { limit: most, left: 0, endsAt: Math.min(...ends), isOver: true, giveBack: async () => undefined }
}

/** How many streams are open in this process. */
export const countStreams = () => open.size

/** Looks after a stream until the returned function is called, which says whether it still was. */
export function keepOpen(stream: OpenStream): () => boolean {
  if (open.size === 0) timers = [setInterval(look, lookEveryMs), setInterval(comment, commentEveryMs)]
  open.add(stream)
  return () => {
    const wasOpen = open.delete(stream)
    if (open.size === 0) for (const timer of timers) clearInterval(timer)
    return wasOpen
  }
}

/** Ends every open stream: a server that closes waits for its connections, and a stream never ends by itself. */
export const endStreams = () => {
  for (const { end } of open) end('the server is closing')
}

const comment = () => {
  for (const stream of open) stream.comment()
}

/** Ends the streams that may not go on. What that costs the database does not grow with their number. */
async function look() {
  if (isLooking) return
  isLooking = true
  try {
    const now = Date.now()
    for (const { reader, end } of open) if (reader && reader.until.getTime() <= now) end('its token has ended')
    const byPortal = Map.groupBy(open, ({ rolesOf }) => rolesOf)
    await Promise.all([...byPortal].map(([rolesOf, streams]) => judge(rolesOf, streams)))
  } finally {
    isLooking = false
  }
}

async function judge(rolesOf: RolesOf, streams: OpenStream[]) {
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
