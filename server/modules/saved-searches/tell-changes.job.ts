import { dayMs } from '@dooryard/contract/time'
import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { addJob, type Task } from '../../platform/jobs.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { changesMail, type SearchChange } from '../../platform/mail/templates/saved-searches.ts'
import { findMailRecipient } from '../../platform/owners.queries.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { isChange } from './count-rules.ts'
import { hasWaiting, takeMail, type UntoldRow, untoldOf, usersToTell } from './counts.queries.ts'
import { differenceOf } from './matches.queries.ts'
import { updateSavedSearch } from './saved-searches.queries.ts'

export const tellChangesJob = 'notify-search-changes'

const Payload = z.object({ userId: z.uuid() })

const atOnce = 500

export async function queueTidings(services: Services): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services, async ({ db }) => {
    const userIds = await usersToTell(db, { mailedSince: mailedSince(now), ...waitingAt(now), limit: atOnce })
    // One after the other: nobody waits for them.
    for (const userId of userIds)
      await addJob(
        db,
        tellChangesJob,
        { userId },
        { jobKey: `tell:${userId}`, keepsPlace: true, queue: tellChangesJob },
      )
  })
}

export const runTellChanges =
  (services: Services): Task =>
  (payload) =>
    tellChanges(services, Payload.parse(payload).userId)

/** Whoever was mailed since then had their mail of the day. */
export const mailedSince = (now: Date) => new Date(now.getTime() - dayMs)

/** A mail waits for what is counted once a day, though not for what has not been for half a day more. */
export const waitingAt = (now: Date) => ({
  late: new Date(now.getTime() - dayMs),
  overdue: new Date(now.getTime() - 1.5 * dayMs),
})

type Untold = { row: UntoldRow; changes: SearchChange }

/** The mail and that they are told are one transaction, so no change is told twice and none is lost. */
export async function tellChanges(services: Services, userId: string): Promise<void> {
  const found: Untold[] = []
  for (const row of await untoldOf(services.db, userId)) found.push({ row, changes: await changesOf(services, row) })
  await inTransaction(services, async (inside) => {
    const { db, clock } = inside
    const at = clock.now()
    const stillUntold = new Map((await untoldOf(db, userId, { lock: true })).map((row) => [row.id, row]))
    // Since the job was queued one may have come to wait for its count: once that is made there is another job.
    if (await hasWaiting(db, userId, waitingAt(at))) return
    const untold = found.filter(({ row }) => isSame(row, stillUntold.get(row.id)))
    const changes = untold.map((one) => one.changes).filter(isChange)
    if (changes.length > 0) {
      const reader = await findMailRecipient(db, userId)
      if (!reader?.isActive || !reader.emailVerifiedAt || !(await takeMail(db, userId, { at, since: mailedSince(at) })))
        return
      await queueMail(inside, changesMail(inside, reader, changes))
    }
    for (const { row } of untold) await updateSavedSearch(db, row.id, { notifiedSet: row.currentSet })
  })
}

/** What came and went again meanwhile is no change. */
async function changesOf(
  { clickhouse }: Services,
  { id, name, notifiedSet, currentSet }: UntoldRow,
): Promise<SearchChange> {
  if (notifiedSet === null || currentSet === null) throw new Error(`nothing of search ${id} can be compared`)
  return { id, name, ...(await differenceOf(clickhouse, notifiedSet, currentSet)) }
}

const isSame = (row: UntoldRow, now: UntoldRow | undefined) =>
  now !== undefined && now.notifiedSet === row.notifiedSet && now.currentSet === row.currentSet
