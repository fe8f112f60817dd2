import type { AuditAction } from '@dooryard/contract/admin/audit-log'
import type { Slice } from '@dooryard/contract/api/paging'
import { sql } from 'kysely'
import { selectAccounts } from '../../platform/lists/owners.queries.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { JsonValue } from '../../platform/postgres/schema.gen.ts'

export type AuditFilter = {
  /** The actor, the user acted for, or the user whose payment or subscription it concerns. */
  partyId?: string | undefined
  action?: AuditAction | undefined
  objectId?: string | undefined
  requestId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const filterEntries = (db: Db, { partyId, action, objectId, requestId, from, to }: AuditFilter) =>
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

export type AuditRow = NonNullable<Awaited<ReturnType<typeof findAuditEntry>>>
export type ListedAuditRow = Awaited<ReturnType<typeof selectAuditEntries>>[number]

/** Joins the current email addresses of open accounts. */
const selectWithParties = (db: Db, filter: AuditFilter) =>
  filterEntries(db, filter)
    .leftJoin(selectAccounts(db).as('actors'), (join) =>
      join.onRef('actors.id', '=', 'auditLog.actorId').on('actors.closedAt', 'is', null),
    )
    .leftJoin(selectAccounts(db).as('represented'), (join) =>
      join.onRef('represented.id', '=', 'auditLog.onBehalfOfId').on('represented.closedAt', 'is', null),
    )
    .select(['auditLog.id', 'at', 'action', 'actorId', 'onBehalfOfId', 'objectType', 'objectId', 'reason'])
    .select(['requestId', 'ipAddress', 'hash', 'actors.email as actorEmail', 'represented.email as onBehalfOfEmail'])

export const findAuditEntry = (db: Db, id: number) =>
  selectWithParties(db, {}).select(['before', 'after']).where('auditLog.id', '=', id).executeTakeFirst()

/** Maximum bytes of `before` and of `after` in a list: an entry may name a thousand numbers. */
const maxListedBytes = 4_000

const isLarge = (column: 'before' | 'after') =>
  sql<boolean>`coalesce(octet_length(audit_log.${sql.ref(column)}::text) > ${maxListedBytes}, false)`
const unlessLarge = (column: 'before' | 'after') =>
  sql<JsonValue | null>`case when not ${isLarge(column)} then audit_log.${sql.ref(column)} end`

export const selectAuditEntries = (db: Db, filter: AuditFilter, { limit, offset }: Slice) =>
  selectWithParties(db, filter)
    .select([unlessLarge('before').as('before'), unlessLarge('after').as('after')])
    .select(sql<boolean>`${isLarge('before')} or ${isLarge('after')}`.as('isAbridged'))
    .orderBy('auditLog.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countAuditEntries = (db: Db, filter: AuditFilter = {}): Promise<number> =>
  countRows(db, filterEntries(db, filter))

export const selectAuditHistory = (db: Db, actions: readonly AuditAction[], objectIds?: readonly string[]) =>
  db
    .selectFrom('auditLog')
    .select(['at', 'action', 'actorId', 'objectId', 'before', 'after'])
    .where('action', 'in', actions)
    .$if(objectIds !== undefined, (query) => query.where('objectId', 'in', objectIds ?? []))
    .orderBy('id')
    .execute()

export async function findUserIdByEmail(db: Db, email: string): Promise<string | undefined> {
  const user = await selectAccounts(db).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst()
  return user?.id
}

export const selectChainLinks = (db: Db, afterId: number, limit: number) =>
  db
    .selectFrom('auditLog')
    .select(['id', 'previousHash', 'hash', sql<string>`audit_text(audit_log)`.as('text')])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Whether a user ever took one of these actions; those of commands and jobs do not count. */
export async function hasUserAction(db: Db, actions: readonly AuditAction[]): Promise<boolean> {
  const entry = await db
    .selectFrom('auditLog')
    .select('id')
    .where('action', 'in', actions)
    .where('actorId', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

/** The last sign-in may be before the period. Impersonations do not count as sign-ins. */
export async function getSignInStats(db: Db, userId: string, { from, until }: { from: Date; until: Date }) {
  const { count, last } = await db
    .selectFrom('auditLog')
    .select(({ fn }) => fn.countAll<number>().filterWhere('at', '>=', from).filterWhere('at', '<', until).as('count'))
    .select(({ fn }) => fn.max<Date | null>('at').as('last'))
    .where('actorId', '=', userId)
    .where('action', '=', 'session.started')
    .executeTakeFirstOrThrow()
  return { count, last }
}
