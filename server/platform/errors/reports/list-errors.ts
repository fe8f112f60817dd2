import type { ErrorDetail, ErrorGroup, ErrorOccurrence, ErrorQuery } from '@dooryard/contract/admin/error-reports'
import { type PageResult, toPage } from '@dooryard/contract/api/paging'
import { audit } from '../../audit.ts'
import type { Context } from '../../context.ts'
import { getOwnersByIds } from '../../lists/owners.queries.ts'
import { type Db, inTransaction } from '../../postgres/database.ts'
import { notFound } from '../app-error.ts'
import {
  countErrorGroups,
  type ErrorGroupRow,
  findErrorGroup,
  findGroupIdByErrorId,
  findOccurrence,
  listErrorGroups,
  listRecentOccurrences,
  lockErrorGroup,
  updateResolution,
} from './error-groups.queries.ts'

export async function listErrors({ db }: Pick<Context, 'db'>, query: ErrorQuery): Promise<PageResult<ErrorGroup>> {
  const [rows, count] = await Promise.all([listErrorGroups(db, query), countErrorGroups(db, query)])
  return toPage(rows.map(presentGroup), count, query)
}

const maxRecent = 10

/** NOT_FOUND where neither a group nor an occurrence has this id. */
export async function getError({ db }: Pick<Context, 'db'>, id: string): Promise<ErrorDetail> {
  const { groupId, errorId } = await resolveId(db, id)
  const [group, occurrence, recent] = await Promise.all([
    findErrorGroup(db, groupId),
    findOccurrence(db, groupId, errorId),
    listRecentOccurrences(db, groupId, maxRecent),
  ])
  if (!group || !occurrence) throw notFound('This error')
  return {
    ...presentGroup(group),
    occurrence: await presentOccurrence(db, occurrence),
    recent: recent.map((one) => ({ id: one.id, occurredAt: one.occurredAt.toISOString() })),
  }
}

/** Changes nothing, and audits nothing, where it is so already. */
export const resolveError = (ctx: Context, id: string, isResolved: boolean): Promise<ErrorGroup> =>
  inTransaction(ctx, async (tx) => {
    const { groupId } = await resolveId(tx.db, id)
    const group = await lockErrorGroup(tx.db, groupId)
    if (!group) throw notFound('This error')
    if ((group.resolvedAt !== null) === isResolved) return presentGroup(group)
    const resolvedAt = isResolved ? tx.clock.now() : null
    await updateResolution(tx.db, groupId, resolvedAt)
    await audit(tx, {
      action: isResolved ? 'error.resolved' : 'error.reopened',
      object: { type: 'error', id: groupId },
      after: { count: group.count },
    })
    return presentGroup({ ...group, resolvedAt })
  })

/** An Error ID has no dashes, the id of a group has. */
async function resolveId(db: Db, id: string): Promise<{ groupId: string; errorId?: string }> {
  if (id.includes('-')) return { groupId: id }
  const groupId = await findGroupIdByErrorId(db, id)
  if (groupId === undefined) throw notFound('This error')
  return { groupId, errorId: id }
}

// The database checks the layers, and our own code writes the breadcrumbs.
const presentGroup = ({ layer, place, firstSeen, lastSeen, resolvedAt, ...row }: ErrorGroupRow): ErrorGroup => ({
  ...row,
  layer: layer as ErrorGroup['layer'],
  ...(place !== null && { place }),
  firstSeen: firstSeen.toISOString(),
  lastSeen: lastSeen.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
})

type OccurrenceRow = NonNullable<Awaited<ReturnType<typeof findOccurrence>>>

async function presentOccurrence(db: Db, row: OccurrenceRow): Promise<ErrorOccurrence> {
  const { id, occurredAt, message, place, release, browser, requestId, userId, stack, breadcrumbs } = row
  return {
    ...{ id, occurredAt: occurredAt.toISOString(), message, release },
    ...(place !== null && { place }),
    ...(browser !== null && { browser }),
    ...(requestId !== null && { requestId }),
    ...(userId !== null && { user: await presentUser(db, userId) }),
    ...(stack !== null && { stack }),
    breadcrumbs: breadcrumbs as ErrorOccurrence['breadcrumbs'],
  }
}

async function presentUser(db: Db, id: string): Promise<ErrorOccurrence['user']> {
  const owner = (await getOwnersByIds(db, [id])).get(id)
  return owner && !owner.closedAt ? { id, email: owner.email } : { id }
}
