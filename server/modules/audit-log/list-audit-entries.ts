import { AuditAction, type AuditEntry, type AuditQuery } from '@dooryard/contract/admin/audit-log'
import { type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/postgres/database.ts'
import {
  type AuditRow,
  countAuditEntries,
  findAuditEntry,
  findUserIdByEmail,
  type ListedAuditRow,
  selectAuditEntries,
} from './audit-log.queries.ts'

export async function listAuditEntries({ db }: Context, query: AuditQuery): Promise<PageResult<AuditEntry>> {
  const { actor, action, object, requestId, fromDate, toDate } = query
  const partyId = actor ? await findPartyId(db, actor) : undefined
  if (partyId === null) return toPage([], 0, query)
  const filter = {
    partyId,
    action,
    objectId: object || undefined,
    requestId: requestId || undefined,
    from: fromDate ? new Date(fromDate) : undefined,
    to: toDate ? new Date(toDate) : undefined,
  }
  const [rows, count] = await Promise.all([
    selectAuditEntries(db, filter, toSlice(query)),
    countAuditEntries(db, filter),
  ])
  return toPage(rows.map(presentListedAuditEntry), count, query)
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Null for an unknown email. An id remains valid after its user is deleted. */
const findPartyId = async (db: Db, actor: string): Promise<string | null> =>
  uuidPattern.test(actor) ? actor : ((await findUserIdByEmail(db, actor)) ?? null)

const toParty = (id: string, email: string | null) => ({ id, ...(email !== null && { email }) })

const presentListedAuditEntry = ({ isAbridged, ...row }: ListedAuditRow): AuditEntry => ({
  ...presentAuditEntry(row),
  ...(isAbridged && { isAbridged }),
})

export function presentAuditEntry(row: AuditRow): AuditEntry {
  const { actorId, onBehalfOfId, objectType, objectId, before, after, reason, requestId, ipAddress } = row
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    action: AuditAction.parse(row.action),
    ...(actorId !== null && { actor: toParty(actorId, row.actorEmail) }),
    ...(onBehalfOfId !== null && { onBehalfOf: toParty(onBehalfOfId, row.onBehalfOfEmail) }),
    ...(objectType !== null && objectId !== null && { object: { type: objectType, id: objectId } }),
    ...(before !== null && { before: toDetails(before) }),
    ...(after !== null && { after: toDetails(after) }),
    ...(reason !== null && { reason }),
    ...(requestId !== null && { requestId }),
    ...(ipAddress !== null && { ipAddress }),
    hash: row.hash.toString('hex'),
  }
}

// Only `audit` writes it, and `audit` takes objects.
const toDetails = (json: NonNullable<AuditRow['before']>) => json as Record<string, unknown>

export async function getAuditEntry({ db }: Context, id: string): Promise<AuditEntry> {
  const row = await findAuditEntry(db, Number(id))
  if (!row) throw notFound('This entry')
  return presentAuditEntry(row)
}
