import { type Criteria, getListIds } from '@dooryard/contract/criteria/criteria'
import { appError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { formatNumber } from '../../../platform/util/format.ts'
import { listOwnedCampaignIds } from '../../campaigns/index.ts'
import type { LeadKeys, OwnLeads, OwnLeadsQuery, PropertyStoreDeps } from '../../properties/index.ts'
import { getListedProperties, requirePropertyLists } from '../../saved-searches/index.ts'
import { countSuppressed, getSuppressedProperties, requireSuppressionLists } from '../suppression/match-lists.ts'
import {
  countDeliveredLeads,
  listCampaignLeads,
  listOrderedLeads,
  listOwnedOrderIds,
  listPurchasedLeads,
} from './purchases.queries.ts'

/**
 * What a user has, for all that says or decides it: searches, quotes, orders, the board. Of purchases those of the last
 * 365 days; of the orders and campaigns that the criteria name, all delivered leads; of the suppression lists, the
 * properties that match now. A lead is a property and its owner, so under a new owner the property is a new lead.
 * UNPROCESSABLE if a list, or an excluded order, campaign or suppression list is not the user's, or if they have too
 * many leads.
 */
export async function getOwnLeads(
  stores: PropertyStoreDeps,
  { userId, at, criteria, isPlaced = false }: OwnLeadsQuery,
): Promise<OwnLeads> {
  const { db } = stores
  const { listIds, orderIds, campaignIds } = await requireExcluded(db, userId, criteria)
  await requireFewExcluded(stores, userId, { listIds, orderIds, campaignIds })
  const named = [...new Set([...orderIds, ...criteria.flatMap(({ only }) => only?.orderId ?? [])])]
  const [mail, call, orders, campaigns, propertyLists, suppressionLists] = await Promise.all([
    listPurchasedLeads(db, { userId, campaignType: 'MAIL_READY', at }),
    listPurchasedLeads(db, { userId, campaignType: 'CALL_READY', at }),
    readEach(named, (orderId) => listOrderedLeads(db, { userId, orderId })),
    readEach(campaignIds, (campaignId) => listCampaignLeads(db, { userId, campaignId })),
    getListedProperties(db, { userId, listIds: criteria.flatMap(getListIds), withDeleted: isPlaced }),
    getSuppressedProperties(stores, { userId, listIds }),
  ])
  return { mail, call, orders, campaigns, propertyLists, suppressionLists }
}

const readEach = async (ids: readonly string[], read: (id: string) => Promise<LeadKeys>) =>
  new Map(await Promise.all(ids.map(async (id) => [id, await read(id)] as const)))

type ExcludedIds = { listIds: string[]; orderIds: string[]; campaignIds: string[] }

/** UNPROCESSABLE if the criteria name a list, an order, a campaign or a suppression list that is not the user's. */
export async function requireNamed(db: Db, userId: string, criteria: readonly Criteria[]): Promise<void> {
  await requireExcluded(db, userId, criteria)
  await requirePropertyLists(db, { userId, listIds: criteria.flatMap(getListIds) })
}

async function requireExcluded(db: Db, userId: string, criteria: readonly Criteria[]): Promise<ExcludedIds> {
  const collect = (key: 'suppressionListIds' | 'orderIds' | 'campaignIds') => [
    ...new Set(criteria.flatMap(({ exclude }) => exclude?.[key] ?? [])),
  ]
  const [listIds, orderIds, campaignIds] = [collect('suppressionListIds'), collect('orderIds'), collect('campaignIds')]
  const [orders, campaigns] = await Promise.all([
    orderIds.length > 0 ? listOwnedOrderIds(db, userId, orderIds) : [],
    campaignIds.length > 0 ? listOwnedCampaignIds(db, userId, campaignIds) : [],
    requireSuppressionLists(db, { userId, listIds }),
  ])
  if (orders.length < orderIds.length) throw missingError('An excluded order')
  if (campaigns.length < campaignIds.length) throw missingError('An excluded campaign')
  return { listIds, orderIds, campaignIds }
}

const missingError = (what: string) => appError('UNPROCESSABLE', `${what} does not exist: remove it from the filters.`)

/** They travel with every search: with a million, a count of two million properties takes 1.8 s. */
const maxExcludedLeads = 1_000_000

async function requireFewExcluded(stores: PropertyStoreDeps, userId: string, ids: ExcludedIds): Promise<void> {
  const refusal = await getExcludedRefusal(stores, userId, ids)
  if (refusal) throw appError('UNPROCESSABLE', refusal)
}

/** Why the criteria exclude more leads than any search or order can; null if they do not. */
export const findExcludedRefusal = async (
  stores: PropertyStoreDeps,
  userId: string,
  criteria: readonly Criteria[],
): Promise<string | null> => getExcludedRefusal(stores, userId, await requireExcluded(stores.db, userId, criteria))

async function getExcludedRefusal(
  stores: PropertyStoreDeps,
  userId: string,
  { listIds, orderIds, campaignIds }: ExcludedIds,
): Promise<string | null> {
  if (listIds.length + orderIds.length + campaignIds.length === 0) return null
  const [delivered, suppressed] = await Promise.all([
    countDeliveredLeads(stores.db, { orderIds, campaignIds }),
    countSuppressed(stores, { userId, listIds }),
  ])
  const leads = delivered + suppressed
  return leads <= maxExcludedLeads
    ? null
    : `The excluded orders, campaigns and suppression lists have ${formatNumber(leads)} leads, and ` +
        `${formatNumber(maxExcludedLeads)} is the most. Exclude fewer of them.`
}
