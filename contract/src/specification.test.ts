import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { allEndpoints } from './all.ts'
import { type Access, FormFile } from './api/endpoint.ts'
import { campaignTypes } from './api/enums.ts'
import { pageSchema } from './api/paging.ts'
import { roles } from './api/roles.ts'
import { billing } from './billing/billing.ts'
import { Coupon } from './billing/coupons.ts'
import { Balance, CreditSetting } from './billing/credits.ts'
import { Transaction } from './billing/transactions.ts'
import { account } from './identity/account.ts'
import { adminUsers, UserQuery } from './identity/admin/admin-users.ts'
import { auth, SignedIn } from './identity/auth.ts'
import { Login, Registration } from './identity/credentials.ts'
import { User } from './identity/users.ts'
import { ApiKey } from './integrations/api-keys.ts'
import { Webhook } from './integrations/webhooks.ts'
import { Campaign } from './orders/campaigns.ts'
import { Order, OrderStatusEvent } from './orders/order.ts'
import { FileLink } from './orders/order-endpoints.ts'
import { SavedSearch } from './properties/saved-searches.ts'

// Roles, entities and calls as the specification has them, to the letter; docs/specification.md has its other sentences.

test('the roles are exactly these', () => {
  expect(roles.toSorted()).toEqual(['AFFILIATE_USER', 'CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'])
})

test('the campaign types are exactly these', () => {
  expect(campaignTypes.values.toSorted()).toEqual(['CALL_READY', 'MAIL_READY'])
})

type Fields = z.ZodObject<Record<string, z.ZodType>>

const entities: [entity: string, schema: z.ZodType, fields: string, optionalFields?: string][] = [
  [
    'a user',
    User,
    'email phone firstName lastName companyName role address_country address_state address_city address_street address_apt_suite address_zip',
    'companyName address_country address_state address_city address_street address_apt_suite address_zip',
  ],
  [
    'a registration',
    Registration,
    'email password phone firstName lastName companyName confirmPassword',
    'companyName',
  ],
  ['a credit balance', Balance, 'subscriptionCredits subscriptionCreditsHeld onDemandCredits', ''],
  [
    'a credit setting',
    CreditSetting,
    'key name description creditRequired minCampaignVolume isActive id',
    'description',
  ],
  ['a campaign', Campaign, 'id campaignType name', ''],
  ['an order', Order, 'id orderName quantity campaignType createdAt userFacingStatus internalStatus', ''],
  ['a paginated list', pageSchema(User), 'items currentPage totalPages totalCount pageSize nextPage previousPage', ''],
  ['a CSV download', FileLink, 'url', ''],
  ['a status event', OrderStatusEvent, 'userFacingStatus internalStatus', ''],
  ['an API key', ApiKey, 'id', ''],
  ['a transaction', Transaction, 'transactionId', ''],
  ['a coupon', Coupon, 'id', ''],
  ['a saved search', SavedSearch, 'id isDefault', ''],
  ['a webhook', Webhook, 'id', ''],
  ['a sign-in', Login, 'email password', ''],
  ['the response to a sign-in', SignedIn, 'user accessToken refreshToken creditSettings', ''],
]

test.each(entities)('%s has the specified fields', (_, schema, fields, optionalFields = '') => {
  const names = fields.split(' ')
  const { shape } = schema as Fields
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(names))
  const optional = names.filter((name) => shape[name]?.safeParse(undefined).success)
  expect(optional.toSorted()).toEqual(optionalFields.split(' ').filter(Boolean).toSorted())
})

const bodyKeys = ({ body, response }: { body?: z.ZodType; response?: z.ZodType }) =>
  [body, response].map((schema) => Object.keys((schema as Fields | undefined)?.shape ?? {}))

test('a refresh sends the refresh token and returns an access token', () => {
  const [sent, returned] = bodyKeys(auth.refresh)
  expect(sent).toEqual(['refreshToken'])
  expect(returned).toContain('accessToken')
})

const listCalls = (text: string) => text.trim().split(/\s*\n\s*/)
const byCall = new Map(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))

/** Returns the calls that the contract has not, or has for others. */
const findMissing = (access: Access, calls: string[]) =>
  calls.filter((call) => JSON.stringify(byCall.get(call)?.access) !== JSON.stringify(access))

