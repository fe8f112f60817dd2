import { account } from '@dooryard/contract/account'
import { adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { adminUsers } from '@dooryard/contract/admin-users'
import { adminWebhooks } from '@dooryard/contract/admin-webhooks'
import { allEndpoints } from '@dooryard/contract/all'
import { apiKeys } from '@dooryard/contract/api-keys'
import { coupons } from '@dooryard/contract/coupons'
import { type AnyEndpoint, FormFile } from '@dooryard/contract/endpoint'
import { enterprise } from '@dooryard/contract/enterprise'
import { ErrorBody } from '@dooryard/contract/errors'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { adminOffers } from '@dooryard/contract/plans'
import type { Role } from '@dooryard/contract/roles'
import { savedSearches } from '@dooryard/contract/saved-searches'
import { userStatistics } from '@dooryard/contract/user-statistics'
import { webhooks } from '@dooryard/contract/webhook-calls'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { program } from '../modules/api-keys/keys.fixture.ts'
import { openApiDocument } from '../platform/http/openapi.ts'
import { accepted, hostile, hostileText, spoiled } from './arbitrary.ts'
import { enterpriseUser, user } from './factories.ts'
import { testPortal } from './portal.ts'
import { replyOf } from './requests.ts'
import { isLong, rounds } from './rounds.ts'

const portal = await testPortal({ demoRows: 500 })
afterAll(portal.close)

const owner = await enterpriseUser(portal, { onDemandCredits: 1_000_000 })
const admin = await user(portal, { role: 'SUPER_ADMIN' })
const placed = await owner.as.call(orders.place, {
  params: { campaignId: owner.campaign.id },
  body: { orderName: 'First mailing', quantity: 50 },
})
const consumer = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000_000 })
const ofConsumer = await consumer.as.call(privateOrders.place, {
  body: {
    orderName: 'First mailing',
    campaignType: 'MAIL_READY',
    quantity: 50,
    criteria: owner.campaign.criteria,
  },
})
const coupon = await admin.as.call(coupons.create, {
  body: { code: 'SPRING-20', kind: 'PERCENT', value: 20, appliesTo: 'ANY' },
})
const search = await owner.as.call(savedSearches.create, { body: { name: 'Homes', criteria: {} } })
const webhook = await owner.as.call(webhooks.create, {
  body: { url: 'https://hooks.example.com/', events: ['webhook.test'] },
})
const sent = await owner.as.call(webhooks.test, { params: webhook.body, body: {} })
const watched = await owner.as.call(webhooks.create, {
  body: { url: 'https://hooks.example.com/', events: ['webhook.test'] },
})
const withKey = (await program(portal, owner)).as
const { issued: spare } = await program(portal, owner)
/** Ids that exist, so that some requests get past the look-up. */
const known: Record<string, string> = {
  campaignId: owner.campaign.id,
  orderId: placed.body.id,
  sessionId: owner.campaign.id,
  picture: `${'0'.repeat(32)}.webp`,
  session: 'cs_sandbox_9f86d081884c7d65',
  transactionId: owner.campaign.id,
  userId: owner.id,
  noteId: owner.id,
  attemptId: sent.body.id,
  id: '1',
}
/** Where the id of another call would be of something else. */
const knownHere = new Map<AnyEndpoint, Record<string, string>>([
  ...Object.values(adminUsers).map((endpoint) => [endpoint, { id: owner.id }] as const),
  [userStatistics.get, { id: owner.id }],
  ...[coupons.get, coupons.change, coupons.archive, coupons.activate, coupons.redemptions].map(
    (endpoint) => [endpoint, { id: coupon.body.id }] as const,
  ),
  ...Object.values(privateOrders).map((endpoint) => [endpoint, { id: ofConsumer.body.id }] as const),
  ...Object.values(adminOrders).map((endpoint) => [endpoint, { id: placed.body.id }] as const),
  ...Object.values(savedSearches).map((endpoint) => [endpoint, { id: search.body.id }] as const),
  ...Object.values(webhooks).map((endpoint) => [endpoint, { id: webhook.body.id }] as const),
  ...Object.values(adminWebhooks).map((endpoint) => [endpoint, { id: watched.body.id }] as const),
  // The key that the calls are made with has to stay as it is.
  ...[...Object.values(apiKeys), ...Object.values(adminApiKeys)].map(
    (endpoint) => [endpoint, { id: spare.id }] as const,
  ),
  ...Object.values(enterprise).map((endpoint) => [endpoint, { id: placed.body.id }] as const),
  [adminOffers.changePlan, { id: '00000000-0000-7000-8000-000000000101' }],
  [adminOffers.changePack, { id: '00000000-0000-7000-8000-000000000201' }],
])

const knownOf = (endpoint: AnyEndpoint, name: string) => knownHere.get(endpoint)?.[name] ?? known[name] ?? '0'

type Attempt = { path: Record<string, string>; query: [string, string][]; body: string; type: string; key: string }

