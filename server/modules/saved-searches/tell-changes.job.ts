import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { addJob, type Task } from '../../platform/jobs.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { mailedSince, tellChanges, waitingAt } from './tell-changes.ts'
import { usersToTell } from './untold-searches.queries.ts'

export const tellChangesJob = 'tell-search-changes'

const Payload = z.object({ userId: z.uuid() })

const atOnce = 500

/** Adds a job for each user who is to be mailed what changed, once all of their searches are counted. */
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

/** Mails a user what changed of their searches. */
export const runTellChanges =
  (services: Services): Task =>
  (payload) =>
    tellChanges(services, Payload.parse(payload).userId)
