import { adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { adminCampaigns } from '@dooryard/contract/admin-campaigns'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { adminUsers } from '@dooryard/contract/admin-users'
import { adminWebhooks } from '@dooryard/contract/admin-webhooks'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import type { Everybody } from './everybodys-data.ts'

export const pageSize = 10

export type Question = { name: string; endpoint: AnyEndpoint; query: Record<string, string> }

const pages = (rows: number) => {
  const last = Math.ceil(rows / pageSize)
  return { first: 1, middle: Math.ceil(last / 2), last }
}

/** Every sort both ways, on three pages. */
const sorted = (what: string, endpoint: AnyEndpoint, rows: number, sorts: readonly string[]): Question[] =>
  sorts.flatMap((sort) =>
    ['desc', 'asc'].flatMap((order) =>
      Object.entries(pages(rows)).map(([page, at]) => ({
        name: `${what} by ${sort} ${order}, ${page} page`,
        endpoint,
        query: { sort, order, page: String(at) },
      })),
    ),
  )

const searched = (what: string, endpoint: AnyEndpoint, texts: readonly string[]): Question[] =>
  texts.map((search) => ({ name: `${what} with “${search}”`, endpoint, query: { search } }))

const narrowed = (what: string, endpoint: AnyEndpoint, queries: readonly Record<string, string>[]): Question[] =>
  queries.map((query) => ({
    name: `${what} of ${Object.entries(query).flat().join(' ')}`,
    endpoint,
    query,
  }))

const enterpriseSorts = ['createdAt', 'updatedAt', 'totalPrice']
const since = { fromDate: '2025-01-01T00:00:00Z', toDate: '2026-01-01T00:00:00Z' }
/** Which most rows have, which few or none, and which only owners have, many and few. */
const letters = ['m', 'q', 'qu', 'x', 'te', '77']
const someUser = { userId: '00000000-0000-7000-8001-000000000000' }

const middleOf = (rows: number) => String(pages(rows).middle)

/** What an administrator may ask of the lists of so much. */
export const questionsOf = (size: Everybody): Question[] => [
  ...sorted('users', adminUsers.list, size.users, ['createdAt', 'name']),
  ...searched('users', adminUsers.list, ['a', 'q', 'qu', 'person-77@example.com', 'Testwell', 'example', 'zzz']),
  ...narrowed('users', adminUsers.list, [{ role: 'ENTERPRISE_USER' }]),
  ...sorted('campaigns', adminCampaigns.list, size.campaigns, enterpriseSorts),
  ...searched('campaigns', adminCampaigns.list, [...letters, 'Davidson landlords', 'person-20@', 'zzz']),
  ...narrowed('campaigns', adminCampaigns.list, [{ campaignType: 'CALL_READY' }, since, someUser]),
  ...sorted('orders', adminOrders.list, size.orders, enterpriseSorts),
  ...searched('orders', adminOrders.list, [...letters, 'quails', 'mailing', 'Testwell', 'example', 'zzz']),
  ...searched('orders', adminOrders.list, ['person-20@example.com']),
  ...narrowed('orders', adminOrders.list, [
    { search: 'Testwell', page: '500' },
    { status: 'FAILED' },
    { status: 'FAILED', page: middleOf(size.orders / 50) },
    { status: 'COMPLETED', sort: 'totalPrice' },
    { campaignType: 'CALL_READY' },
    { campaignType: 'MAIL_READY', page: middleOf(size.orders * 0.75) },
    { kind: 'CONSUMER' },
    { ...since, sort: 'updatedAt' },
    someUser,
  ]),
  ...narrowed('keys', adminApiKeys.list, [{ page: '1' }, { page: middleOf(size.keys) }, { state: 'ACTIVE' }, someUser]),
  ...searched('keys', adminApiKeys.list, [...letters, 'key 77', 'Testwell', 'zzz']),
  ...narrowed('webhooks', adminWebhooks.list, [
    { page: '1' },
    { page: middleOf(size.webhooks) },
    { state: 'FAILING' },
    someUser,
  ]),
  ...searched('webhooks', adminWebhooks.list, [...letters, 'hooks-77', 'Testwell', 'zzz']),
]
