import type { Job, JobState } from '@dooryard/contract/admin/operations'
import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors/app-error.ts'
import { formatErrorLine } from '../../platform/errors/error-line.ts'
import { toCurrentJobName } from '../../platform/jobs/former-job-names.ts'
import {
  countJobs,
  findJob,
  type JobFilter,
  type JobRow,
  listJobRows,
  retryJobNow,
} from '../../platform/jobs/jobs.queries.ts'
import { retryExhaustedJobs } from '../../platform/jobs/jobs.ts'
import { inTransaction } from '../../platform/postgres/database.ts'

export async function listJobs({ db }: Pick<Context, 'db'>, query: PageQuery & JobFilter): Promise<PageResult<Job>> {
  const [rows, count] = await Promise.all([listJobRows(db, query, toSlice(query)), countJobs(db, query)])
  return toPage(rows.map(presentJob), count, query)
}

/**
 * CONFLICT while a worker runs it, NOT_FOUND once it is done; a job that is only waiting for a worker stays unchanged.
 */
export const retryJob = (ctx: Context, id: string): Promise<Job> =>
  inTransaction(ctx, async (tx) => {
    const { db } = tx
    const before = await requireJob(tx, id)
    if (before.state === 'WAITING' && before.isDue) return presentJob(before)
    if (before.state === 'RUNNING' || !(await retryJobNow(db, id))) throw jobRunningError()
    const after = await requireJob(tx, id)
    const { task, attempts, state } = before
    await audit(tx, {
      action: 'job.retried',
      object: { type: 'job', id },
      before: { state, attempts },
      after: { task, state: after.state, attempts: after.attempts },
    })
    return presentJob(after)
  })

export const retryTask = (ctx: Context, task: string): Promise<{ retried: number }> =>
  inTransaction(ctx, async (tx) => {
    const retried = await retryExhaustedJobs(tx.db, task)
    if (retried > 0)
      await audit(tx, {
        action: 'job.retried',
        object: { type: 'task', id: task },
        before: { state: 'FAILED' satisfies JobState, jobs: retried },
        after: { retried },
      })
    return { retried }
  })

async function requireJob({ db }: Pick<Context, 'db'>, id: string): Promise<JobRow> {
  const row = await findJob(db, id)
  if (!row) throw notFound('This job')
  return row
}

const jobRunningError = () => appError('CONFLICT', 'This job is running. Check again when it has ended.')

/** Omits the payload, which may be a code or a mail. */
export function presentJob(row: JobRow): Job {
  const { id, task, state, attempts, maxAttempts, createdAt, runAt, lastError } = row
  const about = getJobSubject(row)
  return {
    ...{ id, task, title: getJobTitle(task), state, attempts, maxAttempts },
    ...(about && { about }),
    createdAt: createdAt.toISOString(),
    runAt: runAt.toISOString(),
    ...(lastError !== null && { lastError: formatErrorLine(lastError) }),
  }
}

function getJobSubject({ task, orderId, importId, userId }: JobRow): Job['about'] {
  if (orderId !== null) return { type: 'order', id: orderId }
  if (importId !== null) return { type: task === 'import-roll' ? 'roll_import' : 'file_import', id: importId }
  return userId === null ? undefined : { type: 'user', id: userId }
}

