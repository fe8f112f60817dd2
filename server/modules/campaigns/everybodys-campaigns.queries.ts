import { sql } from 'kysely'
import { type Condition, idsInBatches, inPlace, type LongList, pageOfIds } from '../../platform/long-lists.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { campaignColumns, listedColumns, type Slice } from './campaigns.queries.ts'

export type EverybodysFilter = {
  /** Of these users; everybody's unless said. */
  userIds?: readonly string[] | undefined
  campaignType?: string | undefined
  /** From this instant. */
  from?: Date | undefined
  /** Up to and without this instant. */
  to?: Date | undefined
}

export type EverybodysList = EverybodysFilter & Pick<LongList, 'search' | 'sort' | 'order'>

export const findAnyCampaign = (db: Db, id: string) =>
  db.selectFrom('campaigns').select(campaignColumns).where('id', '=', id).executeTakeFirst()

/** A page of the campaigns of all users. */
export async function pageOfEverybodysCampaigns(db: Db, list: EverybodysList, slice: Slice) {
  const { ids, ...counted } = await pageOfIds(db, longList(list), slice)
  return { ...counted, rows: await campaignsOfIds(db, ids) }
}

/** All campaigns of a list, a batch at a time. */
export async function* everybodysCampaignsInBatches(db: Db, list: EverybodysList, limit: number) {
  for await (const ids of idsInBatches(db, longList(list), limit)) yield campaignsOfIds(db, ids)
}

const longList = ({ search, sort, order, ...filter }: EverybodysList): LongList => ({
  table: 'campaigns',
  filters: conditions(filter),
  search,
  sort,
  order,
})

const conditions = ({ userIds, campaignType, from, to }: EverybodysFilter): Condition[] => [
  ...(userIds ? [sql<boolean>`user_id = any(${[...userIds]}::uuid[])`] : []),
  ...(campaignType ? [sql<boolean>`campaign_type = ${campaignType}`] : []),
  ...(from ? [sql<boolean>`created_at >= ${from}`] : []),
  ...(to ? [sql<boolean>`created_at < ${to}`] : []),
]

/** The campaigns of these ids, in their order. */
async function campaignsOfIds(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('campaigns')
    .select(listedColumns)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute()
  return inPlace(rows, ids)
}
