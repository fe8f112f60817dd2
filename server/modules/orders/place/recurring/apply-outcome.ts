import { maxFailedRuns, type PauseReason } from '@dooryard/contract/recurring/recurring-orders'
import type { RecurringOutcome } from '@dooryard/contract/recurring/recurring-run'
import type { Services } from '../../../../platform/context.ts'
import { recurringPausedMail } from '../../../../platform/mail/templates/orders/recurring-orders.ts'
import { notifyUser } from '../../../identity/index.ts'
import { type RecurringRow, updateRecurring } from './recurring.queries.ts'

type OutcomeServices = Pick<Services, 'db' | 'clock' | 'secrets' | 'publicUrl' | 'log'>

export type RunOutcome = {
  outcome: RecurringOutcome
  detail?: string | undefined
  /** What refused the run may pass without the user, so that it is tried again like a failure. */
  isTemporary?: boolean
}

const pausingOutcomes: Partial<Record<RecurringOutcome, PauseReason>> = {
  LOW_BALANCE: 'LOW_BALANCE',
  SEARCH_DELETED: 'SEARCH_DELETED',
  UNAVAILABLE: 'UNAVAILABLE',
}

/** Pauses after what would happen again, and notifies the user; a run that did not fail ends a row of failures. */
export async function applyOutcome(tx: OutcomeServices, row: RecurringRow, run: RunOutcome): Promise<void> {
  const { outcome, isTemporary = false } = run
  const failures = outcome === 'FAILED' || isTemporary ? row.failures + 1 : 0
  const pauseReason = isTemporary ? undefined : pausingOutcomes[outcome]
  const reason = pauseReason ?? (failures >= maxFailedRuns ? 'FAILED_RUNS' : undefined)
  const updatedAt = tx.clock.now()
  if (!reason || !row.nextRunAt) {
    await updateRecurring(tx.db, row.id, { failures, updatedAt })
    return
  }
  await updateRecurring(tx.db, row.id, { failures, nextRunAt: null, pauseReason: reason, updatedAt })
  await notifyOfPause(tx, row, explainPause(reason, run))
}

function explainPause(reason: PauseReason, { detail }: RunOutcome): string {
  const explanations: Record<PauseReason, string> = {
    USER: 'You paused it.',
    LOW_BALANCE: 'Your balance does not cover the next order. Buy credits, then resume it.',
    FAILED_RUNS: 'Its last three runs failed. Nothing was charged for them. Resume it to try again.',
    SEARCH_DELETED: 'Its saved search was deleted. Restore it or choose other filters, then resume.',
    UNAVAILABLE: `${detail ?? 'Its last run could not order.'} Nothing was charged. Once that is solved, resume it.`,
  }
  return explanations[reason]
}

async function notifyOfPause(tx: OutcomeServices, { id, userId, name }: RecurringRow, why: string): Promise<void> {
  const page = `/portal/recurring-orders?open=${id}`
  const title = `Recurring order paused: ${name}`
  await notifyUser(tx, {
    ...{ userId, kind: 'RECURRING_ORDER', title, body: why, path: page },
    mail: (reader) => recurringPausedMail(tx, reader, { name, why, page }),
  })
}
