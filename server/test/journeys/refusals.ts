import { allEndpoints } from '@dooryard/contract/all'
import { apiKeys } from '@dooryard/contract/api-keys'
import { coupons } from '@dooryard/contract/coupons'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { enterprise } from '@dooryard/contract/enterprise'
import { orders } from '@dooryard/contract/orders'
import { type Role, roles } from '@dooryard/contract/roles'
import { issueTicket } from '../../platform/tickets.ts'
import { enterpriseUser, nobody, type TestUser, user } from '../factories.ts'
import type { Portal } from '../portal.ts'
import { type Caller, callerAt } from '../requests.ts'

const nothing = '00000000-0000-7000-8000-000000000000'

/** Every call by nobody, by those who may not make it, about what is not there, and with what it does not take. */
export async function wrongCalls(portal: Portal): Promise<void> {
  const params = await paramsOfNothing(portal)
  const users = await Promise.all(roles.map((role) => user(portal, { role })))
  const key = await keyOf(users.find(({ role }) => role === 'ENTERPRISE_USER'))
  for (const endpoint of allEndpoints) {
    const body = endpoint.body ? { body: {} } : {}
    const send = (as: Caller, more: object = {}) => as.call(endpoint, { params, ...body, ...more })
    if (endpoint.access !== 'ANYONE') await send(nobody(portal))
    const other = users.find(({ role }) => !mayCall(endpoint, role))
    if (other) await send(other.as)
    const as =
      endpoint.access === 'API_KEY' ? callerAt(portal.url, key) : users.find(({ role }) => mayCall(endpoint, role))?.as
    // Whatever needs neither would not be wrong.
    if (as && endpoint.params) await send(as)
    if (as && endpoint.body) await send(as, { headers: { 'content-type': 'text/plain' } })
    if (as && endpoint.query && endpoint.answers !== 'stream')
      await send(as, { query: { limit: 'many', search: '\0' } })
  }
}

const mayCall = ({ access }: AnyEndpoint, role: Role) =>
  access === 'ANYONE' || access === 'SIGNED_IN' || (access !== 'API_KEY' && access.includes(role))

const paramsOfNothing = async ({ services }: Portal) => ({
  ...{ campaignId: nothing, orderId: nothing, sessionId: nothing, transactionId: nothing, userId: nothing },
  ...{ noteId: nothing, id: nothing, propertyId: '0', source: 'none', session: 'cs_sandbox_0000000000000000' },
  picture: `${'0'.repeat(32)}.webp`,
  ticket: await issueTicket(services, { key: 'none.csv', fileName: 'none.csv', contentType: 'text/csv' }),
})

async function keyOf(owner: TestUser | undefined): Promise<string> {
  const reply = await owner?.as.call(apiKeys.create, { body: { name: 'To try', scopes: ['orders:read'] } })
  return reply?.body.key ?? ''
}

/** What is asked for rightly and refused all the same. */
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
  await callerAt(portal.url, await keyOf({ as } as TestUser)).call(enterprise.count, { body: {} as never })
}
