import { dayMs } from '@dooryard/contract/api/time'
import { z } from 'zod'
import type { Services } from '../../../platform/context.ts'
import { addJob, type Task } from '../../../platform/jobs/jobs.ts'
import { findMailRecipient } from '../../../platform/lists/owners.queries.ts'
import type { MailedTask } from '../../../platform/mail/templates/orders/tasks.ts'
import {
  buildChangesMail,
  describeChanges,
  type SearchChange,
} from '../../../platform/mail/templates/saved-searches.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { findNotificationRecipient, notifyUser } from '../../identity/index.ts'
import { hasChanges } from '../count/count-rules.ts'
import {
  claimDailyMail,
  hasWaitingSearch,
  listPendingNotifications,
  listUsersToNotify,
  type PendingNotificationRow,
} from '../count/counts.queries.ts'
import { getSetDifference } from '../count/matches.queries.ts'
import { updateSavedSearch } from '../saved-searches.queries.ts'

export const notifyChangesJob = 'notify-search-changes'

const Payload = z.object({ userId: z.uuid() })

const batchSize = 500

export async function queueChangeMails(services: Services): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services, async ({ db }) => {
    const userIds = await listUsersToNotify(db, {
      mailedSince: getMailedCutoff(now),
      ...getWaitingLimits(now),
      limit: batchSize,
    })
    // In one queue: no request waits for these jobs.
    for (const userId of userIds)
      await addJob(
        db,
        notifyChangesJob,
        { userId },
        { jobKey: `tell:${userId}`, keepsPlace: true, queue: notifyChangesJob },
      )
  })
}

/** Takes the tasks of the day that no mail has listed yet. */
export type ClaimTodaysTasks = (tx: { db: Db } & Pick<Services, 'clock'>, userId: string) => Promise<MailedTask[]>

type MailServices = Services & { claimTodaysTasks?: ClaimTodaysTasks }

export const runNotifyChanges =
  (services: MailServices): Task =>
  (payload) =>
    sendChangesMail(services, Payload.parse(payload).userId)

/** Users mailed since then have received their daily mail. */
export const getMailedCutoff = (now: Date) => new Date(now.getTime() - dayMs)

/** A mail waits for daily counts, but for at most half a day beyond their due time. */
export const getWaitingLimits = (now: Date) => ({
  late: new Date(now.getTime() - dayMs),
  overdue: new Date(now.getTime() - 1.5 * dayMs),
})

type PendingChange = { row: PendingNotificationRow; changes: SearchChange }

/**
 * Notifies and marks the changes as notified in one transaction, so that no change is reported twice or lost.
 */
export async function sendChangesMail(services: MailServices, userId: string): Promise<void> {
  const found: PendingChange[] = []
  for (const row of await listPendingNotifications(services.db, userId))
    found.push({ row, changes: await getChanges(services, row) })
  await inTransaction(services, async (tx) => {
    const { db, clock } = tx
    const at = clock.now()
    const current = new Map((await listPendingNotifications(db, userId, { lock: true })).map((row) => [row.id, row]))
    // A search may have become due since the job was queued. Its count leads to another job.
    if (await hasWaitingSearch(db, userId, getWaitingLimits(at))) return
    const pending = found.filter(({ row }) => isSame(row, current.get(row.id)))
    const changes = pending.map((one) => one.changes).filter(hasChanges)
    if (changes.length > 0) {
      const reader = await findMailRecipient(db, userId)
      if (!reader?.isActive || !(await claimDailyMail(db, userId, { at, since: getMailedCutoff(at) }))) return
      const mail = buildChangesMail(tx, reader, { changes, tasks: await claimMailedTasks(services, tx, userId) })
      const notice = { userId, kind: 'NEW_MATCHES', title: mail.subject, ...describeChanges(changes) } as const
      await notifyUser(tx, { ...notice, mail: () => mail })
    }
    for (const { row } of pending) await updateSavedSearch(db, row.id, { notifiedSet: row.currentSet })
  })
}

/** None where the changes are not mailed: a mail of their own lists them then. */
async function claimMailedTasks(
  { claimTodaysTasks }: MailServices,
  tx: Parameters<ClaimTodaysTasks>[0],
  userId: string,
): Promise<MailedTask[]> {
  const recipient = await findNotificationRecipient(tx.db, userId, 'NEW_MATCHES')
  if (!claimTodaysTasks || !recipient?.channels.byMail || !recipient.emailVerifiedAt) return []
  return claimTodaysTasks(tx, userId)
}

/** Matches that came and went in between are not a change. */
async function getChanges(
  { clickhouse }: Services,
  { id, name, notifiedSet, currentSet }: PendingNotificationRow,
): Promise<SearchChange> {
  if (notifiedSet === null || currentSet === null) throw new Error(`nothing of search ${id} can be compared`)
  return { id, name, ...(await getSetDifference(clickhouse, notifiedSet, currentSet)) }
}

const isSame = (row: PendingNotificationRow, now: PendingNotificationRow | undefined) =>
  now !== undefined && now.notifiedSet === row.notifiedSet && now.currentSet === row.currentSet
