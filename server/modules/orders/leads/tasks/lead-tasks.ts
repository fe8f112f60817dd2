import type { EndpointInput } from '@dooryard/contract/api/endpoint'
import { type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { hourMs } from '@dooryard/contract/api/time'
import { type LeadTask, taskReminders } from '@dooryard/contract/leads/lead-task'
import {
  type LeadTaskChange,
  type ListedLeadTask,
  type leadTasks,
  maxTasksPerLead,
  type NewLeadTasks,
  taskRestorableHours,
} from '@dooryard/contract/leads/tasks'
import type { Context, Services, TransactionContext } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { lockActiveAccount } from '../../../identity/index.ts'
import { lockLeads } from '../bulk/bulk-changes.queries.ts'
import {
  countTasks,
  countTasksOfLeads,
  insertTasks,
  type LeadOfUser,
  listTasks,
  listTasksByIds,
  lockTasks,
  purgeMarkedTasks,
  updateTask,
} from './lead-tasks.queries.ts'
import { getTaskDue, presentListedTask, presentTask } from './present-task.ts'
import { planTask } from './task-rules.ts'

type TaskQuery = EndpointInput<typeof leadTasks.list>['query']

export async function listLeadTasks(
  { db, actor, clock }: Context,
  query: TaskQuery,
): Promise<PageResult<ListedLeadTask>> {
  const filter = { userId: actor.userId, state: query.state, now: clock.now() }
  const [rows, count] = await Promise.all([listTasks(db, filter, toSlice(query)), countTasks(db, filter)])
  return toPage(rows.map(presentListedTask), count, query)
}

/** A lead that several orders delivered gets one task. NOT_FOUND if one lead is not the actor's; all or none. */
export const addLeadTasks = (ctx: Context, { leads, due, ...task }: NewLeadTasks): Promise<{ items: LeadTask[] }> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    // Otherwise the tasks could be written while the account is closing, which deletes them all.
    await lockActiveAccount(tx)
    const locked = await lockLeads(db, actor.userId, leads)
    const found = new Set(locked.map(({ orderId, propertyId }) => `${orderId} ${propertyId}`))
    if (!leads.every(({ orderId, propertyId }) => found.has(`${orderId} ${propertyId}`)))
      throw notFound('One of these leads')
    const each = [...new Map(locked.map((lead) => [`${lead.propertyId} ${lead.ownerKey}`, lead])).values()]
    const now = clock.now()
    const rows = each.map(({ propertyId, ownerKey }) => ({
      ...{ id: newId(now.getTime()), userId: actor.userId, propertyId, ownerKey },
      ...{ title: task.title, note: task.note || null, reminder: task.reminder },
      ...{ dueDay: due.day, dueTime: due.time ?? null, timeZone: due.timeZone },
      ...planTask({ due, reminder: task.reminder, isOpen: true }, now),
      ...{ actorId: actor.impersonator?.userId ?? actor.userId, createdAt: now },
    }))
    await insertTasks(db, rows)
    await assertTaskLimits(tx, each)
    return presentTasks(
      tx,
      rows.map(({ id }) => id),
    )
  })

/** Tasks written and deleted repeatedly take space until they are purged. */
const maxTasksWithDeleted = 5 * maxTasksPerLead

async function assertTaskLimits({ db, actor }: TransactionContext, leads: readonly LeadOfUser[]): Promise<void> {
  const counts = await countTasksOfLeads(db, actor.userId, leads)
  if (counts.some(({ count }) => count > maxTasksPerLead))
    throw appError('UNPROCESSABLE', `A lead has no more than ${maxTasksPerLead} tasks. Delete one first.`)
  if (counts.some(({ withDeleted }) => withDeleted > maxTasksWithDeleted))
    throw appError('UNPROCESSABLE', 'Too many tasks of this lead were deleted today. Please try again tomorrow.')
}

async function presentTasks({ db, actor }: TransactionContext, ids: readonly string[]) {
  return { items: (await listTasksByIds(db, actor.userId, ids)).map(presentTask) }
}

const getRestorableCutoff = (now: Date) => new Date(now.getTime() - taskRestorableHours * hourMs)

/** All or none: NOT_FOUND if one is not the actor's, or was deleted and is not restored in time. */
export const changeLeadTasks = (ctx: Context, { taskIds, ...change }: LeadTaskChange): Promise<{ items: LeadTask[] }> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockActiveAccount(tx)
    const now = clock.now()
    const cutoff = getRestorableCutoff(now)
    const ids = [...new Set(taskIds)]
    const rows = (await lockTasks(db, actor.userId, ids)).filter(
      ({ deletedAt }) => deletedAt === null || (change.isDeleted !== undefined && deletedAt > cutoff),
    )
    if (rows.length < ids.length) throw notFound(ids.length === 1 ? 'This task' : 'One of these tasks')
    for (const row of rows) await updateTask(db, applyChange(row, change, now))
    if (change.isDeleted === false) await assertTaskLimits(tx, rows)
    return presentTasks(tx, ids)
  })

type LockedTask = Awaited<ReturnType<typeof lockTasks>>[number]

const toMark = (wanted: boolean | undefined, before: Date | null, now: Date): Date | null =>
  wanted === undefined ? before : wanted ? (before ?? now) : null

function applyChange(row: LockedTask, change: Omit<LeadTaskChange, 'taskIds'>, now: Date) {
  const before = getTaskDue(row)
  const due = change.due ?? before
  const reminder = change.reminder ?? taskReminders.schema.parse(row.reminder)
  const doneAt = toMark(change.isDone, row.doneAt, now)
  const deletedAt = toMark(change.isDeleted, row.deletedAt, now)
  const isPlanKept =
    due.day === before.day &&
    due.time === before.time &&
    due.timeZone === before.timeZone &&
    reminder === row.reminder &&
    doneAt === row.doneAt &&
    deletedAt === row.deletedAt
  return {
    ...row,
    ...{ title: change.title ?? row.title, note: change.note === undefined ? row.note : change.note || null },
    ...{ dueDay: due.day, dueTime: due.time ?? null, timeZone: due.timeZone, reminder, doneAt, deletedAt },
    // Planned again, a task that a mail of today has listed already would be mailed twice.
    ...(!isPlanKept && planTask({ due, reminder, isOpen: doneAt === null && deletedAt === null }, now)),
  }
}

export async function purgeDeletedTasks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await purgeMarkedTasks(db, getRestorableCutoff(clock.now()))
}
