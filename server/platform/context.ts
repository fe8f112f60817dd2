import type { Role } from '@dooryard/contract/api/roles'
import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import type { Transaction } from 'kysely'
import type { ClickHouse } from './clickhouse/client.ts'
import type { Secrets } from './crypto/secrets.ts'
import { appError } from './errors/app-error.ts'
import type { Files } from './files/disk-files.ts'
import type { Log } from './log.ts'
import type { DB, Db } from './postgres/database.ts'
import type { Clock } from './util/clock.ts'

export type Services = {
  db: Db
  clickhouse: ClickHouse
  files: Files
  secrets: Secrets
  clock: Clock
  log: Log
  /** Without a trailing slash. */
  publicUrl: string
  /** Further origins under which browsers reach the portal. */
  publicAliases?: readonly string[]
}

/** Dependencies for reading and writing both stores. */
export type StoreDeps = Pick<Services, 'db' | 'clickhouse' | 'clock'>

export type Actor = {
  userId: string
  role: Role
  /** For an API client, the id of its API key. */
  sessionId: string
  apiKeyId?: string
  /** The API key is a test key, which never spends credits. */
  isTest?: true
  /** The administrator who impersonates the user, and why. */
  impersonator?: { userId: string; reason: string }
  /** Of a person in a session of their own. */
  secondFactor?: SecondFactorStatus
}

export type SecondFactorStatus = {
  /** Empty without a second factor. */
  methods: readonly SecondFactorMethod[]
  /** When the person last proved who they are, at sign-in or since. */
  confirmedAt: Date
  /** The role requires a second factor that the person does not have yet. */
  mustSetUp: boolean
}

export type Caller = { ipAddress: string; userAgent: string }

export type PublicContext = Services & {
  requestId: string
  caller: Caller
  /**
   * The portal's address as the caller's browser knows it, without a trailing slash; PUBLIC_URL unless it is another of
   * its own.
   */
  portalAddress?: string
  /** Aborts when the caller has gone. */
  signal: AbortSignal
  /** Names a browser that is not asked for a second factor: kept in a cookie. */
  device?: { token: string | undefined; remember: (token: string, until: Date) => void }
  /** The user of a call that is open to anyone and recognizes users. */
  actor?: Actor
}

export type Context = PublicContext & { actor: Actor }

/** A context whose database is a transaction. */
export type TransactionContext = Omit<Context, 'db'> & { db: Transaction<DB> }

export type Scope = { userId: string } | 'ALL'

export const ownScope = ({ actor }: Pick<Context, 'actor'>): Scope => ({ userId: actor.userId })

/** FORBIDDEN for everyone but administrators, whatever access the contract gives the call. */
export function adminScope({ actor }: Pick<Context, 'actor'>): Scope {
  if (actor.role !== 'SUPER_ADMIN') throw appError('FORBIDDEN', 'Your account is not allowed to do this.')
  return 'ALL'
}
