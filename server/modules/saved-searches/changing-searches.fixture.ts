import type { Criteria } from '@dooryard/contract/criteria'
import { savedSearches } from '@dooryard/contract/saved-searches'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Services } from '../../platform/context.ts'
import { signedIn, type TestUser } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { deliveredIds } from '../orders/index.ts'
import { queueRecounts, runRecountSearches as runWithDeliveries } from './recount-searches.job.ts'
import { queueTidings, runTellChanges } from './tell-changes.job.ts'

/** The job as the portal composes it. */
export const runRecountSearches = (services: Services) => runWithDeliveries({ ...services, deliveredTo: deliveredIds })

export const hour = 3_600_000
export const day = 24 * hour

/** How a job is run once, by a test in the worker's place. */
export const run = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal }

// The properties of the other partitions are never changed: writing a partition anew takes most of the time there is.
const partition = '4'

/** Saved searches whose matches come and go at will. */
export function changingSearches(portal: Portal) {
  let highest = 40

  const give = (ids: string[], stories: number) =>
    portal.services.clickhouse.run(
      `alter table properties update stories = ${stories} in partition '${partition}' where property_id in (${ids.join(', ')})
       settings mutations_sync = 2`,
    )

  /** Properties of one's own: those of so many stories that no other test asks for. */
  const own = async (count: number) => {
    highest += 1
    const stories = highest
    const rows = await portal.services.clickhouse.rows<{ id: string }>(
      `select property_id as id from properties where substring(county_fips, 1, 1) = '${partition}'
         and is_mailable and ifNull(stories, 0) < 40 order by id limit ${count}`,
    )
    const ids = rows.map(({ id }) => id)
    await give(ids, stories)
    const criteria: Criteria = { property: { stories: { min: stories, max: stories } } }
    return { criteria, ids, stories, give }
  }

  const saved = async ({ as }: TestUser, criteria: Criteria, more = {}) => {
    const { status, body } = await as.call(savedSearches.create, { body: { name: 'Tall', criteria, ...more } })
    expect(status).toBe(201)
    return body
  }

  /** Has mailed what changed whoever is to be mailed of these. */
  const told = async (...owners: TestUser[]) => {
    await queueTidings(portal.services)
    for (const { id } of owners) {
      const { rows } = await sql<{
        key: string | null
      }>`select (graphile_worker.remove_job(${`tell:${id}`})).key`.execute(portal.db)
      if (rows[0]?.key) await runTellChanges(portal.services)({ userId: id }, run)
    }
  }

  /** What the worker does of itself: the scheduled jobs once, then the jobs of these users. */
  const aDayLater = async (...owners: TestUser[]) => {
    portal.clock.advance(day + hour)
    await queueRecounts(portal.services)
    for (const { id } of owners) await runRecountSearches(portal.services)({ userId: id }, run)
    await told(...owners)
  }

  /** As it is after its owner has signed in again, which the clock that was set on asks for. */
  const again = async (owner: TestUser) => ({ ...owner, ...(await signedIn(portal, owner.email)) })
  const now = async (owner: TestUser, id: string) =>
    (await (await again(owner)).as.call(savedSearches.get, { params: { id } })).body
  const changesOf = async (owner: TestUser, id: string, change: 'ENTERED' | 'LEFT', page = {}) =>
    (await (await again(owner)).as.call(savedSearches.changes, { params: { id }, query: { change, ...page } })).body

  return { own, saved, told, aDayLater, again, now, changesOf }
}
