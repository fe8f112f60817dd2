import type { AuditAction } from '@dooryard/contract/admin/audit-log'
import type { Actor, Caller } from './context.ts'
import type { Db } from './postgres/database.ts'

/** Without a request, an entry has no actor unless it names one. */
type AuditContext = { db: Db; clock: { now: () => Date }; requestId?: string; caller?: Caller; actor?: Actor }

type AuditDetails = Readonly<Record<string, unknown>>

export type NewAuditEntry = {
  action: AuditAction
  actorId?: string
  onBehalfOfId?: string
  object?: { type: string; id: string }
  /** Only what changed, and never a secret. */
  before?: AuditDetails
  after?: AuditDetails
  /** Defaults to the impersonation reason while an administrator acts as a user. */
  reason?: string
}

const secretNamePattern = /password|token|secret|code|hash/i

/**
 * Call it last: entries form one chain, so no other entry can be added until the commit. An impersonator is the actor.
 */
export async function audit(ctx: AuditContext, entry: NewAuditEntry): Promise<void> {
  const { actor, caller } = ctx
  rejectSecrets(entry.before)
  rejectSecrets(entry.after)
  await ctx.db
    .insertInto('auditLog')
    .values({
      // The chain's trigger sets these three columns.
      id: 0,
      previousHash: Buffer.alloc(0),
      hash: Buffer.alloc(0),
      at: ctx.clock.now(),
      action: entry.action,
      actorId: entry.actorId ?? actor?.impersonator?.userId ?? actor?.userId ?? null,
      onBehalfOfId: entry.onBehalfOfId ?? (actor?.impersonator ? actor.userId : null),
      objectType: entry.object?.type ?? null,
      objectId: entry.object?.id ?? null,
      before: toJson(entry.before),
      after: toJson(entry.after),
      reason: entry.reason ?? actor?.impersonator?.reason ?? null,
      requestId: ctx.requestId ?? null,
      ipAddress: caller?.ipAddress ?? null,
    })
    .execute()
}

function rejectSecrets(facts: unknown): void {
  if (typeof facts !== 'object' || facts === null) return
  for (const [name, inner] of Object.entries(facts)) {
    if (secretNamePattern.test(name)) throw new Error(`The audit log takes no ${name}.`)
    rejectSecrets(inner)
  }
}

const toJson = (facts: AuditDetails | undefined) => (facts ? JSON.stringify(facts) : null)
