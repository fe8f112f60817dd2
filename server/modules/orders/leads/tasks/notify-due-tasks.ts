import { hourMs } from '@dooryard/contract/api/time'
import type { Services } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/mail.ts'
import { type MailedTask, tasksOfDayMail } from '../../../../platform/mail/templates/orders/tasks.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { pluralize } from '../../../../platform/util/format.ts'
import { toWallMs } from '../../../../platform/util/zoned-time.ts'
import { findNotificationRecipient, notifyUser } from '../../../identity/index.ts'
import { toTitleCase } from '../../../properties/index.ts'
import { claimDigests, claimReminders, type DueTaskRow, listUsersWithNotices } from './due-tasks.queries.ts'

/** Of more at once, as after a bulk change, one notification gives the number. */
const maxNamed = 3

const path = '/portal/today'

/** `14:30` → `2:30 PM`. */
function formatClock(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Notifies users of their tasks, each once, in the transaction that takes all of a user. */
export async function notifyOfDueTasks(services: Services): Promise<void> {
  const now = services.clock.now()
  for (const userId of await listUsersWithNotices(services.db, 'remindAt', now))
    await inTransaction(services, async (tx) => {
      const rows = await claimReminders(tx.db, userId, now)
      for (const [day, tasks] of Map.groupBy(rows, (row) => (isOnLaterDay(row, now) ? ' tomorrow' : ''))) {
        const notice = { userId, kind: 'TASK_DUE', path } as const
        const title = `${pluralize(tasks.length, 'task')} due${day}`
        if (tasks.length > maxNamed) await notifyUser(tx, { ...notice, title, body: '' })
        else for (const task of tasks) await notifyUser(tx, { ...notice, ...describeTask(task, day) })
      }
    })
}

/** No reminder is more than a day early. */
const isOnLaterDay = ({ dueDay, timeZone }: DueTaskRow, now: Date): boolean =>
  dueDay > new Date(toWallMs(now.getTime(), timeZone)).toISOString().slice(0, 10)

const describeTask = ({ title, address, dueTime }: DueTaskRow, day: string) => ({
  title: `Task due${day}${dueTime === null ? '' : ` at ${formatClock(dueTime)}`}: ${title}`,
  body: address ? toTitleCase(address) : '',
  webhookTitle: `A task is due${day}`,
})

/** What a mail lists this long after its time is no longer to do. */
const digestLateMs = 12 * hourMs

/**
 * Takes the tasks that a mail to the user now should list: those of the day, if no mail has listed them yet. Called in
 * the transaction that queues the mail.
 */
export async function claimTodaysTasks(tx: DigestTransaction, userId: string): Promise<MailedTask[]> {
  return (await claimDigest(tx, userId)).tasks
}

type DigestTransaction = { db: Db } & Pick<Services, 'clock'>

async function claimDigest({ db, clock }: DigestTransaction, userId: string) {
  const now = clock.now()
  const rows = await claimDigests(db, userId, now)
  const reader = await findNotificationRecipient(db, userId, 'TASK_DUE')
  if (!reader?.channels.byMail) return { tasks: [] }
  const tasks = rows
    .filter(({ plannedAt }) => plannedAt.getTime() > now.getTime() - digestLateMs)
    .map(
      ({ title, address, dueTime }): MailedTask => ({
        title,
        lead: address ? toTitleCase(address) : '',
        ...(dueTime !== null && { time: formatClock(dueTime) }),
      }),
    )
  return { reader, tasks }
}

/** Mails the tasks of the day in the morning, unless a mail about saved searches has listed them already. */
export async function sendTaskDigests(services: Services): Promise<void> {
  for (const userId of await listUsersWithNotices(services.db, 'digestAt', services.clock.now()))
    await inTransaction(services, async (tx) => {
      const { reader, tasks } = await claimDigest(tx, userId)
      if (tasks.length > 0 && reader?.emailVerifiedAt) await queueMail(tx, tasksOfDayMail(tx, reader, tasks))
    })
}
