import type { BulkChangeResult, BulkLeadChange, LeadState, LeadStates } from '@dooryard/contract/leads/bulk-changes'
import { maxTagsPerLead } from '@dooryard/contract/leads/lead-labels'
import type { Context, TransactionContext } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { lockLabelsForUse } from '../labels/lead-labels.queries.ts'
import { insertStageMoves, type OrderLeadRef } from '../lead-activity.queries.ts'
import { type LockedLead, lockLeads, updateLeads } from './bulk-changes.queries.ts'

type Labels = { tags: ReadonlySet<string>; assignees: ReadonlySet<string> }

/**
 * Changes leads in one transaction, all or none. NOT_FOUND if one of them, a tag or the assignee is not the actor's,
 * UNPROCESSABLE for too many tags.
 */
export const changeLeads = (ctx: Context, { leads, ...change }: BulkLeadChange): Promise<BulkChangeResult> =>
  inTransaction(ctx, async (tx) => {
    const { addTags = [], removeTags = [], assigneeId, stage } = change
    const labels = await lockLabels(tx, [...addTags, ...(assigneeId ? [assigneeId] : [])])
    if (!addTags.every((id) => labels.tags.has(id))) throw notFound('This tag')
    if (assigneeId && !labels.assignees.has(assigneeId)) throw notFound('This assignee')
    return applyChange(tx, leads, (lead) => ({
      stage: stage ?? lead.stage,
      tagIds: [...new Set([...lead.tagIds, ...addTags])].filter((id) => !removeTags.includes(id)),
      assigneeId: assigneeId === undefined ? lead.assigneeId : assigneeId,
    }))
  })

/** Sets leads to given states, as before a change. Leaves out labels that were deleted meanwhile. */
export const restoreLeads = (ctx: Context, { leads }: LeadStates): Promise<BulkChangeResult> =>
  inTransaction(ctx, async (tx) => {
    const wanted = leads.flatMap(({ tagIds = [], assigneeId }) => [...tagIds, ...(assigneeId ? [assigneeId] : [])])
    const labels = await lockLabels(tx, wanted)
    const stateByKey = new Map(leads.map((state) => [toKey(state), state]))
    return applyChange(tx, leads, (lead) => {
      const { stage, tagIds, assigneeId } = stateByKey.get(toKey(lead)) ?? {}
      return {
        stage: stage ?? lead.stage,
        tagIds: tagIds?.filter((id) => labels.tags.has(id)) ?? lead.tagIds,
        assigneeId: assigneeId && !labels.assignees.has(assigneeId) ? null : (assigneeId ?? lead.assigneeId),
        ...(assigneeId === null && { assigneeId }),
      }
    })
  })

const toKey = ({ orderId, propertyId }: OrderLeadRef) => `${orderId} ${propertyId}`

async function lockLabels({ db, actor }: TransactionContext, ids: readonly string[]): Promise<Labels> {
  const rows = await lockLabelsForUse(db, actor.userId, [...new Set(ids)])
  const listIds = (kind: string) => new Set(rows.flatMap((row) => (row.kind === kind ? row.id : [])))
  return { tags: listIds('TAG'), assignees: listIds('ASSIGNEE') }
}

type Labeled = Pick<LockedLead, 'stage' | 'tagIds' | 'assigneeId'>

async function applyChange(
  tx: TransactionContext,
  refs: readonly OrderLeadRef[],
  change: (lead: LockedLead) => Labeled,
): Promise<BulkChangeResult> {
  const { db, actor, clock } = tx
  const locked = await lockLeads(db, actor.userId, refs)
  const found = new Set(locked.map(toKey))
  if (!refs.every((ref) => found.has(toKey(ref)))) throw notFound('One of these leads')
  const pairs = locked.map((before) => ({ before, after: { ...before, ...change(before) } })).filter(isDifferent)
  if (pairs.some(({ after }) => after.tagIds.length > maxTagsPerLead))
    throw appError('UNPROCESSABLE', `A lead has no more than ${maxTagsPerLead} tags. Remove one first.`)
  const at = clock.now()
  const changed = pairs.map(({ after }) => after)
  if (changed.length > 0) await updateLeads(db, actor.userId, changed, at)
  const actorId = actor.impersonator?.userId ?? actor.userId
  const moves = pairs.flatMap(({ before: { orderId, propertyId, stage: from }, after: { stage: to } }) =>
    from === to ? [] : [{ id: newId(at.getTime()), orderId, propertyId, from, to, actorId, at }],
  )
  if (moves.length > 0) await insertStageMoves(db, moves)
  return { changed: pairs.length, before: pairs.map(toFormerState) }
}

type Change = { before: LockedLead; after: LockedLead }

const hasSameTags = ({ before, after }: Change) =>
  before.tagIds.length === after.tagIds.length && before.tagIds.every((id) => after.tagIds.includes(id))

const isDifferent = (change: Change) =>
  change.before.stage !== change.after.stage ||
  change.before.assigneeId !== change.after.assigneeId ||
  !hasSameTags(change)

/** Only what changed, so that an undo keeps what was changed otherwise meanwhile. */
const toFormerState = (change: Change): LeadState => {
  const { orderId, propertyId, stage, tagIds, assigneeId } = change.before
  return {
    ...{ orderId, propertyId },
    ...(stage !== change.after.stage && { stage }),
    ...(!hasSameTags(change) && { tagIds }),
    ...(assigneeId !== change.after.assigneeId && { assigneeId }),
  }
}
