import type { CampaignStatus } from '@dooryard/contract/campaigns'
import type { Criteria } from '@dooryard/contract/criteria'
import type { Slice } from '@dooryard/contract/paging'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { sql } from 'kysely'
import type { Scope } from '../../platform/context.ts'
import { idsInBatches, inPlace, inScope, type LongList, pageOfIds } from '../../platform/long-lists.queries.ts'
import { selectAccounts } from '../../platform/owners.queries.ts'
import { lockInTransaction } from '../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { criteriaColumns } from '../properties/index.ts'

/** What a list shows: its criteria may be large, and are read of one campaign at a time. */
const listedColumns = [
  'id',
  'userId',
  'name',
  'campaignType',
  'criteriaFacts',
  'status',
  'createdAt',
  'updatedAt',
  // The sums of its orders, which triggers of the database keep (migration 0020): nothing here writes them.
  'orderCount',
  'leadsDelivered',
  'totalPrice',
] as const

export type CampaignRow = NonNullable<Awaited<ReturnType<typeof findCampaign>>>
export type ListedCampaignRow = Awaited<ReturnType<typeof campaignsOfIds>>[number]

export const findCampaign = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('campaigns')
    .select([...listedColumns, 'criteria', 'criteriaIds'])
    .where('id', '=', id)
    .where(inScope(scope))
    .executeTakeFirst()

export const hasCampaign = async (db: Db, scope: Scope, id: string): Promise<boolean> =>
  (await db.selectFrom('campaigns').select('id').where('id', '=', id).where(inScope(scope)).executeTakeFirst()) !==
  undefined

export const selectCampaignNames = (db: Db) => db.selectFrom('campaigns').select(['id', 'name'])

export type CampaignList = Omit<LongList, 'table' | 'filters'> & { status?: CampaignStatus | undefined }

export async function pageOfCampaigns(db: Db, list: CampaignList, slice: Slice) {
  const { ids, ...counted } = await pageOfIds(db, longList(list), slice)
  return { ...counted, rows: await campaignsOfIds(db, ids) }
}

export async function* campaignsInBatches(db: Db, list: CampaignList, limit: number) {
  for await (const ids of idsInBatches(db, longList(list), limit)) yield campaignsOfIds(db, ids)
}

const longList = ({ status, ...list }: CampaignList): LongList => ({
  ...list,
  table: 'campaigns',
  filters: status ? [sql<boolean>`status = ${status}`] : [],
})

async function campaignsOfIds(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('campaigns')
    .select(listedColumns)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute()
  return inPlace(rows, ids)
}

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

export const activeOfType = (db: Db, campaignType: CampaignType): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('campaigns')
      .innerJoin(selectAccounts(db).as('users'), 'users.id', 'campaigns.userId')
      .where('campaigns.campaignType', '=', campaignType)
      .where('campaigns.status', '=', 'ACTIVE')
      .where('users.isActive', '=', true),
  )

/** Until the transaction ends nobody else creates a campaign of the user's, or looks one up by its name to create it. */
export const lockCampaigns = (db: Db, userId: string) => lockInTransaction(db, `campaigns:${userId}`)

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