/** Titles of all tasks of a worker. */
const titleByTask = new Map([
  ['fulfil-priced-order', 'Fulfill an order'],
  ['fulfil-order', 'Fulfill an order'],
  ['advance-test-order', 'Move a test order on'],
  ['run-recurring-order', 'Run a recurring order'],
  ['queue-recurring-orders', 'Queue recurring orders'],
  ['fail-abandoned-runs', 'Fail abandoned runs of recurring orders'],
  ['check-spending', 'Check spending alerts'],
  ['grant-months-of-annual-plans', 'Grant the monthly credits of annual plans'],
  ['send-billing-details', 'Send billing details to the payment provider'],
  ['mail-email-change', 'Mail the codes of an email change'],
  ['purge-email-changes', 'Delete expired email changes'],
  ['purge-notifications', 'Delete old notifications'],
  ['purge-test-orders', 'Delete old test orders'],
  ['refresh-dnc', 'Recheck the numbers of an order'],
  ['import-dnc-file', 'Import a do-not-call list'],
  ['import-contacts-file', 'Import a contacts file'],
  ['import-roll', 'Import a county dataset'],
  ['import-gazetteer', 'Import a gazetteer'],
  ['import-map', 'Import streets'],
  ['refresh-dataset', 'Refresh a county dataset'],
  ['queue-refreshes', 'Queue refreshes of county datasets'],
  ['notify-of-waiting-versions', 'Tell administrators of county datasets that wait'],
  ['end-abandoned-versions', 'End versions of county datasets that stopped loading'],
  ['purge-version-files', 'Delete files of old county dataset versions'],
  ['receive-county-file', 'Fetch a file of a new county'],
  ['read-county-file', 'Read the tables of a file of a new county'],
  ['propose-county-source', 'Propose the source of a new county'],
  ['count-county-joins', 'Count the joined rows of a new county'],
  ['check-county-setup', 'Check the files of a new county'],
  ['maintain-county-setups', 'Delete old setups of counties'],
  ['send-mail', 'Send a mail'],
  ['register-account', 'Create a registered account'],
  ['mail-code', 'Mail a code'],
  ['mail-sign-in-link', 'Mail a sign-in link'],
  ['purge-picture', 'Delete an unused profile picture'],
  ['verify-ledger', 'Verify the ledger'],
  ['recount-searches', 'Count the saved searches of a user'],
  ['notify-search-changes', 'Notify of changes of saved searches'],
  ['apply-payment-event', 'Process a payment provider event'],
  ['top-up-credits', 'Top up credits'],
  ['finish-refund', 'Finish a refund'],
  ['deliver-sandbox-event', 'Deliver a sandbox event'],
  ['rescue-orders', 'Restart orders without a job'],
  ['rescue-dnc-refreshes', 'Restart number checks without a job'],
  ['expire-orders', 'Expire call-ready lists'],
  ['purge-export-files', 'Delete old export files'],
  ['purge-deleted-notes', 'Purge deleted notes'],
  ['notify-of-due-tasks', 'Remind of due tasks'],
  ['send-task-digests', 'Mail the tasks of the day'],
  ['purge-deleted-tasks', 'Purge deleted tasks'],
  ['make-mailing-file', 'Make a file of letters'],
  ['purge-mailing-files', 'Delete old files of letters'],
  ['purge-deleted-lists', 'Purge deleted lists'],
  ['maintain-file-imports', 'Maintain file imports'],
  ['purge-file-drafts', 'Delete files whose writing was cut off'],
  ['purge-idempotency-keys', 'Delete old idempotency keys'],
  ['purge-upload-counts', 'Delete old upload counts'],
  ['purge-rate-limits', 'Delete old rate limit counts'],
  ['purge-failed-jobs', 'Delete old failed jobs'],
  ['purge-owner-reveals', 'Delete old owner reveals'],
  ['purge-suppression-uploads', 'Delete files of suppression lists whose upload was cut off'],
  ['purge-name-searches', 'Delete owner names searched for on earlier days'],
  ['purge-superseded-jobs', 'Delete superseded failed jobs'],
  ['purge-codes', 'Delete expired codes'],
  ['purge-passkey-challenges', 'Delete used passkey challenges'],
  ['purge-second-factors', 'Delete expired sign-ins and devices'],
  ['purge-provider-requests', 'Delete expired sign-ins at providers'],
  ['purge-sessions', 'Delete old sessions'],
  ['purge-unverified-accounts', 'Delete unverified accounts'],
  ['purge-api-key-use', 'Delete old API key usage'],
  ['delete-lists-of-closed-accounts', 'Delete do-not-call lists of closed accounts'],
  ['purge-dnc-numbers', 'Delete unused do-not-call numbers'],
  ['renew-demo-registry', 'Renew the demo do-not-call registry'],
  ['sync-traces', 'Copy contacts to the property store'],
  ['purge-traces', 'Delete contacts too old to reuse'],
  ['schedule-ledger-check', 'Schedule the ledger check'],
  ['record-commissions', 'Record commissions of affiliates'],
  ['queue-recounts', 'Queue saved search counts'],
  ['queue-search-changes', 'Queue saved search mails'],
  ['purge-deleted-searches', 'Purge deleted saved searches'],
  ['purge-search-counts', 'Delete old saved search counts'],
  ['purge-match-sets', 'Delete unused saved search matches'],
  ['run-sandbox', 'Renew sandbox subscriptions'],
  ['sync-overdue-subscriptions', 'Sync overdue subscriptions'],
  ['end-grace-periods', 'End subscription grace periods'],
  ['end-stranded-subscriptions', 'End subscriptions of an earlier payment provider'],
  ['purge-payment-events', 'Delete old payment provider events'],
  ['purge-quotes', 'Delete old subscription previews'],
  ['delete-cards-of-closed-accounts', 'Delete cards of closed accounts'],
  ['expire-checkouts', 'Expire checkouts'],
  ['resume-top-ups', 'Resume automatic top-ups'],
  ['end-undeliverable-attempts', 'End undeliverable webhook events'],
  ['purge-webhook-log', 'Delete old webhook log entries'],
  ['purge-deleted-webhooks', 'Purge deleted webhooks'],
  ['purge-errors', 'Delete old error reports'],
  ['purge-previous-secrets', 'Delete expired webhook secrets'],
])

/** Falls back to the task's name, for tasks of another release. */
export const getJobTitle = (task: string): string => titleByTask.get(toCurrentJobName(task)) ?? task

export const listTitledTasks = (): string[] => [...titleByTask.keys()]
