import { setImmediate as giveWay } from 'node:timers/promises'
import { dayMs } from '@dooryard/contract/api/time'
import { findNextDueDate, setDueUntil } from '../../modules/billing/index.ts'
import { type HistoryPosition, saveHistoryPosition } from '../../modules/demo/index.ts'
import { findNextTaskNotice } from '../../modules/orders/index.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import {
  claimDueJob,
  findNextPrefixedDate,
  historyJobPrefix,
  type PrefixedJob,
  postponeJob,
  removeJob,
} from '../../platform/jobs/prefixed-jobs.ts'
import type { Schedule } from '../../platform/jobs/schedule.ts'
import type { HistoryClock } from './history-clock.ts'
import type { HistoryServices, HistoryStep } from './history-step.ts'

/** Scheduled jobs that run when they have something to do, which is known beforehand. */
const [renewals, notices] = [['run-sandbox'], ['notify-of-due-tasks', 'send-task-digests']]
/** The scheduled jobs that make a difference to a year; the others clean up or repair, and run when it is over. */
const dailyJobs = ['end-grace-periods', 'grant-months-of-annual-plans', 'expire-orders']
const weeklyJobs = ['record-commissions', 'resume-top-ups', 'sync-overdue-subscriptions']

const maxAttempts = 3
const retryMs = 60_000

export type HistoryRun = {
  services: HistoryServices & { clock: HistoryClock }
  position: HistoryPosition
  steps: readonly HistoryStep[]
  tasks: Readonly<Record<string, Task>>
  schedule: Schedule
  signal: AbortSignal
}

/**
 * Runs the steps in order of time, and in between what falls due: renewals of the sandbox, queued jobs
 * and daily ones, each at its own instant. Returns false where it was stopped.
 */
export async function runHistory(run: HistoryRun): Promise<boolean> {
  const { services, position, signal } = run
  await setDueUntil(services.db, position.endsAt)
  // What was due when an interruption came; later it is not found by its date.
  await runScheduled(run, [...renewals, ...notices])
  let from = position.writtenUntil
  for (const step of listRemainingSteps(run.steps, position)) {
    await playUntil(run, from, step.at)
    if (signal.aborted) return false
    await moveTo(run, step.at, step.name)
    await runOrLog(services, step.name, () => step.run(services))
    await runJobs(run)
    from = step.at
    await giveWay()
  }
  await playUntil(run, from, position.endsAt)
  return !signal.aborted
}

/** In order of time; those of one instant in order of their names. */
function listRemainingSteps(steps: readonly HistoryStep[], { writtenUntil, lastStep }: HistoryPosition) {
  const sorted = steps.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.name < b.name ? -1 : 1))
  const last = sorted.findIndex(({ name }) => name === lastStep)
  return last < 0 ? sorted.filter(({ at }) => at >= writtenUntil) : sorted.slice(last + 1)
}

/** Everything that falls due in between, first things first. */
async function playUntil(run: HistoryRun, from: Date, until: Date): Promise<void> {
  const { services, signal } = run
  // Not the clock, which runs on during a step: what falls due meanwhile must not be passed over.
  let reached = from
  while (!signal.aborted) {
    const nextDay = new Date((Math.floor(reached.getTime() / dayMs) + 1) * dayMs)
    const job = await findNextPrefixedDate(services.db, historyJobPrefix)
    const renewal = await findNextDueDate(services.db, reached)
    const notice = await findNextTaskNotice(services.db, reached)
    const due = [nextDay, job, renewal, notice].flatMap((at) => at?.getTime() ?? [])
    const next = new Date(Math.min(...due))
    if (next > until) return
    const isDue = (at: Date | undefined) => at !== undefined && at <= next
    await moveTo(run, next)
    if (isDue(renewal)) await runScheduled(run, renewals)
    if (isDue(notice)) await runScheduled(run, notices)
    if (isDue(nextDay)) await runScheduled(run, nextDay.getUTCDay() === 1 ? [...dailyJobs, ...weeklyJobs] : dailyJobs)
    await runJobs(run)
    reached = next
  }
}

async function moveTo({ services }: HistoryRun, at: Date, lastStep?: string): Promise<void> {
  services.clock.moveTo(at)
  const writtenUntil = services.clock.now()
  await saveHistoryPosition(services.db, { writtenUntil, changedAt: new Date(), ...(lastStep && { lastStep }) })
}

/** One that fails runs once more: what it left would wait until something else falls due. */
async function runScheduled({ services, schedule }: HistoryRun, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const job = schedule[name]
    if (job && !(await runOrLog(services, name, job.run))) await runOrLog(services, name, job.run)
  }
}

/** The jobs that are due, one after another. */
async function runJobs(run: HistoryRun): Promise<void> {
  const { services, signal } = run
  while (!signal.aborted) {
    const job = await claimDueJob(services.db, historyJobPrefix, services.clock.now())
    if (!job) return
    await runJob(run, job)
  }
}

async function runJob({ services, tasks, signal }: HistoryRun, job: PrefixedJob): Promise<void> {
  const { db, clock, log } = services
  const attempt = job.attempts + 1
  try {
    const task = tasks[job.name]
    if (!task) throw new Error(`nothing does the job ${job.name}`)
    await task(job.payload, { attempt, maxAttempts, signal })
  } catch (err) {
    if (attempt < maxAttempts) {
      const runAt = new Date(clock.now().getTime() + retryMs * attempt)
      await postponeJob(db, { id: job.id, attempts: attempt }, runAt)
      return
    }
    log.warn({ err, job: job.name }, "A job of the demo's history failed")
  }
  await removeJob(db, job.id)
}

/** A demo without a part of its history is better than none. Returns whether the work succeeded. */
async function runOrLog({ log }: HistoryServices, name: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (err) {
    log.warn({ err, step: name }, "A step of the demo's history was left out")
    return false
  }
}
