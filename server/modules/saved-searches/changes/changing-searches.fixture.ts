import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Services } from '../../../platform/context.ts'
import { signInWithPassword, type TestUser } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { claimTodaysTasks, getOwnLeads } from '../../orders/index.ts'
import { queueRecounts, runRecountSearches as runWithLeads } from '../count/recount-searches.job.ts'
import { queueChangeMails, runNotifyChanges } from './notify-changes.job.ts'

/** The job as composed by the portal. */
export const runRecountSearches = (services: Services) => runWithLeads({ ...services, getOwnLeads })

export const hour = 3_600_000
export const day = 24 * hour

/** The context of a single job run, for a test that runs the job itself. */
export const jobRun = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal }

// The properties of the other partitions never change: rewriting a partition takes most of the time.
const partition = '4'

/** Records that the order's user has purchased the properties with their owners. */
export async function insertPurchases(
  { db, clickhouse, clock }: Services,
  { orderId, ids }: { orderId: string; ids: readonly string[] },
): Promise<void> {
  const leads = await clickhouse.rows<{ propertyId: string; ownerKey: string }>(
    `select property_id as propertyId, if(owner_key = 0, '', toString(owner_key)) as ownerKey from properties
     where property_id in (${ids.join(', ')})`,
  )
  const { userId, campaignType } = await db
    .selectFrom('orders')
    .select(['userId', 'campaignType'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const purchase = { userId, campaignType, orderId, paidAt: clock.now() }
  await db
    .insertInto('leadPurchases')
    .values(leads.map((lead) => ({ ...purchase, ...lead })))
    .execute()
}

/** Saved searches whose matches a test can add and remove. */
export function createSearchHarness(portal: Portal) {
  let highest = 40

  const give = (ids: string[], stories: number) =>
    portal.services.clickhouse.run(
      `alter table properties update stories = ${stories} in partition '${partition}' where property_id in (${ids.join(', ')})
       settings mutations_sync = 2`,
    )

  /** Properties with a number of stories that no other test uses, and criteria that match them. */
  const createMatches = async (count: number) => {
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

  /** Sends the pending change mails of these users. */
  const sendChanges = async (...owners: TestUser[]) => {
    await queueChangeMails(portal.services)
    for (const { id } of owners) {
      const { rows } = await sql<{
        key: string | null
      }>`select (graphile_worker.remove_job(${`tell:${id}`})).key`.execute(portal.db)
      if (rows[0]?.key) await runNotifyChanges({ ...portal.services, claimTodaysTasks })({ userId: id }, jobRun)
    }
  }

  /** Advances the clock by over a day, runs the scheduled jobs once and then the jobs of these users. */
  const aDayLater = async (...owners: TestUser[]) => {
    portal.clock.advance(day + hour)
    await queueRecounts(portal.services)
    for (const { id } of owners) await runRecountSearches(portal.services)({ userId: id }, jobRun)
    await sendChanges(...owners)
  }

  /** The user after a new sign-in, which the advanced clock requires. */
  const signInAgain = async (owner: TestUser) => ({ ...owner, ...(await signInWithPassword(portal, owner.email)) })
  const now = async (owner: TestUser, id: string) =>
    (await (await signInAgain(owner)).as.call(savedSearches.get, { params: { id } })).body
  const getChanges = async (owner: TestUser, id: string, change: 'ENTERED' | 'LEFT', page = {}) =>
    (await (await signInAgain(owner)).as.call(savedSearches.changes, { params: { id }, query: { change, ...page } }))
      .body

  return { createMatches, saved, sendChanges, aDayLater, signInAgain, now, getChanges }
}
