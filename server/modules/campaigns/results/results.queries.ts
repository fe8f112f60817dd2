import type { Slice } from '@dooryard/contract/api/paging'
import type { CampaignResultChange, NewCampaignResult } from '@dooryard/contract/results/campaign-results'
import { sql } from 'kysely'
import { lockInTransaction } from '../../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'

const columns = [
  'id',
  'orderId',
  'day',
  'mailed',
  'responses',
  'appointments',
  'deals',
  'revenue',
  'otherCost',
  'createdAt',
  'updatedAt',
] as const

export type ResultRow = NonNullable<Awaited<ReturnType<typeof findResult>>>

const selectResults = (db: Db, campaignId: string) =>
  db.selectFrom('campaignResults').where('campaignId', '=', campaignId)

export const findResult = (db: Db, campaignId: string, id: string) =>
  selectResults(db, campaignId).select(columns).where('id', '=', id).executeTakeFirst()

export const listResultRows = (db: Db, campaignId: string, { limit, offset }: Slice) =>
  selectResults(db, campaignId)
    .select(columns)
    .orderBy('day', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countResults = (db: Db, campaignId: string): Promise<number> =>
  countRows(db, selectResults(db, campaignId))

const total = (column: 'mailed' | 'responses' | 'appointments' | 'deals' | 'revenue' | 'otherCost') =>
  sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`.as(column)

export const sumResults = (db: Db, campaignId: string) =>
  selectResults(db, campaignId)
    .select([
      total('mailed'),
      total('responses'),
      total('appointments'),
      total('deals'),
      total('revenue'),
      total('otherCost'),
    ])
    .executeTakeFirstOrThrow()

/**
 * Serializes changes of the results of a campaign until the transaction ends. The campaign's row is not locked, since
 * orders in progress update its totals.
 */
export const lockResults = (db: Db, campaignId: string) => lockInTransaction(db, `campaign-results:${campaignId}`)

export const insertResult = (
  db: Db,
  { at, ...row }: NewCampaignResult & { id: string; campaignId: string; at: Date },
) =>
  db
    .insertInto('campaignResults')
    .values({ ...row, createdAt: at, updatedAt: at })
    .execute()

export const updateResult = (db: Db, id: string, { at, ...change }: CampaignResultChange & { at: Date }) =>
  db
    .updateTable('campaignResults')
    .set({ ...change, updatedAt: at })
    .where('id', '=', id)
    .execute()

export const deleteResult = (db: Db, campaignId: string, id: string) =>
  db.deleteFrom('campaignResults').where('id', '=', id).where('campaignId', '=', campaignId).executeTakeFirst()
