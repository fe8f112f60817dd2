import { setTimeout as sleep } from 'node:timers/promises'
import type { Operations } from '@dooryard/contract/operations'
import { dayMs, minuteMs } from '@dooryard/contract/time'
import type { Services } from '../../platform/context.ts'
import { errorLine } from '../../platform/error-line.ts'
import { appError, isAppError } from '../../platform/errors.ts'
import { countJobsByTask, livingWorkers, oldestDueJob } from '../../platform/jobs.queries.ts'
import { deadAfterMs } from '../../platform/jobs.ts'
import { sendMailJob } from '../../platform/mail/mail.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { allOrdersUnderWay } from '../orders/index.ts'
import { rollFigures } from '../properties/index.ts'
import { countFailing, queueFigures } from '../webhooks/index.ts'
import { jobTitle } from './jobs.ts'
import { noticesOf } from './notice-rules.ts'
import { askClickHouse, askPostgres, type StoreFacts } from './stores.queries.ts'

export type Machinery = {
  version: string
  startedAt: Date
  roles: readonly ('api' | 'worker')[]
  isEmbedded: { postgres: boolean; clickhouse: boolean }
  mailWay: Operations['mails']['way']
}

export type Server = { contract: string; streams: number }

export type Patience = { storeMs: number; restMs: number }

const defaultPatience: Patience = { storeMs: 2_000, restMs: 5_000 }
const overdueMs = minuteMs

/** A store that hangs delays the answer by two seconds. UNAVAILABLE where the database does not answer. */
export async function showOperations(
  { db, clickhouse, clock }: Services,
  { version, startedAt, roles, isEmbedded, mailWay }: Machinery,
  { contract, streams }: Server,
  { storeMs, restMs }: Patience = defaultPatience,
): Promise<Operations> {
  const [postgres, properties, queues] = await Promise.all([
    storeOf('POSTGRESQL', isEmbedded.postgres, storeMs, () => askPostgres(db)),
    storeOf('CLICKHOUSE', isEmbedded.clickhouse, storeMs, (signal) => askClickHouse(clickhouse, signal)),
    within(restMs, () => queuesOf(db, clock.now())).catch((cause: unknown) => {
      const sentence = 'The state of the jobs cannot be read just now. Please try again in a moment.'
      throw Object.assign(appError('UNAVAILABLE', sentence), { cause })
    }),
  ])
  const { jobs } = queues
  const ofMails = jobs.byTask.find(({ task }) => task === sendMailJob)
  const known = {
    at: clock.now().toISOString(),
    stores: [postgres, properties],
    ...queues,
    mails: {
      way: mailWay,
      waiting: ofMails ? ofMails.waiting + ofMails.running + ofMails.retrying : 0,
      failed: ofMails?.failed ?? 0,
    },
  }
  return {
    ...known,
    notices: noticesOf(known),
    versions: { dooryard: version, node: process.versions.node, contract },
    server: {
      startedAt: startedAt.toISOString(),
      memoryBytes: process.memoryUsage.rss(),
      streams,
      roles: [...roles],
    },
  }
}

type Store = Operations['stores'][number]

async function storeOf(
  name: Store['name'],
  isEmbedded: boolean,
  patienceMs: number,
  ask: (signal: AbortSignal) => Promise<StoreFacts>,
): Promise<Store> {
  try {
    const { milliseconds, ...facts } = await within(patienceMs, ask)
    return { name, isUp: true, isEmbedded, milliseconds: Math.round(milliseconds * 10) / 10, ...facts }
  } catch (error) {
    const problem = errorLine(reasonOf(error))
    return { name, isUp: false, isEmbedded, problem: problem || 'It gave no reason.' }
  }
}

function reasonOf(error: unknown): string {
  if (isAppError(error) && error.cause !== undefined) return reasonOf(error.cause)
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

async function queuesOf(db: Db, now: Date) {
  const [workers, jobs, orders, webhooks, failing, rolls] = await Promise.all([
    livingWorkers(db, deadAfterMs),
    jobsOf(db),
    allOrdersUnderWay(db),
    queueFigures(db, new Date(now.getTime() - overdueMs)),
    countFailing(db, new Date(now.getTime() - dayMs)),
    rollFigures(db),
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
const names = { WAITING: 'waiting', RUNNING: 'running', RETRYING: 'retrying', FAILED: 'failed' } as const

async function jobsOf(db: Db): Promise<Operations['jobs']> {
  const [counted, oldestDue] = await Promise.all([countJobsByTask(db), oldestDueJob(db)])
  const sums = { ...noJobs }
  for (const { state, count } of counted) sums[names[state]] += count
  const byTask = [...Map.groupBy(counted, ({ task }) => task)].map(([task, rows]) => {
    const counts = { ...noJobs }
    for (const { state, count } of rows) counts[names[state]] = count
    return { task, title: jobTitle(task), ...counts }
  })
  return { ...sums, oldestDue: oldestDue?.toISOString() ?? null, byTask }
}

/** Rejects after `ms`, and aborts the signal that the work was given. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const [ending, settled] = [new AbortController(), new AbortController()]
  const silence = async (): Promise<never> => {
    await sleep(ms, undefined, { ref: false, signal: settled.signal })
    const late = new Error(`It did not answer within ${ms / 1_000} s.`)
    ending.abort(late)
    throw late
  }
  try {
    return await Promise.race([work(ending.signal), silence()])
  } finally {
    settled.abort()
  }
}
