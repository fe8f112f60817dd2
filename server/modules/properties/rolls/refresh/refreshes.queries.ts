import { type RefreshOutcome, RefreshPlan, type RefreshSchedule } from '@dooryard/contract/data/datasets/refresh-plans'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Marker } from '../../../../platform/files/locations/opened-location.ts'
import type { Db } from '../../../../platform/postgres/database.ts'

const columns = [
  'source',
  'locations',
  'schedule',
  'nextRunAt',
  'pauseReason',
  'markers',
  'lastRunAt',
  'lastOutcome',
  'lastMessage',
] as const

export type RefreshRow = Awaited<ReturnType<typeof listRefreshes>>[number]

/** Written only as a validated plan. */
export const getPlan = ({ locations, schedule }: Pick<RefreshRow, 'locations' | 'schedule'>): RefreshPlan =>
  RefreshPlan.parse({ locations, schedule })

const Markers = z.record(z.string(), z.record(z.string(), z.string()))

export const getMarkers = ({ markers }: Pick<RefreshRow, 'markers'>): Record<string, Marker> => Markers.parse(markers)

export const listRefreshes = (db: Db, sources: readonly string[]) =>
  sources.length === 0
    ? Promise.resolve([])
    : db.selectFrom('datasetRefreshes').select(columns).where('source', 'in', sources).execute()

export const findRefresh = (db: Db, source: string) =>
  db.selectFrom('datasetRefreshes').select(columns).where('source', '=', source).executeTakeFirst()

/** Replaces the plan; markers of other locations would take a new file for a known one. */
export async function savePlan(
  db: Db,
  source: string,
  { locations, schedule }: RefreshPlan,
  { nextRunAt, at }: { nextRunAt: Date | null; at: Date },
): Promise<void> {
  const changes = {
    locations: JSON.stringify(locations),
    schedule: schedule && JSON.stringify(schedule satisfies RefreshSchedule),
    nextRunAt,
    pauseReason: null,
    markers: '{}',
    updatedAt: at,
  }
  await db
    .insertInto('datasetRefreshes')
    .values({ source, ...changes, createdAt: at })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(changes))
    .execute()
}

export const deletePlan = (db: Db, source: string) =>
  db.deleteFrom('datasetRefreshes').where('source', '=', source).executeTakeFirst()

/** The schedule stays, and nothing is due before the plan is saved again. */
export const pausePlan = (db: Db, source: string) =>
  db
    .updateTable('datasetRefreshes')
    .set({ pauseReason: 'ROLLED_BACK', nextRunAt: null, markers: '{}' })
    .where('source', '=', source)
    .where('schedule', 'is not', null)
    .execute()

/** Plans that are due. Schedulers that look at the same time get different ones. */
export const lockDuePlans = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('datasetRefreshes')
    .select(['source', 'locations', 'schedule'])
    .where('nextRunAt', '<=', now)
    .orderBy('nextRunAt')
    .orderBy('source')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const setNextRun = (db: Db, source: string, nextRunAt: Date | null) =>
  db.updateTable('datasetRefreshes').set({ nextRunAt }).where('source', '=', source).execute()

type Outcome = {
  outcome: RefreshOutcome
  message: string | null
  at: Date
  markers?: Record<string, Marker> | undefined
}

export const recordOutcome = (db: Db, source: string, { outcome, message, at, markers }: Outcome) =>
  db
    .updateTable('datasetRefreshes')
    .set({
      ...{ lastOutcome: outcome, lastMessage: message, lastRunAt: at },
      ...(markers && { markers: JSON.stringify(markers) }),
    })
    .where('source', '=', source)
    .execute()

/**
 * The published file that the markers stand for may be neither loaded nor waiting any more, and is read again; a
 * refresh that loads it notes its markers afterwards.
 */
export const clearMarkers = (db: Db, source: string) =>
  db.updateTable('datasetRefreshes').set({ markers: '{}' }).where('source', '=', source).execute()

export const refreshJob = 'refresh-dataset'
export const toRefreshJobKey = (source: string) => `${refreshJob}:${source}`

/**
 * The sources of which a job waits or runs, with its action. The library clears the key of a running job that is
 * replaced.
 */
export async function listBusySources(db: Db, sources: readonly string[]): Promise<Map<string, string>> {
  if (sources.length === 0) return new Map()
  // The view of the library lacks the payload.
  const { rows } = await sql<{ key: string; action: string }>`
    select key, payload ->> 'action' as action from graphile_worker._private_jobs
    where key = any(${sources.map(toRefreshJobKey)}::text[])
      and (attempts < max_attempts or locked_at is not null)`.execute(db)
  return new Map(rows.map(({ key, action }) => [key.slice(refreshJob.length + 1), action]))
}
