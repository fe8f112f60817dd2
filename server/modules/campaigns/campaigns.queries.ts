import type { CampaignStatus } from '@dooryard/contract/campaigns'
import type { Criteria } from '@dooryard/contract/criteria'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { containsText } from '../../platform/postgres/text.ts'
import { criteriaColumns } from '../properties/index.ts'

/** What a list shows: its criteria may be large, and are read of one campaign at a time. */
export const listedColumns = [
  ...(['id', 'userId', 'name', 'campaignType', 'criteriaFacts', 'status', 'createdAt', 'updatedAt'] as const),
  // The sums of its orders.
  ...(['orderCount', 'leadsDelivered', 'totalPrice'] as const),
] as const

export const campaignColumns = [...listedColumns, 'criteria', 'criteriaIds'] as const

export type CampaignRow = NonNullable<Awaited<ReturnType<typeof findCampaign>>>
export type ListedCampaignRow = Awaited<ReturnType<typeof selectCampaigns>>[number]

/** A user's own campaign; somebody else's is not found. */
export const findCampaign = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('campaigns')
    .select(campaignColumns)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** Whether there is a campaign; with a user, whether it is theirs. */
export const hasCampaign = async (db: Db, id: string, userId?: string): Promise<boolean> =>
  (await db
    .selectFrom('campaigns')
    .select('id')
    .where('id', '=', id)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .executeTakeFirst()) !== undefined

export type Slice = { limit: number; offset: number }

type ListFilter = { search: string; status: CampaignStatus | undefined }

const fromList = (db: Db, userId: string, { search, status }: ListFilter) =>
  db
    .selectFrom('campaigns')
    .where('userId', '=', userId)
    .where('name', 'ilike', containsText(search))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))

export const selectCampaigns = (db: Db, userId: string, filter: ListFilter, { limit, offset }: Slice) =>
  fromList(db, userId, filter)
    .select(listedColumns)
    .orderBy('createdAt', 'desc')
    .orderBy('id') // id breaks ties, so pages never overlap
    .limit(limit)
    .offset(offset)
    .execute()

export async function countCampaigns(db: Db, userId: string, filter: ListFilter): Promise<number> {
  const { count } = await fromList(db, userId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The oldest active campaign of a user that has a name, in whatever case, and a type. */
export const findByName = (db: Db, userId: string, { name, campaignType }: { name: string; campaignType: string }) =>
  db
    .selectFrom('campaigns')
    .select('id')
    .where('userId', '=', userId)
    .where('campaignType', '=', campaignType)
    .where('status', '=', 'ACTIVE')
    .where(({ eb, fn, val }) => eb(fn('lower', ['name']), '=', fn('lower', [val(name)])))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** How many campaigns a user has, active and archived, and how many of them are active. */
export const howMany = (db: Db, userId: string) =>
  db
    .selectFrom('campaigns')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('status', '=', 'ACTIVE').as('active'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()

/**
 * Until the transaction ends nobody else makes a campaign of the user's, or looks for one by its name to make it where there
 * is none.
 */
export const lockCampaigns = (db: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`campaigns:${userId}`}, 0))`.execute(db)

type NewCampaignRow = { id: string; userId: string; name: string; campaignType: string; criteria: Criteria; at: Date }

export const insertCampaign = (db: Db, { criteria, at, ...row }: NewCampaignRow) =>
  db
    .insertInto('campaigns')
    .values({ ...row, ...criteriaColumns(criteria), createdAt: at, updatedAt: at })
    .execute()

type CampaignUpdate = { name?: string; criteria?: Criteria; status?: string; at: Date }

export const updateCampaign = (db: Db, userId: string, id: string, { criteria, at, ...change }: CampaignUpdate) =>
  db
    .updateTable('campaigns')
    .set({ ...change, ...(criteria && criteriaColumns(criteria)), updatedAt: at })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .execute()
