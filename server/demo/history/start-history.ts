import { setTimeout } from 'node:timers/promises'
import { minuteMs } from '@dooryard/contract/api/time'
import { SimpleFaker } from '@faker-js/faker'
import type { Billing } from '../../modules/billing/index.ts'
import { createSandbox, setDueUntil } from '../../modules/billing/index.ts'
import { noContactProvider } from '../../modules/contacts/index.ts'
import { finishHistory, getUnfinishedHistory, type HistoryPosition } from '../../modules/demo/index.ts'
import { deletePastAttempts } from '../../modules/webhooks/index.ts'
import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import { historyJobPrefix, releasePrefixedJobs } from '../../platform/jobs/prefixed-jobs.ts'
import type { Schedule } from '../../platform/jobs/schedule.ts'
import { tryWithLock } from '../../platform/postgres/advisory-locks.ts'
import { openPool } from '../../platform/postgres/database.ts'
import { createShiftedDatabase } from '../../platform/postgres/shifted-database.ts'
import { historyGenerators } from './generators.ts'
import { createHistoryClock } from './history-clock.ts'
import type { HistoryGenerator, HistoryStep, PastServices } from './history-step.ts'
import { createPastUsers, type PastFetch } from './past-api.ts'
import { runHistory } from './run-history.ts'

const seed = 20_260

export type HistoryParts = {
  services: Services
  billing: Billing
  connectionString: string
  generators?: readonly HistoryGenerator[]
  /** Before it is tried again; twice as long each time. */
  pauseMs?: number
  /** The portal itself, with services in the past. */
  compose: (services: PastServices) => { tasks: Readonly<Record<string, Task>>; schedule: Schedule; fetch: PastFetch }
}

export type HistoryWriting = { done: Promise<void>; stop: () => Promise<unknown> }

/**
 * Writes the rest of the demo's history in the background, where one was begun. An interrupted one is completed by the
 * next start; of two processes, one writes.
 */
export function startHistory(parts: HistoryParts): HistoryWriting {
  const aborting = new AbortController()
  const done = writeUntilDone(parts, aborting.signal)
  const stop = () => {
    aborting.abort()
    return done
  }
  return { done, stop }
}

const longestPauseMs = 10 * minuteMs

/** A failing store ends no history: purchases of the present wait for its end. */
async function writeUntilDone(parts: HistoryParts, signal: AbortSignal): Promise<void> {
  const { db, log } = parts.services
  for (let pauseMs = parts.pauseMs ?? 10_000; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await tryWithLock(db, 'demo history', () => writeHistory(parts, signal))
      return
    } catch (err) {
      log.warn({ err }, "The demo's history was interrupted, and is tried again")
      await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

async function writeHistory(parts: HistoryParts, signal: AbortSignal): Promise<void> {
  const { services: present, connectionString } = parts
  const position = await getUnfinishedHistory(present.db)
  if (!position) return
  const pool = openPool(connectionString, { max: 4, log: present.log, name: 'dooryard demo history' })
  try {
    const clock = createHistoryClock(position.writtenUntil)
    const db = createShiftedDatabase(pool, { getOffsetMs: clock.getOffsetMs, jobPrefix: historyJobPrefix })
    const past = { ...present, db, clock, log: present.log.child({ part: 'demo history' }, { level: 'warn' }) }
    const { invoicing, provider } = parts.billing
    const sandbox = provider?.name === 'SANDBOX' ? createSandbox(past) : null
    const pastServices = { ...past, provider: sandbox, invoicing, contacts: noContactProvider }
    const { fetch, ...jobs } = parts.compose(pastServices)
    const services = { ...pastServices, fetch, as: createPastUsers(past, fetch), signal }
    const run = {
      services,
      position,
      steps: planHistory(parts.generators ?? historyGenerators, position),
      ...jobs,
      signal,
    }
    if (!(await runHistory(run))) return
    await deletePastAttempts(present.db)
    await releasePrefixedJobs(present.db, historyJobPrefix)
    await setDueUntil(present.db, null)
    await finishHistory(present.db, present.clock.now())
  } finally {
    await pool.end()
  }
}

/** Each generator has random numbers of its own, so that a change of one leaves the others as they are. */
const planHistory = (generators: readonly HistoryGenerator[], period: HistoryPosition): HistoryStep[] =>
  generators.flatMap((generate, index) => [...generate(period, new SimpleFaker({ seed: seed + index }))])
