import type { Role } from '@dooryard/contract/roles'
import type { Transaction } from 'kysely'
import type { ClickHouse } from './clickhouse/client.ts'
import type { Clock } from './clock.ts'
import { appError } from './errors.ts'
import type { Files } from './files.ts'
import type { Log } from './log.ts'
import type { DB, Db } from './postgres/database.ts'
import type { Secrets } from './secrets.ts'

export type Services = {
  db: Db
  clickhouse: ClickHouse
  files: Files
  secrets: Secrets
  clock: Clock
  log: Log
  /** Without a slash at its end. */
  publicUrl: string
}

/** What reads and writes both stores. */
export type Stores = Pick<Services, 'db' | 'clickhouse' | 'clock'>

export type Actor = {
  userId: string
  role: Role
  /** Of a program the id of its API key. */
  sessionId: string
  apiKeyId?: string
  /** The administrator who acts as the user, and why. */
  impersonator?: { userId: string; reason: string }
}

export type Caller = { ipAddress: string; userAgent: string }

export type PublicContext = Services & {
  requestId: string
  caller: Caller
  /** Aborts when whoever asked has gone. */
  signal: AbortSignal
}

export type Context = PublicContext & { actor: Actor }

/** A context whose database is a transaction. */
export type TransactionContext = Omit<Context, 'db'> & { db: Transaction<DB> }

export type Scope = { userId: string } | 'ALL'

export const ownScope = ({ actor }: Pick<Context, 'actor'>): Scope => ({ userId: actor.userId })

/** FORBIDDEN but for administrators, whatever access the contract gave the call. */
export function adminScope({ actor }: Pick<Context, 'actor'>): Scope {
  if (actor.role !== 'SUPER_ADMIN') throw appError('FORBIDDEN', 'Your account is not allowed to do this.')
  return 'ALL'
}
