import type { Criteria } from '@dooryard/contract/criteria'
import type { Contact } from '@dooryard/contract/leads'
import { orders } from '@dooryard/contract/orders'
import { dayMs } from '@dooryard/contract/time'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { enterpriseUser } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { type ContactDesk, noVendor } from '../contacts/index.ts'
import { runFulfilOrder } from './fulfil-order.job.ts'
import type { OrderServices } from './order-task.ts'

type Registry = {
  /** Which of the numbers that owners have are on it; none unless said. */
  on?: (phone: string) => boolean
  /** Days since it was fetched. */
  ageDays?: number
  /** Whether it has an area code; all of those that owners have unless said. */
  covers?: (areaCode: string) => boolean
}

/** Puts a copy of the national registry in the place of whatever lists there were. */
export async function registry({ db, services, clock }: Portal, given: Registry = {}): Promise<void> {
  const { on = () => false, ageDays = 0, covers = () => true } = given
  const { clickhouse } = services
  const known = await clickhouse.rows<{ value: string }>(`select distinct value from contacts where kind = 'PHONE'`)
  const phones = known.map(({ value }) => value)
  await db.deleteFrom('dncListVersions').execute()
  const scopes = [...new Set([...phones, ...vendorPhones].map((phone) => phone.slice(0, 3)))].filter(covers)
  const numbers = phones.filter((phone) => covers(phone.slice(0, 3)) && on(phone))
  const importedAt = new Date(clock.now().getTime() - ageDays * dayMs)
  const { id: loadId } = await db
    .insertInto('dncBatches')
    .values({ list: 'NATIONAL', numbers: numbers.length, createdAt: importedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const accessedOn = importedAt.toISOString().slice(0, 10)
  const copy = { loadId, list: 'NATIONAL', numbers: numbers.length, san: '10000-0000001', accessedOn, importedAt }
  if (scopes.length > 0)
    await db
      .insertInto('dncListVersions')
      .values(scopes.map((scope) => ({ ...copy, scope, sha256: ['a'.repeat(64)] })))
      .execute()
  if (numbers.length > 0)
    await clickhouse.run(
      `insert into dnc_numbers select {load:UInt32}, arrayJoin(cast({numbers:Array(String)}, 'Array(UInt64)'))`,
      { load: loadId, numbers },
    )
}

/** What the vendor of the tests says. */
const vendorPhones = ['2015550155']

type Vendor = NonNullable<ContactDesk['vendor']>

/** A vendor that knows one number, for every owner it is asked about, and who those were. */
export function testVendor({ dailyLimit = 1_000_000, ask }: { dailyLimit?: number; ask?: () => Promise<void> } = {}) {
  const askedFor: string[] = []
  const vendor: Vendor = {
    name: 'Test vendor',
    batchSize: 50,
    dailyLimit,
    longestTryMs: 1_000,
    ask: async (owners) => {
      await ask?.()
      askedFor.push(...owners.map(({ ownerKey }) => ownerKey))
      const found = { kind: 'PHONE', value: '2015550155', lineType: 'MOBILE' } as const
      return new Map(owners.map(({ ownerKey }) => [ownerKey, [found]]))
    },
  }
  return { desk: { vendor }, askedFor }
}

/** As if nobody had ever asked the vendor of the tests, nor waited for it. */
export async function forgetVendor({ db, services }: Portal): Promise<void> {
  await db.deleteFrom('contactVendors').execute()
  await db.deleteFrom('contactDailyUsage').execute()
  const traces = await db.deleteFrom('contactTraces').executeTakeFirst()
  if (traces.numDeletedRows === 0n) return
  const told = `value in ('${vendorPhones.join("', '")}')`
  await services.clickhouse.run(`alter table contacts delete where ${told} settings mutations_sync = 1`)
}

export const homes: Criteria = { property: { assetClasses: ['RESIDENTIAL'] } }

/** Lets orders to call be placed. */
export const offerCalls = ({ db }: Portal) =>
  db.updateTable('creditSettings').set({ isActive: true }).where('key', '=', 'CALL_READY').execute()

type Buyer = { onDemandCredits?: number; criteria?: Criteria; campaignType?: CampaignType }

export const buyer = (portal: Portal, given: Buyer = {}) => {
  const { onDemandCredits = 30_000, criteria = homes, campaignType = 'CALL_READY' } = given
  return enterpriseUser(portal, { onDemandCredits, campaign: { criteria, campaignType } })
}

type Owner = Awaited<ReturnType<typeof buyer>>

/** Places an order; `run` works on it as a worker would, `now` is what its buyer sees. */
export async function placed(
  portal: Portal,
  { as, campaign }: Pick<Owner, 'as' | 'campaign'>,
  { quantity = 50, criteria }: { quantity?: number; criteria?: Criteria } = {},
) {
  const params = { campaignId: campaign.id }
  const draft = { orderName: 'To call', quantity, ...(criteria && { criteria }) }
  const { status, body } = await as.call(orders.place, { params, body: draft })
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  const { id: orderId } = body
  const place = { ...params, orderId }
  return {
    orderId,
    params: place,
    run: (services: Partial<OrderServices> = {}) =>
      runFulfilOrder({ ...portal.services, contacts: noVendor, ...services })({ orderId }),
    now: async () => (await as.call(orders.get, { params: place })).body,
  }
}

export type StoredLead = { propertyId: string; ownerKey: string; rank: number; contacts: Contact[] | null }

/** What is kept of an order's leads, in their order. */
export async function storedLeads({ db }: Portal, orderId: string): Promise<StoredLead[]> {
  const rows = await db
    .selectFrom('orderLeads')
    .select(['propertyId', 'ownerKey', 'rank', 'contacts'])
    .where('orderId', '=', orderId)
    .orderBy('rank')
    .execute()
  return rows.map((row) => ({ ...row, contacts: row.contacts as Contact[] | null }))
}

export const isCallable = ({ contacts }: StoredLead) => contacts?.some(({ scrub }) => scrub === 'CLEAN') ?? false
