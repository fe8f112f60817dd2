import { AuditAction, type AuditEntry, type AuditQuery } from '@dooryard/contract/audit-log'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import {
  type AuditRow,
  countEntries,
  type ListedAuditRow,
  selectEntries,
  selectEntry,
  userIdOf,
} from './audit-log.queries.ts'

export async function listEntries({ db }: Context, query: AuditQuery): Promise<PageOf<AuditEntry>> {
  const { actor, action, object, requestId, fromDate, toDate } = query
  const partyId = actor ? await partyOf(db, actor) : undefined
  if (partyId === null) return toPage([], 0, query)
  const filter = {
    partyId,
    action,
    objectId: object || undefined,
    requestId: requestId || undefined,
    from: fromDate ? new Date(fromDate) : undefined,
    to: toDate ? new Date(toDate) : undefined,
  }
  const [rows, count] = await Promise.all([selectEntries(db, filter, sliceOf(query)), countEntries(db, filter)])
  return toPage(rows.map(presentListed), count, query)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Null for nobody. An id outlives its user. */
const partyOf = async (db: Db, actor: string): Promise<string | null> =>
  uuid.test(actor) ? actor : ((await userIdOf(db, actor)) ?? null)

const party = (id: string, email: string | null) => ({ id, ...(email !== null && { email }) })

const presentListed = ({ isAbridged, ...row }: ListedAuditRow): AuditEntry => ({
  ...presentEntry(row),
  ...(isAbridged && { isAbridged }),
})

export function presentEntry(row: AuditRow): AuditEntry {
  const { actorId, onBehalfOfId, objectType, objectId, before, after, reason, requestId, ipAddress } = row
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: AuditAction.parse(row.action),
    ...(actorId !== null && { actor: party(actorId, row.actorEmail) }),
    ...(onBehalfOfId !== null && { onBehalfOf: party(onBehalfOfId, row.onBehalfOfEmail) }),
    ...(objectType !== null && objectId !== null && { object: { type: objectType, id: objectId } }),
    ...(before !== null && { before: facts(before) }),
    ...(after !== null && { after: facts(after) }),
    ...(reason !== null && { reason }),
    ...(requestId !== null && { requestId }),
    ...(ipAddress !== null && { ipAddress }),
    hash: row.hash.toString('hex'),
  }
}

// Written by `audit` alone, which takes objects.
const facts = (json: NonNullable<AuditRow['before']>) => json as Record<string, unknown>

export async function showEntry({ db }: Context, id: string): Promise<AuditEntry> {
  const row = await selectEntry(db, Number(id))
  if (!row) throw notFound('This entry')
  return presentEntry(row)
}
