import { setTimeout as sleep } from 'node:timers/promises'
import type { Operations } from '@dooryard/contract/admin/operations'
import { dayMs, minuteMs } from '@dooryard/contract/api/time'
import type { Services } from '../../platform/context.ts'
import { appError, isAppError } from '../../platform/errors/app-error.ts'
import { formatErrorLine } from '../../platform/errors/error-line.ts'
import { countJobsByTask, findOldestDueJob, listActiveWorkers } from '../../platform/jobs/jobs.queries.ts'
import { deadAfterMs } from '../../platform/jobs/jobs.ts'
import { sendMailJob } from '../../platform/mail/mail.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { getInProgressStats } from '../orders/index.ts'
import { getRollStats } from '../properties/index.ts'
import { countFailingWebhooks, getWebhookQueueStats } from '../webhooks/index.ts'
import { getJobTitle } from './jobs.ts'
import { buildNotices } from './notice-rules.ts'
import { getClickHouseStats, getPostgresStats, type StoreStats } from './stores.queries.ts'

export type ServerInfo = {
  version: string
  startedAt: Date
  roles: readonly ('api' | 'worker')[]
  isEmbedded: { postgres: boolean; clickhouse: boolean }
  mailTransport: Operations['mails']['way']
}

export type RequestServerInfo = { contract: string; streams: number }

export type OperationsTimeouts = { storeTimeoutMs: number; queuesTimeoutMs: number }

const defaultTimeouts: OperationsTimeouts = { storeTimeoutMs: 2_000, queuesTimeoutMs: 5_000 }
const overdueAfterMs = minuteMs

/** A store that does not respond delays the result by two seconds. UNAVAILABLE if the database does not respond. */
export async function getOperations(
  { db, clickhouse, clock }: Services,
  { version, startedAt, roles, isEmbedded, mailTransport }: ServerInfo,
  { contract, streams }: RequestServerInfo,
  { storeTimeoutMs, queuesTimeoutMs }: OperationsTimeouts = defaultTimeouts,
): Promise<Operations> {
  const [postgres, properties, queues] = await Promise.all([
    getStoreHealth('POSTGRESQL', isEmbedded.postgres, storeTimeoutMs, () => getPostgresStats(db)),
    getStoreHealth('CLICKHOUSE', isEmbedded.clickhouse, storeTimeoutMs, (signal) =>
      getClickHouseStats(clickhouse, signal),
    ),
    runWithTimeout(queuesTimeoutMs, () => getQueueStats(db, clock.now())).catch((cause: unknown) => {
      const sentence = 'The state of the jobs cannot be read just now. Please try again in a moment.'
      throw Object.assign(appError('UNAVAILABLE', sentence), { cause })
    }),
  ])
  const { jobs } = queues
  const mailJobs = jobs.byTask.find(({ task }) => task === sendMailJob)
  const snapshot = {
    at: clock.now().toISOString(),
    stores: [postgres, properties],
    ...queues,
    mails: {
      way: mailTransport,
      waiting: mailJobs ? mailJobs.waiting + mailJobs.running + mailJobs.retrying : 0,
      failed: mailJobs?.failed ?? 0,
    },
  }
  return {
    ...snapshot,
    notices: buildNotices(snapshot),
    versions: { dooryard: version, node: process.versions.node, contract },
    server: {
      startedAt: startedAt.toISOString(),
      memoryBytes: process.memoryUsage.rss(),
      streams,
      roles: [...roles],
    },
  }
}

type StoreHealth = Operations['stores'][number]

async function getStoreHealth(
  name: StoreHealth['name'],
  isEmbedded: boolean,
  timeoutMs: number,
  ask: (signal: AbortSignal) => Promise<StoreStats>,
): Promise<StoreHealth> {
  try {
    const { milliseconds, ...facts } = await runWithTimeout(timeoutMs, ask)
    return { name, isUp: true, isEmbedded, milliseconds: Math.round(milliseconds * 10) / 10, ...facts }
  } catch (error) {
    const problem = formatErrorLine(getReason(error))
    return { name, isUp: false, isEmbedded, problem: problem || 'It gave no reason.' }
  }
}

function getReason(error: unknown): string {
  if (isAppError(error) && error.cause !== undefined) return getReason(error.cause)
  if (error instanceof AggregateError) return getReason(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

async function getQueueStats(db: Db, now: Date) {
  const [workers, jobs, orders, webhooks, failing, rolls] = await Promise.all([
    listActiveWorkers(db, deadAfterMs),
    getJobStats(db),
    getInProgressStats(db),
    getWebhookQueueStats(db, new Date(now.getTime() - overdueAfterMs)),
    countFailingWebhooks(db, new Date(now.getTime() - dayMs)),
    getRollStats(db),
  ])
  return {
    workers: workers.map(({ beatAt, ...worker }) => ({ ...worker, beatAt: beatAt.toISOString() })),
    jobs,
    orders: { ...orders, oldest: orders.oldest?.toISOString() ?? null },
    webhooks: { ...webhooks, failing },
    rolls: {
      ...rolls,
      dataVersion: rolls.dataVersion?.toISOString() ?? null,
      newest: rolls.newest?.toISOString() ?? null,
    },
  }
}

const noJobs = { waiting: 0, running: 0, retrying: 0, failed: 0 }
const countNames = { WAITING: 'waiting', RUNNING: 'running', RETRYING: 'retrying', FAILED: 'failed' } as const

async function getJobStats(db: Db): Promise<Operations['jobs']> {
  const [counted, oldestDue] = await Promise.all([countJobsByTask(db), findOldestDueJob(db)])
  const sums = { ...noJobs }
  for (const { state, count } of counted) sums[countNames[state]] += count
  const byTask = [...Map.groupBy(counted, ({ task }) => task)].map(([task, rows]) => {
    const counts = { ...noJobs }
    for (const { state, count } of rows) counts[countNames[state]] = count
    return { task, title: getJobTitle(task), ...counts }
  })
  return { ...sums, oldestDue: oldestDue?.toISOString() ?? null, byTask }
}

/** Rejects after `ms`, and aborts the signal passed to the work. */
export async function runWithTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const [ending, settled] = [new AbortController(), new AbortController()]
  const rejectAfterTimeout = async (): Promise<never> => {
    await sleep(ms, undefined, { ref: false, signal: settled.signal })
    const late = new Error(`It did not answer within ${ms / 1_000} s.`)
    ending.abort(late)
    throw late
  }
  try {
    return await Promise.race([work(ending.signal), rejectAfterTimeout()])
  } finally {
    settled.abort()
  }
}
