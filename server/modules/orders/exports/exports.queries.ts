import type { CampaignType } from '@dooryard/contract/api/enums'
import type { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import type { Contact } from '@dooryard/contract/orders/leads'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { ExportLead } from './export-cells.ts'
import type { StoredLead } from './export-rows.ts'

type LeadRow = { lead: unknown; contacts: unknown }

// Both are written only by the order steps, in these shapes.
const toStoredLead = ({ lead, contacts }: LeadRow): StoredLead => ({
  lead: lead as ExportLead,
  contacts: (contacts as Contact[] | null) ?? [],
})

const selectLeads = (db: Db, orderId: string) =>
  db.selectFrom('orderLeads').select(['lead', 'contacts']).where('orderId', '=', orderId).orderBy('rank')

/** The leads with these ranks, in their order. */
export async function listLeadsAtRanks(db: Db, orderId: string, ranks: readonly number[]): Promise<StoredLead[]> {
  const rows = await selectLeads(db, orderId).where('rank', '=', sql<number>`any(${ranks}::integer[])`).execute()
  return rows.map(toStoredLead)
}

export async function listFirstLeads(db: Db, orderId: string, limit: number): Promise<StoredLead[]> {
  return (await selectLeads(db, orderId).limit(limit).execute()).map(toStoredLead)
}

export type LeadGroup = { name: string; ranks: number[] }

const groupKeys = {
  NONE: sql<string>`''`,
  STATE: sql<string>`lead ->> 'state'`,
  COUNTY: sql<string>`lead ->> 'countyFips'`,
}

/** The ranks of the leads by state or county FIPS; an order has at most 100,000, which fit into memory. */
export const listLeadGroups = (db: Db, orderId: string, by: keyof typeof groupKeys): Promise<LeadGroup[]> =>
  db
    .selectFrom('orderLeads')
    .select(groupKeys[by].as('name'))
    .select(sql<number[]>`array_agg(rank order by rank)`.as('ranks'))
    .where('orderId', '=', orderId)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()

export type NewOrderExport = {
  id: string
  orderId: string
  userId: string
  fileVersion: number
  fileKey: string
  sha256: string
  rows: number
  createdAt: Date
}

export const insertOrderExport = (db: Db, row: NewOrderExport, layout: ExportLayout) =>
  db
    .insertInto('orderExports')
    .values({ ...row, layout: JSON.stringify(layout) })
    .execute()

/** The layout of the user's last export of an order of each type. */
export const listLastLayouts = (db: Db, userId: string) =>
  db
    .selectFrom('orderExports')
    .innerJoin('orders', 'orders.id', 'orderExports.orderId')
    .distinctOn('orders.campaignType')
    // The column has only these values.
    .select((eb) => eb.ref('orders.campaignType').$castTo<CampaignType>().as('campaignType'))
    .select('orderExports.layout')
    .where('orderExports.userId', '=', userId)
    .orderBy('orders.campaignType')
    .orderBy('orderExports.createdAt', 'desc')
    .orderBy('orderExports.id')
    .execute()

export const listStaleFiles = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('orderExports')
    .select(['id', 'fileKey'])
    .where('fileKey', 'is not', null)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(limit)
    .execute()

export const clearFileKey = (db: Db, id: string) =>
  db.updateTable('orderExports').set({ fileKey: null }).where('id', '=', id).execute()
