import type { AuditAction } from '@dooryard/contract/audit-log'
import type { Actor, Caller } from './context.ts'
import type { Db } from './postgres/database.ts'

/** Without a request nobody is the actor unless the entry names one. */
type AuditContext = { db: Db; clock: { now: () => Date }; requestId?: string; caller?: Caller; actor?: Actor }

type Facts = Readonly<Record<string, unknown>>

export type NewAuditEntry = {
  action: AuditAction
  actorId?: string
  onBehalfOfId?: string
  object?: { type: string; id: string }
  /** Only what changed, and never a secret. */
  before?: Facts
  after?: Facts
  /** While somebody acts as a user it is theirs, unless said. */
  reason?: string
}

const secretName = /password|token|secret|code|hash/i

/** Call it last: entries form one chain, so until the commit nobody else can add one. Impersonators are the actors. */
export async function audit(ctx: AuditContext, entry: NewAuditEntry): Promise<void> {
  const { actor, caller } = ctx
  refuseSecrets(entry.before)
  refuseSecrets(entry.after)
  await ctx.db
    .insertInto('auditLog')
    .values({
      // The chain's trigger sets these three.
      id: 0,
      previousHash: Buffer.alloc(0),
      hash: Buffer.alloc(0),
      at: ctx.clock.now(),
      action: entry.action,
      actorId: entry.actorId ?? actor?.impersonator?.userId ?? actor?.userId ?? null,
      onBehalfOfId: entry.onBehalfOfId ?? (actor?.impersonator ? actor.userId : null),
      objectType: entry.object?.type ?? null,
      objectId: entry.object?.id ?? null,
      before: json(entry.before),
      after: json(entry.after),
      reason: entry.reason ?? actor?.impersonator?.reason ?? null,
      requestId: ctx.requestId ?? null,
      ipAddress: caller?.ipAddress ?? null,
    })
    .execute()
}

function refuseSecrets(facts: unknown): void {
  if (typeof facts !== 'object' || facts === null) return
  for (const [name, inner] of Object.entries(facts)) {
    if (secretName.test(name)) throw new Error(`The audit log takes no ${name}.`)
    refuseSecrets(inner)
  }
}

const json = (facts: Facts | undefined) => (facts ? JSON.stringify(facts) : null)
