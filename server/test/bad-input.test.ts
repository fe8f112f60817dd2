import { userStatistics } from '@dooryard/contract/admin/user-statistics'
import { allEndpoints } from '@dooryard/contract/all'
import { type AnyEndpoint, FormFile } from '@dooryard/contract/api/endpoint'
import { ErrorBody } from '@dooryard/contract/api/errors'
import type { Role } from '@dooryard/contract/api/roles'
import { coupons } from '@dooryard/contract/billing/coupons'
import { adminCatalog } from '@dooryard/contract/billing/plans'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { adminApiKeys } from '@dooryard/contract/integrations/admin-api-keys'
import { adminWebhooks } from '@dooryard/contract/integrations/admin-webhooks'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createApiClient } from '../modules/api-keys/api-keys.fixture.ts'
import { openApiDocument } from '../platform/http/openapi.ts'
import { enterpriseUser, user } from './factories.ts'
import { testPortal } from './portal.ts'
import { hostile, hostileText, validArbitrary, withMutation } from './random/arbitrary.ts'
import { readReply } from './requests.ts'
import { isTortureRun, scaleForTorture } from './torture.ts'

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
const withKey = (await createApiClient(portal, owner)).as
const { issued: spare } = await createApiClient(portal, owner)
/** Existing ids, so that some requests get past the look-up. */
const knownIds: Record<string, string> = {
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
/** For calls where the general id would be of another object. */
const knownIdsByEndpoint = new Map<AnyEndpoint, Record<string, string>>([
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
  // The key that makes the calls must stay valid.
  ...[...Object.values(apiKeys), ...Object.values(adminApiKeys)].map(
    (endpoint) => [endpoint, { id: spare.id }] as const,
  ),
  ...Object.values(enterprise).map((endpoint) => [endpoint, { id: placed.body.id }] as const),
  [adminCatalog.changePlan, { id: '00000000-0000-7000-8000-000000000101' }],
  [adminCatalog.changePack, { id: '00000000-0000-7000-8000-000000000201' }],
])

const getKnownId = (endpoint: AnyEndpoint, name: string) =>
  knownIdsByEndpoint.get(endpoint)?.[name] ?? knownIds[name] ?? '0'

type RequestAttempt = {
  path: Record<string, string>
  query: [string, string][]
  body: string
  type: string
  key: string
}

const json = (value: unknown) => JSON.stringify(value) ?? 'null'
const text = (value: unknown) => (typeof value === 'string' ? value : json(value))

/** A form with a file of that content, or a malformed one when the content breaks it. */
const buildForm = (content: string) =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="face.png"\r\n\r\n${content}\r\n--x--\r\n`

/** Requests for an endpoint: some valid, most with something wrong in them. */
function attemptArbitrary(endpoint: AnyEndpoint): fc.Arbitrary<RequestAttempt> {
  const names = Object.keys(endpoint.params?.shape ?? {})
  const path = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.oneof({ weight: 5, arbitrary: fc.constant(getKnownId(endpoint, name)) }, hostileText),
      ]),
    ),
  )
  const values = Object.entries(endpoint.query?.shape ?? {}).map(([name, schema]) =>
    fc.tuple(fc.constant(name), fc.oneof(validArbitrary(schema as never), hostile).map(text)),
  )
  const pair = fc.oneof(...values, fc.tuple(hostileText, hostileText))
  const isForm = endpoint.body === FormFile
  const right = endpoint.body ? validArbitrary(endpoint.body) : fc.constant({})
  return fc.record({
    path,
    query: fc.array(pair, { maxLength: 4 }),
    body: fc.oneof(
      { weight: 6, arbitrary: isForm ? hostileText.map(buildForm) : right.map(json) },
      { weight: 4, arbitrary: withMutation(right).map(json) },
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

/** A path segment: `.` and `..` would be resolved away before they are sent. */
const encodeSegment = (value: string) => encodeURIComponent(value.toWellFormed()).replace(/^\.+$/, '%252E')

/** How zod's own messages start. */
const stockMessagePattern =
  /^(\S+: )?(Invalid (input|option|key|value|number|string|discriminator)|Too (big|small)|Unrecognized key|Expected|Required)/

let requests = 0

async function send(
  endpoint: AnyEndpoint,
  token: string | undefined,
  { path, query, body, type, key }: RequestAttempt,
) {
  const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(path[name] ?? ''))
  const search = query.map(([name, value]) => `${encodeSegment(name)}=${encodeSegment(value)}`).join('&')
  const headers = new Headers({ 'idempotency-key': key })
  if (type) headers.set('content-type', type)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const ending = new AbortController()
  // A longer URL does not fit a request line.
  const url = `${portal.url}${filled}?${search}`.slice(0, 8_000).replace(/%[0-9A-F]?$/, '')
  const { method } = endpoint
  const init = { method, headers, signal: ending.signal, body: method === 'GET' ? null : body.toWellFormed() }
  requests += 1
  const response = await fetch(url, init)
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return readReply(response)
  ending.abort()
  return { status: response.status, headers: response.headers, body: undefined }
}

const document = openApiDocument(allEndpoints, portal.url)
const listDocumentedStatuses = ({ method, path }: AnyEndpoint) =>
  Object.keys(
    Object.entries(document.paths?.[path] ?? {}).find(([name]) => name === method.toLowerCase())?.[1].responses,
  )

async function getToken(endpoint: AnyEndpoint) {
  if (endpoint.access === 'ANYONE') return undefined
  // A successful sign-out ends its session, or all of its user's.
  if (endpoint === account.logout || endpoint === account.logoutAll) return (await user(portal)).as.token
  const { access } = endpoint
  if (access === 'API_KEY') return withKey.token
  const knows = (role: Role) => access === 'SIGNED_IN' || access.includes(role)
  return [owner, admin, consumer].find(({ role }) => knows(role))?.as.token
}

test.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s answers any input with a documented response',
  { timeout: 600_000 },
  async (_, endpoint) => {
    // A successful change may have archived it.
    await portal.db.updateTable('campaigns').set({ status: 'ACTIVE' }).where('id', '=', owner.campaign.id).execute()
    const token = await getToken(endpoint)
    const allowed = listDocumentedStatuses(endpoint)
    await fc.assert(
      fc.asyncProperty(attemptArbitrary(endpoint), async (attempt) => {
        const { status, headers, body } = await send(endpoint, token, attempt)
        expect(
          status,
          portal.logged.findLast((line) => line.includes('"error"')),
        ).toBeLessThan(500)
        expect(allowed).toContain(String(status))
        if (status < 400) return
        const error = ErrorBody.parse(body)
        expect(error.requestId).toBe(headers.get('x-request-id'))
        for (const { message } of [error, ...(error.issues ?? [])]) expect(message).not.toMatch(stockMessagePattern)
        expect(error.message).not.toMatch(/\n|\bat .*\.ts|node_modules|select |insert |Code: \d/)
      }),
      {
        numRuns: scaleForTorture(endpoint.body ? 12 : 6, 500),
        ...(isTortureRun && { interruptAfterTimeLimit: 300_000 }),
      },
    )
  },
)

if (isTortureRun) afterAll(() => expect(requests).toBeGreaterThanOrEqual(10_000))
