import { type ParsedCronItem, parseCronItems, type Runner } from 'graphile-worker'

/** A job that is run again and again: when, as a line of a crontab has it, and what. */
type ScheduledJob = { cron: string; run: () => Promise<unknown> }

export type Schedule = Readonly<Record<string, ScheduledJob>>

type Run = ScheduledJob['run']

export const everyMinute = (run: Run): ScheduledJob => ({ cron: '* * * * *', run })
export const everyHour = (run: Run): ScheduledJob => ({ cron: '17 * * * *', run })

/** Tells the jobs of a schedule from others, in the database. */
const payload = { scheduled: true }

/**
 * Has a scheduled job begin anew where it still waits or has failed, never run beside itself in whichever process, and go
 * before other jobs, so that no backlog of these holds it up.
 */
const toSpec = (task: string) => ({ jobKey: task, queueName: task, priority: -1 })

export const toCronItems = (schedule: Schedule): ParsedCronItem[] =>
  parseCronItems(
    Object.entries(schedule).map(([task, { cron }]) => ({ task, match: cron, payload, options: toSpec(task) })),
  )

export async function addScheduledJobs({ addJob }: Pick<Runner, 'addJob'>, schedule: Schedule): Promise<void> {
  for (const task of Object.keys(schedule)) await addJob(task, payload, toSpec(task))
}
