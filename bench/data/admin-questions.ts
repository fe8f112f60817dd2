import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { adminApiKeys } from '@dooryard/contract/integrations/admin-api-keys'
import { adminWebhooks } from '@dooryard/contract/integrations/admin-webhooks'
import { adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import type { AdminDataSize } from './admin-data.ts'

export const pageSize = 10

export type AdminQuestion = { name: string; endpoint: AnyEndpoint; query: Record<string, string> }

const getPages = (rows: number) => {
  const last = Math.ceil(rows / pageSize)
  return { first: 1, middle: Math.ceil(last / 2), last }
}

/** Every sort in both directions, on three pages. */
const buildSortQuestions = (
  listName: string,
  endpoint: AnyEndpoint,
  rows: number,
  sorts: readonly string[],
): AdminQuestion[] =>
  sorts.flatMap((sort) =>
    ['desc', 'asc'].flatMap((order) =>
      Object.entries(getPages(rows)).map(([page, at]) => ({
        name: `${listName} by ${sort} ${order}, ${page} page`,
        endpoint,
        query: { sort, order, page: String(at) },
      })),
    ),
  )

const buildSearchQuestions = (listName: string, endpoint: AnyEndpoint, texts: readonly string[]): AdminQuestion[] =>
  texts.map((search) => ({ name: `${listName} with “${search}”`, endpoint, query: { search } }))

const buildFilterQuestions = (
  listName: string,
  endpoint: AnyEndpoint,
  queries: readonly Record<string, string>[],
): AdminQuestion[] =>
  queries.map((query) => ({
    name: `${listName} of ${Object.entries(query).flat().join(' ')}`,
    endpoint,
    query,
  }))

const enterpriseSorts = ['createdAt', 'updatedAt', 'totalPrice']
const dateRange = { fromDate: '2025-01-01T00:00:00Z', toDate: '2026-01-01T00:00:00Z' }
/** Texts that most rows, few rows or no rows contain, and that only owners contain, many or few. */
const searchTexts = ['m', 'q', 'qu', 'x', 'te', '77']
const userFilter = { userId: '00000000-0000-7000-8001-000000000000' }

const getMiddlePage = (rows: number) => String(getPages(rows).middle)

/** The queries of an administrator over lists of this size. */
export const buildAdminQuestions = (size: AdminDataSize): AdminQuestion[] => [
  ...buildSortQuestions('users', adminUsers.list, size.users, ['createdAt', 'name']),
  ...buildSearchQuestions('users', adminUsers.list, [
    'a',
    'q',
    'qu',
    'person-77@example.com',
    'Testwell',
    'example',
    'zzz',
  ]),
  ...buildFilterQuestions('users', adminUsers.list, [{ role: 'ENTERPRISE_USER' }]),
  ...buildSortQuestions('campaigns', adminCampaigns.list, size.campaigns, enterpriseSorts),
  ...buildSearchQuestions('campaigns', adminCampaigns.list, [
    ...searchTexts,
    'Davidson landlords',
    'person-20@',
    'zzz',
  ]),
  ...buildFilterQuestions('campaigns', adminCampaigns.list, [{ campaignType: 'CALL_READY' }, dateRange, userFilter]),
  ...buildSortQuestions('orders', adminOrders.list, size.orders, enterpriseSorts),
  ...buildSearchQuestions('orders', adminOrders.list, [
    ...searchTexts,
    'quails',
    'mailing',
    'Testwell',
    'example',
    'zzz',
  ]),
  ...buildSearchQuestions('orders', adminOrders.list, ['person-20@example.com']),
  ...buildFilterQuestions('orders', adminOrders.list, [
    { search: 'Testwell', page: '500' },
    { status: 'FAILED' },
    { status: 'FAILED', page: getMiddlePage(size.orders / 50) },
    { status: 'COMPLETED', sort: 'totalPrice' },
    { campaignType: 'CALL_READY' },
    { campaignType: 'MAIL_READY', page: getMiddlePage(size.orders * 0.75) },
    { kind: 'CONSUMER' },
    { ...dateRange, sort: 'updatedAt' },
    userFilter,
  ]),
  ...buildFilterQuestions('keys', adminApiKeys.list, [
    { page: '1' },
    { page: getMiddlePage(size.keys) },
    { state: 'ACTIVE' },
    userFilter,
  ]),
  ...buildSearchQuestions('keys', adminApiKeys.list, [...searchTexts, 'key 77', 'Testwell', 'zzz']),
  ...buildFilterQuestions('webhooks', adminWebhooks.list, [
    { page: '1' },
    { page: getMiddlePage(size.webhooks) },
    { state: 'FAILING' },
    userFilter,
  ]),
  ...buildSearchQuestions('webhooks', adminWebhooks.list, [...searchTexts, 'hooks-77', 'Testwell', 'zzz']),
]
