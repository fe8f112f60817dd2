import type { Job } from '@dooryard/contract/operations'
import { errorLine } from '../../platform/error-line.ts'
import type { JobRow } from '../../platform/jobs.queries.ts'
import { jobTitle } from './job-titles.ts'

/** A job as administrators see it: without what is in it, which may be a code or a mail. */
export function presentJob(row: JobRow): Job {
  const { id, task, state, attempts, maxAttempts, createdAt, runAt, lastError } = row
  const about = aboutOf(row)
  return {
    ...{ id, task, title: jobTitle(task), state, attempts, maxAttempts },
    ...(about && { about }),
    createdAt: createdAt.toISOString(),
    runAt: runAt.toISOString(),
    ...(lastError !== null && { lastError: errorLine(lastError) }),
  }
}

function aboutOf({ task, orderId, importId, userId }: JobRow): Job['about'] {
  if (orderId !== null) return { type: 'order', id: orderId }
  if (importId !== null) return { type: task === 'import-roll' ? 'roll_import' : 'file_import', id: importId }
  return userId === null ? undefined : { type: 'user', id: userId }
}