const json = (value: unknown) => JSON.stringify(value) ?? 'null'
const text = (value: unknown) => (typeof value === 'string' ? value : json(value))

/** A form with a file of that content, or what such a content makes of one. */
const formWith = (content: string) =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="face.png"\r\n\r\n${content}\r\n--x--\r\n`

/** Requests for an endpoint: some right, most with something wrong in them somewhere. */
function attempts(endpoint: AnyEndpoint): fc.Arbitrary<Attempt> {
  const names = Object.keys(endpoint.params?.shape ?? {})
  const path = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.oneof({ weight: 5, arbitrary: fc.constant(knownOf(endpoint, name)) }, hostileText),
      ]),
    ),
  )
  const values = Object.entries(endpoint.query?.shape ?? {}).map(([name, schema]) =>
    fc.tuple(fc.constant(name), fc.oneof(accepted(schema as never), hostile).map(text)),
  )
  const pair = fc.oneof(...values, fc.tuple(hostileText, hostileText))
  const isForm = endpoint.body === FormFile
  const right = endpoint.body ? accepted(endpoint.body) : fc.constant({})
  return fc.record({
    path,
    query: fc.array(pair, { maxLength: 4 }),
    body: fc.oneof(
      { weight: 6, arbitrary: isForm ? hostileText.map(formWith) : right.map(json) },
      { weight: 4, arbitrary: spoiled(right).map(json) },
      { weight: 1, arbitrary: hostile.map(json) },
      { weight: 1, arbitrary: hostileText },
    ),
    type: fc.oneof(
      { weight: 20, arbitrary: fc.constant(isForm ? 'multipart/form-data; boundary=x' : 'application/json') },
      fc.constantFrom('', 'text/plain', 'application/json; charset=utf-16', 'multipart/form-data; boundary=x'),
    ),
    key: fc.oneof({ weight: 20, arbitrary: fc.uuid() }, fc.constantFrom('', 'same key', 'same', 'x'.repeat(300))),
  })
}

/** A path segment of its own: `.` and `..` would be resolved away before they are sent. */
const segment = (value: string) => encodeURIComponent(value.toWellFormed()).replace(/^\.+$/, '%252E')

let requests = 0

async function send(endpoint: AnyEndpoint, token: string | undefined, { path, query, body, type, key }: Attempt) {
  const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(path[name] ?? ''))
  const search = query.map(([name, value]) => `${segment(name)}=${segment(value)}`).join('&')
  const headers = new Headers({ 'idempotency-key': key })
  if (type) headers.set('content-type', type)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const ending = new AbortController()
  // What is too long for a request line is no request of ours any more.
  const url = `${portal.url}${filled}?${search}`.slice(0, 8_000).replace(/%[0-9A-F]?$/, '')
  const { method } = endpoint
  const init = { method, headers, signal: ending.signal, body: method === 'GET' ? null : body.toWellFormed() }
  requests += 1
  const response = await fetch(url, init)
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return replyOf(response)
  ending.abort()
  return { status: response.status, headers: response.headers, body: undefined }
}

const document = openApiDocument(allEndpoints, portal.url)
const documented = ({ method, path }: AnyEndpoint) =>
  Object.keys(
    Object.entries(document.paths?.[path] ?? {}).find(([name]) => name === method.toLowerCase())?.[1].responses,
  )

async function tokenFor(endpoint: AnyEndpoint) {
  if (endpoint.access === 'ANYONE') return undefined
  // A sign-out that gets through ends its session, or all of its user's.
  if (endpoint === account.logout || endpoint === account.logoutAll) return (await user(portal)).as.token
  const { access } = endpoint
  if (access === 'API_KEY') return withKey.token
  const knows = (role: Role) => access === 'SIGNED_IN' || access.includes(role)
  return [owner, admin, consumer].find(({ role }) => knows(role))?.as.token
}

test.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s answers whatever it is sent, with what its description allows',
  { timeout: 600_000 },
  async (_, endpoint) => {
    // A change that got through may have archived it.
    await portal.db.updateTable('campaigns').set({ status: 'ACTIVE' }).where('id', '=', owner.campaign.id).execute()
    const token = await tokenFor(endpoint)
    const allowed = documented(endpoint)
    await fc.assert(
      fc.asyncProperty(attempts(endpoint), async (attempt) => {
        const { status, headers, body } = await send(endpoint, token, attempt)
        expect(
          status,
          portal.logged.findLast((line) => line.includes('"error"')),
        ).toBeLessThan(500)
        expect(allowed).toContain(String(status))
        if (status < 400) return
        const error = ErrorBody.parse(body)
        expect(error.requestId).toBe(headers.get('x-request-id'))
        expect(error.message).not.toMatch(/\n|\bat .*\.ts|node_modules|select |insert |Code: \d/)
      }),
      { numRuns: rounds(endpoint.body ? 12 : 6, 500), ...(isLong && { interruptAfterTimeLimit: 300_000 }) },
    )
  },
)

if (isLong) afterAll(() => expect(requests).toBeGreaterThanOrEqual(10_000))
