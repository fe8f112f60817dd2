import type { CampaignType } from '@dooryard/contract/api/enums'
import { dayMs } from '@dooryard/contract/api/time'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Contact } from '@dooryard/contract/orders/leads'
import { orders } from '@dooryard/contract/orders/orders'
import { enterpriseUser } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { type ContactProvider, noContactProvider } from '../../contacts/index.ts'
import type { OrderServices } from '../fulfil/fenced-job.ts'
import { runFulfilOrder } from '../fulfil/fulfil-order.job.ts'

type TestRegistryOptions = {
  /** Which of the owners' numbers are on the registry; none by default. */
  on?: (phone: string) => boolean
  /** Days since the registry was downloaded. */
  ageDays?: number
  /** Which area codes the registry covers; by default all that the owners have. */
  covers?: (areaCode: string) => boolean
}

/** Replaces all lists by one version of the national registry. */
export async function createTestRegistry(
  { db, services, clock }: Portal,
  options: TestRegistryOptions = {},
): Promise<void> {
  const { on = () => false, ageDays = 0, covers = () => true } = options
  const { clickhouse } = services
  const knownPhones = await clickhouse.rows<{ value: string }>(
    `select distinct value from contacts where kind = 'PHONE'`,
  )
  const phones = knownPhones.map(({ value }) => value)
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
  const listVersion = {
    loadId,
    list: 'NATIONAL',
    numbers: numbers.length,
    san: '10000-0000001',
    accessedOn,
    importedAt,
  }
  if (scopes.length > 0)
    await db
      .insertInto('dncListVersions')
      .values(scopes.map((scope) => ({ ...listVersion, scope, sha256: ['a'.repeat(64)] })))
      .execute()
  if (numbers.length > 0)
    await clickhouse.run(
      `insert into dnc_numbers select {load:UInt32}, arrayJoin(cast({numbers:Array(String)}, 'Array(UInt64)'))`,
      { load: loadId, numbers },
    )
}

/** The numbers that the test vendor returns. */
const vendorPhones = ['2015550155']

type TestVendor = NonNullable<ContactProvider['vendor']>

/** A vendor that returns one number for every owner, and records which owners it was asked for. */
export function createTestVendor({
  dailyLimit = 1_000_000,
  ask,
}: {
  dailyLimit?: number
  ask?: () => Promise<void>
} = {}) {
  const askedFor: string[] = []
  const vendor: TestVendor = {
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
  return { contacts: { vendor }, askedFor }
}

/** Removes all traces of the test vendor: its state, its spending and its contacts. */
export async function resetTestVendor({ db, services }: Portal): Promise<void> {
  await db.deleteFrom('contactVendors').execute()
  await db.deleteFrom('contactDailyUsage').execute()
  const traces = await db.deleteFrom('contactTraces').executeTakeFirst()
  if (traces.numDeletedRows === 0n) return
  const isVendorValue = `value in ('${vendorPhones.join("', '")}')`
  await services.clickhouse.run(`alter table contacts delete where ${isVendorValue} settings mutations_sync = 1`)
}

export const homesCriteria: Criteria = { property: { assetClasses: ['RESIDENTIAL'] } }

/** Activates call-ready orders. */
export const activateCallReady = ({ db }: Portal) =>
  db.updateTable('creditSettings').set({ isActive: true }).where('key', '=', 'CALL_READY').execute()

type BuyerOptions = { onDemandCredits?: number; criteria?: Criteria; campaignType?: CampaignType }

export const createCallBuyer = (portal: Portal, options: BuyerOptions = {}) => {
  const { onDemandCredits = 30_000, criteria = homesCriteria, campaignType = 'CALL_READY' } = options
  return enterpriseUser(portal, { onDemandCredits, campaign: { criteria, campaignType } })
}

type CallBuyer = Awaited<ReturnType<typeof createCallBuyer>>

/** Places an order; `run` runs it as a worker would, `now` returns it as its buyer sees it. */
export async function placeTestOrder(
  portal: Portal,
  { as, campaign }: Pick<CallBuyer, 'as' | 'campaign'>,
  { quantity = 50, criteria }: { quantity?: number; criteria?: Criteria } = {},
) {
  const params = { campaignId: campaign.id }
  const draft = { orderName: 'To call', quantity, ...(criteria && { criteria }) }
  const { status, body } = await as.call(orders.place, { params, body: draft })
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  const { id: orderId } = body
  const orderParams = { ...params, orderId }
  return {
    orderId,
    params: orderParams,
    run: (services: Partial<OrderServices> = {}) =>
      runFulfilOrder({ ...portal.services, contacts: noContactProvider, ...services })({ orderId }),
    now: async () => (await as.call(orders.get, { params: orderParams })).body,
  }
}

export type StoredLead = { propertyId: string; ownerKey: string; rank: number; contacts: Contact[] | null }

/** The stored leads of an order, by rank. */
export async function listOrderLeadRows({ db }: Portal, orderId: string): Promise<StoredLead[]> {
  const rows = await db
    .selectFrom('orderLeads')
    .select(['propertyId', 'ownerKey', 'rank', 'contacts'])
    .where('orderId', '=', orderId)
    .orderBy('rank')
    .execute()
  return rows.map((row) => ({ ...row, contacts: row.contacts as Contact[] | null }))
}

export const isCallable = ({ contacts }: StoredLead) => contacts?.some(({ scrub }) => scrub === 'CLEAN') ?? false
