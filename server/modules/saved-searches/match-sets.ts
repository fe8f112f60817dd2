import { minuteMs } from '@dooryard/contract/time'
import type { Services } from '../../platform/context.ts'
import { allSets, deleteSets, hasUnusedSets, markDropping, noteUnusedSets, settledBelow } from './match-sets.queries.ts'
import { dropSets, storedSets } from './matches.queries.ts'
import { releaseSets } from './saved-searches.queries.ts'

/** Whoever reads changes may still look into a set for so long after another has taken its place. */
const keptMs = 15 * minuteMs
/** Each deletion touches parts of the store, however few rows it deletes, so they are gathered for so long. */
const gatheredMs = 60 * minuteMs
const atOnce = 1_000

export async function forgetSets(services: Services): Promise<void> {
  const { db, clickhouse, clock } = services
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  await releaseSets(db, ago(keptMs))
  await noteUnusedSets(db, clock.now())
  if (!(await hasUnusedSets(db, ago(gatheredMs)))) return
  let sets: number[] = []
  do {
    sets = await markDropping(db, ago(keptMs), atOnce)
    await dropSets(clickhouse, sets)
    await deleteSets(db, sets)
  } while (sets.length === atOnce)
  await dropUnknown(services)
}

/** Sets whose transaction came to nothing once their matches were there. */
async function dropUnknown({ db, clickhouse, clock, log }: Services): Promise<void> {
  // Read first: what is entered meanwhile is above it.
  const below = await settledBelow(db, new Date(clock.now().getTime() - gatheredMs))
  const stored = await storedSets(clickhouse, below)
  const known = new Set(await allSets(db))
  const unknown = stored.filter((set) => !known.has(set))
  if (unknown.length === 0) return
  log.warn({ sets: unknown.length }, 'matches of saved searches that are not known are dropped')
  for (let at = 0; at < unknown.length; at += atOnce) await dropSets(clickhouse, unknown.slice(at, at + atOnce))
}
