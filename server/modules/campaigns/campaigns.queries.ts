import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Slice } from '@dooryard/contract/api/paging'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { CampaignStatus } from '@dooryard/contract/orders/campaigns'
import { sql } from 'kysely'
import type { Scope } from '../../platform/context.ts'
import { selectAccounts } from '../../platform/lists/owners.queries.ts'
import {
  buildScopeCondition,
  findPageOfIds,
  iterateIdBatches,
  type PagedListQuery,
  sortByIds,
} from '../../platform/lists/paged-lists.queries.ts'
import { lockInTransaction } from '../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { toCriteriaColumns } from '../properties/index.ts'

/** Columns of a list row, without the criteria: these may be large and are read one campaign at a time. */
const listedColumns = [
  'id',
  'userId',
  'name',
  'campaignType',
  'criteriaFacts',
  'status',
  'createdAt',
  'updatedAt',
  // Totals of the campaign's orders, maintained by database triggers (migration 0020); nothing here writes them.
  'orderCount',
  'leadsDelivered',
  'totalPrice',
] as const

export type CampaignRow = NonNullable<Awaited<ReturnType<typeof findCampaign>>>
export type ListedCampaignRow = Awaited<ReturnType<typeof listCampaignsByIds>>[number]

export const findCampaign = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('campaigns')
    .select([...listedColumns, 'criteria', 'criteriaIds'])
    .where('id', '=', id)
    .where(buildScopeCondition(scope))
    .executeTakeFirst()

export const hasCampaign = async (db: Db, scope: Scope, id: string): Promise<boolean> =>
  (await db
    .selectFrom('campaigns')
    .select('id')
    .where('id', '=', id)
    .where(buildScopeCondition(scope))
    .executeTakeFirst()) !== undefined

/** Those of the campaigns that the user owns. */
export const listOwnedCampaignIds = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('campaigns')
    .select('id')
    .where('userId', '=', userId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()

export const selectCampaignNames = (db: Db) => db.selectFrom('campaigns').select(['id', 'name'])

export type CampaignList = Omit<PagedListQuery, 'table' | 'filters'> & { status?: CampaignStatus | undefined }

export async function findCampaignPage(db: Db, list: CampaignList, slice: Slice) {
  const { ids, ...counted } = await findPageOfIds(db, toLongList(list), slice)
  return { ...counted, rows: await listCampaignsByIds(db, ids) }
}

export async function* streamCampaigns(db: Db, list: CampaignList, limit: number) {
  for await (const ids of iterateIdBatches(db, toLongList(list), limit)) yield listCampaignsByIds(db, ids)
}

const toLongList = ({ status, ...list }: CampaignList): PagedListQuery => ({
  ...list,
  table: 'campaigns',
  filters: status ? [sql<boolean>`status = ${status}`] : [],
})

async function listCampaignsByIds(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('campaigns')
    .select(listedColumns)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute()
  return sortByIds(rows, ids)
}

export const findCampaignByName = (
  db: Db,
  userId: string,
  { name, campaignType }: { name: string; campaignType: string },
) =>
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

export const countCampaigns = (db: Db, userId: string) =>
  db
    .selectFrom('campaigns')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('status', '=', 'ACTIVE').as('active'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()

export const countActiveCampaigns = async (db: Db, userId: string): Promise<number> =>
  (await countCampaigns(db, userId)).active

export const countActiveCampaignsByType = (db: Db, campaignType: CampaignType): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('campaigns')
      .innerJoin(selectAccounts(db).as('users'), 'users.id', 'campaigns.userId')
      .where('campaigns.campaignType', '=', campaignType)
      .where('campaigns.status', '=', 'ACTIVE')
      .where('users.isActive', '=', true),
  )

/** Serializes campaign creation and find-or-create per user until the transaction ends. */
export const lockCampaigns = (db: Db, userId: string) => lockInTransaction(db, `campaigns:${userId}`)

type NewCampaignRow = { id: string; userId: string; name: string; campaignType: string; criteria: Criteria; at: Date }

export const insertCampaign = (db: Db, { criteria, at, ...row }: NewCampaignRow) =>
  db
    .insertInto('campaigns')
    .values({ ...row, ...toCriteriaColumns(criteria), createdAt: at, updatedAt: at })
    .execute()

type CampaignUpdate = { name?: string; criteria?: Criteria; status?: string; at: Date }

export const updateCampaign = (db: Db, userId: string, id: string, { criteria, at, ...change }: CampaignUpdate) =>
  db
    .updateTable('campaigns')
    .set({ ...change, ...(criteria && toCriteriaColumns(criteria)), updatedAt: at })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .execute()
