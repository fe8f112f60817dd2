import { allEndpoints } from '@dooryard/contract/all'
import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { type Role, roles } from '@dooryard/contract/api/roles'
import { coupons } from '@dooryard/contract/billing/coupons'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { orders } from '@dooryard/contract/orders/orders'
import { signFileLink } from '../../platform/files/file-links.ts'
import { anonymousCaller, enterpriseUser, type TestUser, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { type Caller, createCaller } from '../requests.ts'

const missingId = '00000000-0000-7000-8000-000000000000'

/** Every call without credentials, by callers without access, for missing objects, and with invalid input. */
export async function wrongCalls(portal: Portal): Promise<void> {
  const params = await buildMissingParams(portal)
  const users = await Promise.all(roles.map((role) => user(portal, { role })))
  const key = await createApiKey(users.find(({ role }) => role === 'ENTERPRISE_USER'))
  for (const endpoint of allEndpoints) {
    const body = endpoint.body ? { body: {} } : {}
    const send = (as: Caller, more: object = {}) => as.call(endpoint, { params, ...body, ...more })
    if (endpoint.access !== 'ANYONE') await send(anonymousCaller(portal))
    const other = users.find(({ role }) => !canCall(endpoint, role))
    if (other) await send(other.as)
    const as =
      endpoint.access === 'API_KEY'
        ? createCaller(portal.url, key)
        : users.find(({ role }) => canCall(endpoint, role))?.as
    // A call that needs neither would not be wrong.
    if (as && endpoint.params) await send(as)
    if (as && endpoint.body) await send(as, { headers: { 'content-type': 'text/plain' } })
    if (as && endpoint.query && endpoint.answers !== 'stream')
      await send(as, { query: { limit: 'many', search: '\0' } })
  }
}

const canCall = ({ access }: AnyEndpoint, role: Role) =>
  access === 'ANYONE' || access === 'SIGNED_IN' || (access !== 'API_KEY' && access.includes(role))

const buildMissingParams = async ({ services }: Portal) => ({
  ...{ campaignId: missingId, orderId: missingId, sessionId: missingId, transactionId: missingId, userId: missingId },
  ...{
    noteId: missingId,
    fileId: missingId,
    tableId: 'none',
    id: missingId,
    propertyId: '0',
    source: 'none',
    provider: 'oidc',
    session: 'cs_sandbox_0000000000000000',
  },
  picture: `${'0'.repeat(32)}.webp`,
  ticket: await signFileLink(services, { key: 'none.csv', fileName: 'none.csv', contentType: 'text/csv' }),
})

async function createApiKey(owner: TestUser | undefined): Promise<string> {
  const reply = await owner?.as.call(apiKeys.create, { body: { name: 'To try', scopes: ['orders:read'] } })
  return reply?.body.key ?? ''
}

/** Valid calls that are refused nevertheless. */
export async function refusedCalls(portal: Portal): Promise<void> {
  const { as, campaign } = await enterpriseUser(portal, { onDemandCredits: 100 })
  const params = { campaignId: campaign.id }
  const place = (body: { orderName: string; quantity: number; creditRequired?: number }) =>
    as.call(orders.place, { params, body })
  await place({ orderName: 'Too many', quantity: 101 })
  await place({ orderName: 'Too few', quantity: 1 })
  await place({ orderName: 'At another price', quantity: 50, creditRequired: 17 })
  const order = await place({ orderName: 'Cancelled', quantity: 50 })
  const ofOrder = { params: { ...params, orderId: order.body.id } }
  await as.call(orders.download, ofOrder)
  for (const _ of [1, 2]) await as.call(orders.change, { ...ofOrder, body: { cancel: true } })
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const coupon = { code: 'TWICE-1', kind: 'PERCENT', value: 20, appliesTo: 'ANY' } as const
  for (const _ of [1, 2]) await admin.as.call(coupons.create, { body: coupon })
  await createCaller(portal.url, await createApiKey({ as } as TestUser)).call(enterprise.count, { body: {} as never })
}
