import { minuteMs } from '@dooryard/contract/api/time'
import type { Services } from '../../../platform/context.ts'
import { releaseSets } from '../saved-searches.queries.ts'
import {
  deleteSets,
  getCommittedSetLimit,
  hasUnusedSets,
  listSetIds,
  markDropping,
  markUnusedSets,
} from './match-sets.queries.ts'
import { dropSets, listStoredSets } from './matches.queries.ts'

/** How long a reader of changes may still use a set after it was replaced. */
const readerGraceMs = 15 * minuteMs
/** Each deletion rewrites parts of the store, however few rows it deletes, so sets are collected for this long. */
const purgeIntervalMs = 60 * minuteMs
const batchSize = 1_000

export async function purgeUnusedMatchSets(services: Services): Promise<void> {
  const { db, clickhouse, clock } = services
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  await releaseSets(db, ago(readerGraceMs))
  await markUnusedSets(db, clock.now())
  if (!(await hasUnusedSets(db, ago(purgeIntervalMs)))) return
  let sets: number[] = []
  do {
    sets = await markDropping(db, ago(readerGraceMs), batchSize)
    await dropSets(clickhouse, sets)
    await deleteSets(db, sets)
  } while (sets.length === batchSize)
  await dropOrphanedSets(services)
}

/** Drops sets whose transaction was rolled back after their matches were written. */
async function dropOrphanedSets({ db, clickhouse, clock, log }: Services): Promise<void> {
  // Read first: sets inserted meanwhile have higher ids.
  const below = await getCommittedSetLimit(db, new Date(clock.now().getTime() - purgeIntervalMs))
  const stored = await listStoredSets(clickhouse, below)
  const known = new Set(await listSetIds(db))
  const unknown = stored.filter((set) => !known.has(set))
  if (unknown.length === 0) return
  log.warn({ sets: unknown.length }, 'matches of saved searches that are not known are dropped')
  for (let at = 0; at < unknown.length; at += batchSize) await dropSets(clickhouse, unknown.slice(at, at + batchSize))
}
