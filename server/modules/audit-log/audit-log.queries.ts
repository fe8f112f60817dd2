import type { AuditAction } from '@dooryard/contract/audit-log'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { JsonValue } from '../../platform/postgres/schema.gen.ts'

export type AuditFilter = {
  /** Who did it, as whom, or whose payment or subscription it is about. */
  partyId?: string | undefined
  action?: AuditAction | undefined
  objectId?: string | undefined
  requestId?: string | undefined
  /** From this instant. */
  from?: Date | undefined
  /** Up to and without this instant. */
  to?: Date | undefined
}

const matching = (db: Db, { partyId, action, objectId, requestId, from, to }: AuditFilter) =>
  db
    .selectFrom('auditLog')
    .$if(partyId !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([
          ...[eb('actorId', '=', partyId ?? ''), eb('onBehalfOfId', '=', partyId ?? '')],
          eb(sql`audit_log.after ->> 'user'`, '=', partyId ?? ''),
        ]),
      ),
    )
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(objectId !== undefined, (query) => query.where('objectId', '=', objectId ?? ''))
    .$if(requestId !== undefined, (query) => query.where('requestId', '=', requestId ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? null))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? null))

export type AuditRow = NonNullable<Awaited<ReturnType<typeof selectEntry>>>
export type ListedAuditRow = Awaited<ReturnType<typeof selectEntries>>[number]

/** Entries with the email addresses that their parties have now; one that is closed has none. */
const withParties = (db: Db, filter: AuditFilter) =>
  matching(db, filter)
    .leftJoin('users as actors', (join) =>
      join.onRef('actors.id', '=', 'auditLog.actorId').on('actors.closedAt', 'is', null),
    )
    .leftJoin('users as represented', (join) =>
      join.onRef('represented.id', '=', 'auditLog.onBehalfOfId').on('represented.closedAt', 'is', null),
    )
    .select(['auditLog.id', 'at', 'action', 'actorId', 'onBehalfOfId', 'objectType', 'objectId', 'reason'])
    .select(['requestId', 'ipAddress', 'hash', 'actors.email as actorEmail', 'represented.email as onBehalfOfEmail'])

export const selectEntry = (db: Db, id: number) =>
  withParties(db, {}).select(['before', 'after']).where('auditLog.id', '=', id).executeTakeFirst()

/** The most bytes of what was before, and of what is after, that a list shows: a thousand numbers may be named there. */
const mostListedBytes = 4_000

const isLarge = (column: 'before' | 'after') =>
  sql<boolean>`coalesce(octet_length(audit_log.${sql.ref(column)}::text) > ${mostListedBytes}, false)`
const unlessLarge = (column: 'before' | 'after') =>
  sql<JsonValue | null>`case when not ${isLarge(column)} then audit_log.${sql.ref(column)} end`

/** A slice of the entries, newest first. */
export const selectEntries = (db: Db, filter: AuditFilter, { limit, offset }: { limit: number; offset: number }) =>
  withParties(db, filter)
    .select([unlessLarge('before').as('before'), unlessLarge('after').as('after')])
    .select(sql<boolean>`${isLarge('before')} or ${isLarge('after')}`.as('isAbridged'))
    .orderBy('auditLog.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countEntries(db: Db, filter: AuditFilter = {}): Promise<number> {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Every entry of these actions, the oldest first; with `objectIds` those about them alone. */
export const selectHistory = (db: Db, actions: readonly AuditAction[], objectIds?: readonly string[]) =>
  db
    .selectFrom('auditLog')
    .select(['at', 'action', 'actorId', 'objectId', 'before', 'after'])
    .where('action', 'in', actions)
    .$if(objectIds !== undefined, (query) => query.where('objectId', 'in', objectIds ?? []))
    .orderBy('id')
    .execute()

/** The id of the user who has an email address now. */
export async function userIdOf(db: Db, email: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return user?.id
}

/** The next entries of the chain after one of them, as they are hashed. */
export const selectLinks = (db: Db, afterId: number, limit: number) =>
  db
    .selectFrom('auditLog')
    .select(['id', 'previousHash', 'hash', sql<string>`audit_text(audit_log)`.as('text')])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