const groups: [group: string, access: Access, calls: string][] = [
  [
    'API keys',
    ['ENTERPRISE_USER'],
    `GET /v1/api-keys
     POST /v1/api-keys
     GET /v1/api-keys/{id}
     PUT /v1/api-keys/{id}
     DELETE /v1/api-keys/{id}
     POST /v1/api-keys/{id}/regenerate`,
  ],
  [
    'auth private',
    'SIGNED_IN',
    `GET /v1/auth/private/me
     PATCH /v1/auth/private/me
     GET /v1/auth/private/sessions
     DELETE /v1/auth/private/sessions/{sessionId}
     PATCH /v1/auth/private/update-password
     POST /v1/auth/private/logout
     POST /v1/auth/private/logout-all
     POST /v1/auth/private/update-profile-picture`,
  ],
  [
    'auth public',
    'ANYONE',
    `POST /v1/auth/public/login
     POST /v1/auth/public/register
     POST /v1/auth/public/register/verify-email
     POST /v1/auth/public/register/resend-verification
     POST /v1/auth/public/forgot-password
     POST /v1/auth/public/reset-password
     POST /v1/auth/public/refresh-token`,
  ],
  [
    'billing',
    'SIGNED_IN',
    `GET /v1/billing/credit-transactions
     GET /v1/billing/info
     POST /v1/billing/transaction-history
     GET /v1/billing/transaction-history/{transactionId}/invoice
     POST /v1/billing/cancel-subscription
     POST /v1/billing/create-checkout-session
     POST /v1/billing/subscription/update
     POST /v1/billing/subscription/update-quote`,
  ],
  [
    'enterprise campaigns',
    ['ENTERPRISE_USER'],
    `GET /v1/enterprise-private/campaigns
     POST /v1/enterprise-private/campaigns
     GET /v1/enterprise-private/campaigns/{campaignId}
     PATCH /v1/enterprise-private/campaigns/{campaignId}
     GET /v1/enterprise-private/campaigns/orders
     GET /v1/enterprise-private/campaigns/{campaignId}/orders
     POST /v1/enterprise-private/campaigns/{campaignId}/orders
     GET /v1/enterprise-private/campaigns/{campaignId}/orders/{orderId}
     PATCH /v1/enterprise-private/campaigns/{campaignId}/orders/{orderId}
     GET /v1/enterprise-private/campaigns/{campaignId}/orders/{orderId}/download
     GET /v1/enterprise-private/campaigns/{campaignId}/orders/{orderId}/refresh-dnc`,
  ],
  [
    'admin',
    ['SUPER_ADMIN'],
    `GET /v1/admin/campaigns
     GET /v1/admin/campaigns/export
     GET /v1/admin/campaigns/{id}
     GET /v1/admin/campaigns/orders
     GET /v1/admin/campaigns/{campaignId}/orders
     GET /v1/admin/campaigns/{campaignId}/orders/{orderId}
     GET /v1/admin/users
     POST /v1/admin/users
     GET /v1/admin/users/many
     PATCH /v1/admin/users/{id}
     GET /v1/admin/users/{id}/statistics
     POST /v1/admin/impersonate/{id}
     GET /v1/admin/orders
     GET /v1/admin/orders/{id}
     GET /v1/admin/credit-settings
     POST /v1/admin/credit-settings
     PATCH /v1/admin/credit-settings/{id}
     DELETE /v1/admin/credit-settings/{id}
     GET /v1/admin/billing/credit-transactions
     POST /v1/admin/billing/adjust-credits
     GET /v1/admin/billing/user-subscriptions/{userId}`,
  ],
  [
    'coupon changes',
    ['SUPER_ADMIN'],
    `POST /v1/coupons
     PATCH /v1/coupons/{id}
     DELETE /v1/coupons/{id}
     POST /v1/coupons/{id}/active`,
  ],
  ['coupon reads', ['SUPER_ADMIN', 'AFFILIATE_USER'], 'GET /v1/coupons\nGET /v1/coupons/{id}'],
  ['public credit settings', 'ANYONE', 'GET /v1/credit-settings\nGET /v1/credit-settings/{id}'],
  ['enterprise', 'API_KEY', 'POST /v1/enterprise/orders\nPOST /v1/enterprise/orders/count'],
  [
    'orders',
    ['CONSUMER_USER'],
    'GET /v1/order-private\nGET /v1/order-private/{id}\nGET /v1/order-private/{id}/download',
  ],
  [
    'saved searches',
    ['CONSUMER_USER', 'ENTERPRISE_USER'],
    `GET /v1/save-search
     POST /v1/save-search
     GET /v1/save-search/default
     GET /v1/save-search/{id}
     PATCH /v1/save-search/{id}
     DELETE /v1/save-search/{id}
     POST /v1/save-search/{id}/make-default`,
  ],
  [
    'webhooks',
    ['ENTERPRISE_USER'],
    `GET /v1/webhooks
     POST /v1/webhooks
     GET /v1/webhooks/{id}
     PATCH /v1/webhooks/{id}
     DELETE /v1/webhooks/{id}
     GET /v1/webhooks/{id}/log
     GET /v1/webhooks/{id}/secret
     POST /v1/webhooks/{id}/regenerate-secret`,
  ],
  ['the balance stream', 'SIGNED_IN', 'GET /v1/sse/auth/coin-realtime/subscribe'],
  [
    'the status stream',
    ['ENTERPRISE_USER'],
    'GET /v1/sse/enterprise-private/campaigns/{campaignId}/orders/{orderId}/status-subscribe',
  ],
]

describe('the calls of the specification', () => {
  test.each(groups)('exist with their access: %s', (_, access, calls) => {
    expect(findMissing(access, listCalls(calls))).toEqual([])
  })

  test('would be missed by another path, method or access', () => {
    expect(findMissing(['SUPER_ADMIN'], ['GET /v1/webhooks', 'PUT /v1/webhooks', 'GET /v1/hooks'])).toHaveLength(3)
  })

  test('a picture is sent as a form, and the transaction history has query parameters', () => {
    expect(account.updatePicture.body).toBe(FormFile)
    expect(Object.keys(billing.transactions.query?.shape ?? {})).toEqual(expect.arrayContaining(['page', 'limit']))
  })

  test('the list of users takes page, limit, sort, order, search and role', () => {
    expect(adminUsers.list.query).toBe(UserQuery)
    // The specification does not name the filter by state.
    const { state: _, ...specified } = UserQuery.shape
    expect(Object.keys(specified)).toEqual(['page', 'limit', 'sort', 'order', 'search', 'role'])
  })
})
