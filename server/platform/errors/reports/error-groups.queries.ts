import type { ErrorQuery } from '@dooryard/contract/admin/error-reports'
import { toSlice } from '@dooryard/contract/api/paging'
import { sql } from 'kysely'
import { countRows } from '../../postgres/count-rows.ts'
import type { Db } from '../../postgres/database.ts'
import { containsText } from '../../postgres/text.ts'
import { newId } from '../../util/ids.ts'
import type { Occurrence } from './describe-error.ts'
import { formatStack } from './parse-stack.ts'

const groupColumns = [
  ...(['id', 'layer', 'name', 'message', 'place', 'release', 'firstSeen', 'lastSeen', 'count', 'resolvedAt'] as const),
]

export type ErrorGroupRow = NonNullable<Awaited<ReturnType<typeof findErrorGroup>>>

/** Adds an occurrence and counts it in its group, which reopens. A second one with the same Error ID changes nothing. */
export const insertOccurrence = (db: Db, occurrence: Occurrence, fingerprint: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { id, layer, name, message, place = null, release, occurredAt, frames, breadcrumbs } = occurrence
    const known = await tx.selectFrom('errorEvents').select('id').where('id', '=', id).executeTakeFirst()
    if (known) return
    const newest = { name, message, place, release, resolvedAt: null }
    const group = await tx
      .insertInto('errorGroups')
      .values({ id: newId(), fingerprint, layer, ...newest, firstSeen: occurredAt, lastSeen: occurredAt })
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet(({ ref }) => ({
          ...newest,
          count: sql`${ref('errorGroups.count')} + 1`,
          lastSeen: sql`greatest(${ref('errorGroups.lastSeen')}, ${occurredAt})`,
        })),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('errorEvents')
      .values({
        ...{ id, groupId: group.id, occurredAt, message, place, release },
        browser: occurrence.browser || null,
        requestId: occurrence.requestId ?? null,
        userId: occurrence.userId ?? null,
        stack: formatStack(frames) || null,
        breadcrumbs: JSON.stringify(breadcrumbs),
      })
      .execute()
  })

type ErrorFilter = Pick<ErrorQuery, 'search' | 'status' | 'layer'>

const filterGroups = (db: Db, { search, status, layer }: ErrorFilter) =>
  db
    .selectFrom('errorGroups')
    .$if(status !== undefined, (query) => query.where('resolvedAt', status === 'OPEN' ? 'is' : 'is not', null))
    .$if(layer !== undefined, (query) => query.where('layer', '=', layer ?? ''))
    .$if(search !== undefined, (query) => query.where((eb) => matchesText(eb.ref('errorGroups.id'), search ?? '')))

const matchesText = (groupId: unknown, search: string) => sql<boolean>`(
  lower(error_groups.name || ': ' || error_groups.message) like lower(${containsText(search)})
  or ${groupId} in (
    select group_id from error_events where id = upper(${search}) union all
    select group_id from error_events where request_id = upper(${search})))`

export const listErrorGroups = (db: Db, query: ErrorQuery) => {
  const { limit, offset } = toSlice(query)
  return filterGroups(db, query)
    .select(groupColumns)
    .orderBy('lastSeen', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countErrorGroups = (db: Db, filter: ErrorFilter): Promise<number> =>
  countRows(db, filterGroups(db, filter))

export const findErrorGroup = (db: Db, id: string) =>
  db.selectFrom('errorGroups').select(groupColumns).where('id', '=', id).executeTakeFirst()

export const lockErrorGroup = (db: Db, id: string) =>
  db.selectFrom('errorGroups').select(groupColumns).where('id', '=', id).forUpdate().executeTakeFirst()

export const updateResolution = (db: Db, id: string, resolvedAt: Date | null) =>
  db.updateTable('errorGroups').set({ resolvedAt }).where('id', '=', id).execute()

export const findGroupIdByErrorId = async (db: Db, errorId: string): Promise<string | undefined> =>
  (await db.selectFrom('errorEvents').select('groupId').where('id', '=', errorId).executeTakeFirst())?.groupId

/** One occurrence by its Error ID, or the newest of the group. */
export const findOccurrence = (db: Db, groupId: string, errorId?: string) =>
  db
    .selectFrom('errorEvents')
    .select(['id', 'occurredAt', 'message', 'place', 'release', 'browser', 'requestId', 'userId', 'stack'])
    .select('breadcrumbs')
    .where('groupId', '=', groupId)
    .$if(errorId !== undefined, (query) => query.where('id', '=', errorId ?? ''))
    .orderBy('occurredAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const listRecentOccurrences = (db: Db, groupId: string, limit: number) =>
  db
    .selectFrom('errorEvents')
    .select(['id', 'occurredAt'])
    .where('groupId', '=', groupId)
    .orderBy('occurredAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

type ErrorRetention = { before: Date; maxPerGroup: number; maxOfStrangers: number; maxGroups: number }

/**
 * Deletes groups last seen before a time or beyond a number per layer, and occurrences that are as old or beyond a
 * number. Those without a known user are counted apart, so that strangers displace nothing that happened to a user.
 */
export async function deleteOldErrors(db: Db, retention: ErrorRetention): Promise<void> {
  const { before, maxPerGroup, maxOfStrangers, maxGroups } = retention
  await sql`delete from error_groups where last_seen < ${before} or id in (
    select id from (
      select id, row_number() over (partition by layer, has_user order by last_seen desc, id) as place from (
        select id, layer, last_seen, id in (select group_id from error_events where user_id is not null) as has_user
        from error_groups
      ) groups
    ) ranked where place > ${maxGroups})`.execute(db)
  await sql`delete from error_events where occurred_at < ${before} or id in (
    select id from (
      select error_events.id, layer = 'BROWSER' and user_id is null as of_stranger,
        row_number() over (
          partition by group_id, layer = 'BROWSER' and user_id is null order by occurred_at desc, error_events.id
        ) as place
      from error_events join error_groups on error_groups.id = group_id
    ) events where place > case when of_stranger then ${maxOfStrangers}::int else ${maxPerGroup}::int end)`.execute(db)
}
