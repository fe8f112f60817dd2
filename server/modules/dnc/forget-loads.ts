import { dncLists } from '@dooryard/contract/vocabularies'
import type { Services } from '../../platform/context.ts'
import { allLoads, deleteLoad, isUnused, unlessChanging, unusedLoads } from './copies.queries.ts'
import { dropNumbers, storedLoads } from './numbers.queries.ts'

type Stores = Pick<Services, 'db' | 'clickhouse' | 'clock' | 'log'>

/** A check that began with a copy may still look into it for so long after another has taken its place. */
export const loadsKeptMs = 60 * 60 * 1000

/**
 * Drops the numbers of loads that have been of no copy for an hour, those of imports that were cut off included, and
 * such as the database knows nothing of. An import under way keeps its own.
 */
export async function forgetLoads({ db, clickhouse, clock, log }: Stores): Promise<void> {
  // Read first: an import enters its load in the database before the store has anything of it.
  const stored = await storedLoads(clickhouse)
  const known = new Set(await allLoads(db))
  for (const load of stored) {
    if (known.has(load)) continue
    log.warn({ load }, 'do-not-call numbers of a load that is not known are dropped')
    await dropNumbers(clickhouse, load)
  }
  const before = new Date(clock.now().getTime() - loadsKeptMs)
  for (const { id, ownerId, list } of await unusedLoads(db, before))
    await unlessChanging(db, { ownerId, list: dncLists.schema.parse(list) }, async (holding) => {
      // An import of over an hour may have ended since they were read: copies are of it now.
      if (!(await isUnused(holding, id, before))) return
      await dropNumbers(clickhouse, id)
      await deleteLoad(holding, id)
    })
}
