import type { Role } from '@dooryard/contract/roles'
import type { ClickHouse } from './clickhouse/client.ts'
import type { Clock } from './clock.ts'
import { appError } from './errors.ts'
import type { Files } from './files.ts'
import type { Log } from './log.ts'
import type { Db } from './postgres/database.ts'
import type { Secrets } from './secrets.ts'

/** What every use case may reach. Made once by the composition root. */
export type Services = {
  db: Db
  clickhouse: ClickHouse
  files: Files
  secrets: Secrets
  clock: Clock
  log: Log
  /** Where browsers reach the portal, for the links in mails; without a slash at its end. */
  publicUrl: string
}

/** Who is behind a request. */
export type Actor = {
  userId: string
  role: Role
  /** The session of a person; of a program the id of its API key, which is as good for what is told apart by it. */
  sessionId: string
  /** The API key that a program came with. */
  apiKeyId?: string
  /** The administrator who acts as the user, and why. */
  impersonator?: { userId: string; reason: string }
}

/** Where a request comes from. */
export type Caller = { ipAddress: string; userAgent: string }

/** One request of somebody who need not be signed in. */
export type PublicContext = Services & {
  requestId: string
  caller: Caller
  /** Aborts when whoever asked has gone. */
  signal: AbortSignal
}

/** One request on somebody's behalf. */
export type Context = PublicContext & { actor: Actor }

/** Whose things a use case reads: those of one user, or everybody's. */
export type Scope = { userId: string } | 'ALL'

/** The actor's own things. */
export const ownScope = ({ actor }: Pick<Context, 'actor'>): Scope => ({ userId: actor.userId })

/** Everybody's things. FORBIDDEN but for administrators, whatever access the contract gave the call. */
export function adminScope({ actor }: Pick<Context, 'actor'>): Scope {
  if (actor.role !== 'SUPER_ADMIN') throw appError('FORBIDDEN', 'Your account is not allowed to do this.')
  return 'ALL'
}
