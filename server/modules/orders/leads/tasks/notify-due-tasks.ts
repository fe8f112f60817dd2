import { hourMs } from '@dooryard/contract/api/time'
import type { Services } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/mail.ts'
import { type MailedTask, tasksOfDayMail } from '../../../../platform/mail/templates/orders/tasks.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { pluralize } from '../../../../platform/util/format.ts'
import { findNotificationRecipient, notifyUser } from '../../../identity/index.ts'
import { toTitleCase } from '../../../properties/index.ts'
import { claimNotices, type DueTaskRow, listUsersWithDigests } from './due-tasks.queries.ts'
import { digestAheadMs } from './task-rules.ts'

const batchSize = 500

/** Of more at once, as after a bulk change, one notification gives the number. */
const maxNamed = 3

const path = '/portal/today'

/** `14:30` → `2:30 PM`. */
function formatClock(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Notifies users of their tasks, each once, in the transaction that takes them. */
export const notifyOfDueTasks = (services: Services): Promise<void> =>
  inTransaction(services, async (tx) => {
    const rows = await claimNotices(tx.db, { column: 'remind_at', until: tx.clock.now(), limit: batchSize })
    for (const [userId, tasks] of Map.groupBy(rows, (row) => row.userId)) {
      const title = `${pluralize(tasks.length, 'task')} due`
      if (tasks.length > maxNamed) await notifyUser(tx, { userId, kind: 'TASK_DUE', title, body: '', path })
      else for (const task of tasks) await notifyUser(tx, { userId, kind: 'TASK_DUE', ...describeTask(task), path })
    }
  })

const describeTask = ({ title, address, dueTime }: DueTaskRow) => ({
  title: dueTime === null ? `Task due: ${title}` : `Task due at ${formatClock(dueTime)}: ${title}`,
  body: address ? toTitleCase(address) : '',
})

/** What a mail lists this long after its time is no longer to do. */
const digestLateMs = 12 * hourMs

/**
 * Takes the tasks that a mail to the user now should list: those of the day, if no mail has listed them yet. Called in
 * the transaction that queues the mail.
 */
export async function claimTodaysTasks(
  { db, clock }: { db: Db } & Pick<Services, 'clock'>,
  userId: string,
): Promise<MailedTask[]> {
  const now = clock.now().getTime()
  // From midnight on, and never those of tomorrow.
  const until = new Date(now + digestAheadMs)
  const rows = await claimNotices(db, { column: 'digest_at', until, limit: batchSize, userId })
  if (!(await findNotificationRecipient(db, userId, 'TASK_DUE'))?.channels.byMail) return []
  return rows
    .filter(({ plannedAt }) => plannedAt.getTime() > now - digestLateMs)
    .map(({ title, address, dueTime }) => ({
      title,
      lead: address ? toTitleCase(address) : '',
      ...(dueTime !== null && { time: formatClock(dueTime) }),
    }))
}

/** Mails the tasks of the day in the morning, unless a mail about saved searches has listed them already. */
export async function sendTaskDigests(services: Services): Promise<void> {
  for (const userId of await listUsersWithDigests(services.db, services.clock.now(), batchSize))
    await inTransaction(services, async (tx) => {
      const tasks = await claimTodaysTasks(tx, userId)
      const reader = await findNotificationRecipient(tx.db, userId, 'TASK_DUE')
      if (tasks.length > 0 && reader?.emailVerifiedAt) await queueMail(tx, tasksOfDayMail(tx, reader, tasks))
    })
}
