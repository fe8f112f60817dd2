import { allEndpoints } from '@dooryard/contract/all'
import type { Access, AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { getExample } from '@dooryard/contract/api/examples'
import { type Role, roles } from '@dooryard/contract/api/roles'
import { dayMs } from '@dooryard/contract/api/time'
import { billing } from '@dooryard/contract/billing/billing'
import { coupons } from '@dooryard/contract/billing/coupons'
import { sandbox } from '@dooryard/contract/billing/payments'
import { dnc } from '@dooryard/contract/data/dnc'
import { propertyLists } from '@dooryard/contract/data/property-lists'
import { enterpriseSuppressionLists, suppressionLists } from '@dooryard/contract/data/suppression-lists'
import { account } from '@dooryard/contract/identity/account'
import { connectedAccounts } from '@dooryard/contract/identity/external-sign-in'
import { notifications } from '@dooryard/contract/identity/notifications'
import { passkeys } from '@dooryard/contract/identity/passkeys'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { apiScopes } from '@dooryard/contract/integrations/api-scopes'
import { testOrders } from '@dooryard/contract/integrations/test-orders'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { contactResultLog } from '@dooryard/contract/leads/contact-results'
import { leadLabels } from '@dooryard/contract/leads/lead-labels'
import { LetterSender, letterTemplates } from '@dooryard/contract/leads/letter-templates'
import { mailings } from '@dooryard/contract/leads/letters'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import { exportPresets } from '@dooryard/contract/orders/export/export-presets'
import { orderSending } from '@dooryard/contract/orders/export/send-order'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { buyerLists } from '@dooryard/contract/properties/buyer-lists'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { recurringOrders } from '@dooryard/contract/recurring/recurring-orders'
import { campaignResults, enterpriseCampaignResults } from '@dooryard/contract/results/campaign-results'
import { afterAll, describe, expect, test } from 'vitest'
import { createApiClient } from '../modules/api-keys/api-keys.fixture.ts'
import { refundAs } from '../modules/billing/checkout/purchases.fixture.ts'
import { notifyUser } from '../modules/identity/index.ts'
import { hashToken } from '../platform/crypto/tokens.ts'
import { signFileLink } from '../platform/files/file-links.ts'
import { canBeEmpty } from '../platform/http/request/input.ts'
import { newId } from '../platform/util/ids.ts'
import { anonymousCaller, enterpriseUser, signInWithPassword, type TestUser, user } from './factories.ts'
import { testPortal } from './portal.ts'
import { type Caller, type Reply, readReply } from './requests.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

/** A KEY is an enterprise user's API key with all scopes. */
type CallerKind = Role | 'KEY' | 'NOBODY'
const kinds: CallerKind[] = [...roles, 'KEY', 'NOBODY']
const users = new Map<CallerKind, TestUser>()
for (const role of roles) users.set(role, await user(portal, { role }))

const keyOwner = await user(portal)
const withKey = (await createApiClient(portal, keyOwner)).as

/** Ids of missing objects, and a link to a missing file. */
const params = {
  campaignId: '00000000-0000-7000-8000-000000000000',
  orderId: '00000000-0000-7000-8000-000000000000',
  id: '0',
  sessionId: '00000000-0000-7000-8000-000000000000',
  session: 'cs_sandbox_0000000000000000',
  transactionId: '00000000-0000-7000-8000-000000000000',
  userId: '00000000-0000-7000-8000-000000000000',
  picture: `${'0'.repeat(32)}.webp`,
  propertyId: '0',
  ...{ z: '14', x: '0', y: '0' },
  noteId: '00000000-0000-7000-8000-000000000000',
  attemptId: '00000000-0000-7000-8000-000000000000',
  source: 'none',
  provider: 'oidc',
  ticket: await signFileLink(portal.services, { key: 'none.csv', fileName: 'none.csv', contentType: 'text/csv' }),
}

const endsSessions = new Set<AnyEndpoint>([account.logout, account.logoutAll])

const formatEndpoint = ({ method, path }: AnyEndpoint) => `${method} ${path}`

async function getCaller(kind: CallerKind, endpoint: AnyEndpoint): Promise<Caller> {
  if (kind === 'KEY') return withKey
  const known = users.get(kind)
  if (!known) return anonymousCaller(portal)
  // Signing out would leave the following calls without their session.
  return endsSessions.has(endpoint) ? (await user(portal, { role: known.role })).as : known.as
}

type AccessReply = Pick<Reply<{ message?: string } | undefined>, 'status' | 'body'>

/** A stream is closed as soon as it opens. */
async function callEndpoint(caller: Caller, endpoint: AnyEndpoint, given: object): Promise<AccessReply> {
  if (endpoint.answers !== 'stream') return caller.call(endpoint, given)
  const opened = caller.watch(endpoint, given).then((stream) => stream.close())
  return opened.then(
    () => ({ status: 200, body: undefined }),
    ({ status, body }) => ({ status, body }),
  )
}

const canCall = (access: Access, kind: CallerKind) => {
  if (access === 'ANYONE' || access === 'API_KEY') return access === 'ANYONE' || kind === 'KEY'
  return kind !== 'NOBODY' && kind !== 'KEY' && (access === 'SIGNED_IN' || access.includes(kind))
}

/** A caller without credentials of a kind that the call accepts gets 401; a known caller without access gets 403. */
const getRefusalStatus = (access: Access, kind: CallerKind) =>
  kind === 'NOBODY' || kind === 'KEY' || access === 'API_KEY' ? 401 : 403

describe.each(allEndpoints.map((endpoint) => [formatEndpoint(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  test.each(kinds)('by %s', async (kind) => {
    const body = endpoint.body ? { body: {} } : {}
    const reply = await callEndpoint(await getCaller(kind, endpoint), endpoint, { params, ...body })
    const allowed = reply.status !== 401 && reply.status !== 403
    expect({ allowed, status: reply.status }).toEqual({ allowed: canCall(endpoint.access, kind), status: reply.status })
    if (!allowed) expect(reply.status).toBe(getRefusalStatus(endpoint.access, kind))
    // Every endpoint of the contract is also mounted.
    expect(reply.body?.message).not.toBe('There is nothing at this address.')
  })
})

describe.each(
  allEndpoints.flatMap((endpoint) => (endpoint.scope ? [[formatEndpoint(endpoint), endpoint] as const] : [])),
)('%s with a key', (_, endpoint) => {
  test.each(apiScopes.values)('with the scope %s alone', async (scope) => {
    const { as, issued } = await createApiClient(portal, keyOwner, { scopes: [scope] })
    const { status } = await callEndpoint(as, endpoint, { params, ...(endpoint.body && { body: {} }) })
    expect({ allowed: status !== 403, status }).toEqual({ allowed: scope === endpoint.scope, status })
    await keyOwner.as.call(apiKeys.revoke, { params: { id: issued.id } })
  })
})

test('nothing is served under /v1 but the calls of the contract and their description', () => {
  const served = portal.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v1/'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const twins = allEndpoints.flatMap(({ method, alsoAt }) => (alsoAt ? [`${method} ${alsoAt}`] : []))
  const declared = [...allEndpoints.map(formatEndpoint), ...twins, 'GET /v1/openapi.json']
  expect([...new Set(served)].toSorted()).toEqual(declared.toSorted())
})

describe("another user's campaign, order, saved search, session, purchase or webhook", async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 1000 })
  const thief = await enterpriseUser(portal, { onDemandCredits: 1000 })
  const order = { orderName: 'First mailing', quantity: 50 }
  const placed = await owner.as.call(orders.place, { params: { campaignId: owner.campaign.id }, body: order })
  const theirs = {
    campaignId: owner.campaign.id,
    orderId: placed.body.id,
    propertyId: '77',
    noteId: newId(),
    resultId: newId(),
  }
  const consumer = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1000 })
  const otherConsumer = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1000 })
  const draft = { ...order, campaignType: 'MAIL_READY' as const, criteria: owner.campaign.criteria }
  const ofConsumer = await consumer.as.call(privateOrders.place, { body: draft })

  const testKey = await createApiClient(portal, owner, { isTest: true })
  const testOrder = await testKey.as.call(enterprise.place, { body: { campaignId: owner.campaign.id, ...order } })

  const exportCalls: AnyEndpoint[] = [
    ...[orders.previewExport, privateOrders.previewExport, enterprise.previewExport],
    ...[orders.export, privateOrders.export, enterprise.export],
  ]
  const listCalls = [suppressionLists, enterpriseSuppressionLists]
  const letter = { name: 'First letter', kind: 'LETTER' as const, text: 'Hello' }
  const bodies = new Map<AnyEndpoint, object>([
    [orders.place, order],
    [orders.change, { orderName: 'Renamed' }],
    [orders.changeLead, { stage: 'DEAD' }],
    [privateOrders.change, { orderName: 'Renamed' }],
    [privateOrders.changeLead, { stage: 'DEAD' }],
    [leadBoard.change, { stage: 'DEAD' }],
    [leadBoard.addNote, { text: 'Called' }],
    [contactResultLog.add, { phone: '6155550142', result: 'REACHED' }],
    [contactResultLog.allowCalls, { phone: '6155550142', reason: 'Asked to be called' }],
    [leadLabels.change, { name: newId() }],
    [letterTemplates.change, letter],
    [mailings.change, { sentOn: null }],
    [buyerLists.rename, { name: newId() }],
    [buyerLists.addBuyers, { propertyIds: ['77'] }],
    [propertyLists.rename, { name: newId() }],
    [propertyLists.change, { action: 'ADD', propertyIds: ['77'] }],
    [campaigns.change, { name: 'Renamed' }],
    [savedSearches.change, { name: 'Renamed' }],
    [apiKeys.change, { name: 'Renamed', scopes: ['orders:read'] }],
    [enterprise.change, { orderName: 'Renamed' }],
    [webhooks.redeliver, { since: '2026-11-02T09:30:00Z' }],
    [passkeys.rename, { name: 'Renamed' }],
    [exportPresets.change, { name: 'Renamed' }],
    [recurringOrders.change, { name: 'Renamed' }],
    [orderSending.send, { webhookId: newId() }],
    [campaignResults.add, { day: '2026-11-02', deals: 1 }],
    [campaignResults.change, { deals: 2 }],
    [enterpriseCampaignResults.add, { day: '2026-11-02', deals: 1 }],
    ...exportCalls.map((call) => [call, { preset: 'RAW' }] as const),
    ...listCalls.map(({ add }) => [add, new Blob(['Property ID\n2'])] as const),
    ...listCalls.map(({ change }) => [change, { name: newId() }] as const),
  ])
  // With a second factor the owner could not sign in elsewhere, so these are the consumer's.
  const isOfConsumer = ({ path }: AnyEndpoint) => /\/order-private\/{id}|{(passkey|device)Id}/.test(path)
  const isOfSavedSearch = ({ path }: AnyEndpoint) => path.startsWith('/v1/save-search/{id}')
  const isOfWebhook = ({ path }: AnyEndpoint) => path.startsWith('/v1/webhooks/{id}')
  const isOfApiKey = ({ path }: AnyEndpoint) => path.startsWith('/v1/api-keys/{id}')
  const isOfProgram = ({ path }: AnyEndpoint) => /^\/v1\/enterprise\/.*{(id|campaignId)}/.test(path)
  const isOfRecurring = ({ path }: AnyEndpoint) => path.startsWith('/v1/recurring-orders/{id}')
  const isOfResult = ({ path }: AnyEndpoint) => path.endsWith('/results/{id}')
  const isOfList = ({ path }: AnyEndpoint) => path.includes('/suppression-lists/{id}')
  const ofAffiliates: AnyEndpoint[] = [coupons.get, coupons.redemptions]
  const isForAdmins = ({ path }: AnyEndpoint) => path.startsWith('/v1/admin/')
  const isOfLabel = ({ path }: AnyEndpoint) => path === leadLabels.change.path
  const isOfTemplate = ({ path }: AnyEndpoint) => path === letterTemplates.change.path
  const isOfMailing = ({ path }: AnyEndpoint) => path.startsWith('/v1/mailings/{id}')
  const isOfBuyerList = ({ path }: AnyEndpoint) => path.startsWith('/v1/buyer-lists/{id}')
  const isOfPropertyList = ({ path }: AnyEndpoint) => path.startsWith('/v1/property-lists/{id}')
  const isOfPreset = ({ path }: AnyEndpoint) => path === exportPresets.change.path
  const owned = allEndpoints.filter(
    (endpoint) =>
      (/{(campaign|order|session|transaction|passkey|device|notification)Id}/.test(endpoint.path) &&
        !isForAdmins(endpoint)) ||
      isOfSavedSearch(endpoint) ||
      isOfPreset(endpoint) ||
      isOfRecurring(endpoint) ||
      isOfLabel(endpoint) ||
      isOfTemplate(endpoint) ||
      isOfMailing(endpoint) ||
      isOfBuyerList(endpoint) ||
      isOfPropertyList(endpoint) ||
      isOfList(endpoint) ||
      isOfWebhook(endpoint) ||
      isOfConsumer(endpoint) ||
      isOfApiKey(endpoint) ||
      isOfProgram(endpoint) ||
      endpoint === testOrders.download ||
      endpoint === dnc.retry ||
      endpoint === connectedAccounts.remove,
  )
  // An order that is not completed has no file and no lead; a mailing order has no numbers.
  const withoutFile: AnyEndpoint[] = [
    ...[orders.download, privateOrders.download, enterprise.download],
    ...[orders.certificate, privateOrders.certificate, enterprise.certificate],
    ...[testOrders.download, orderSending.send],
    ...exportCalls,
  ]
  const withoutNumbers: AnyEndpoint[] = [orders.refreshDnc, privateOrders.refreshDnc, buyerLists.addBuyers]
  const ofLeads: AnyEndpoint[] = [...Object.values(leadBoard), ...Object.values(contactResultLog)]
  const withoutLeads: AnyEndpoint[] = [
    ...[orders.changeLead, privateOrders.changeLead, buyerLists.removeBuyer],
    ...ofLeads,
  ]

  /** A saved search, session or webhook is created for each call, since one of the calls deletes it. */
  async function idsFor(endpoint: AnyEndpoint) {
    if (endpoint === account.endSession) return { sessionId: await createOtherSession(owner) }
    if (endpoint === billing.checkoutState) return { sessionId: (await createPurchase(owner)).sessionId }
    if (endpoint === billing.invoice) return { transactionId: await paidBy(owner) }
    if (endpoint === billing.creditNote) return { transactionId: await refundedTo(owner) }
    if (isOfWebhook(endpoint)) return createAttempt(owner)
    if (endpoint.path.includes('{passkeyId}')) return { passkeyId: await createPasskey(consumer) }
    if (endpoint.path.includes('{deviceId}')) return { deviceId: await createDevice(consumer) }
    if (endpoint === connectedAccounts.remove) return { id: await createIdentity(owner) }
    if (endpoint === notifications.read) return { notificationId: await createNotification(owner) }
    if (endpoint === testOrders.download) return { id: testOrder.body.id }
    if (endpoint === dnc.retry) return { id: await createFailedImport(owner) }
    if (isOfConsumer(endpoint)) return { id: ofConsumer.body.id, propertyId: '77' }
    if (isOfList(endpoint)) return { id: await createList(owner) }
    if (isOfRecurring(endpoint)) return { id: await createRecurring(owner) }
    if (isOfResult(endpoint)) return { ...theirs, id: await createResult(owner) }
    if (isOfProgram(endpoint)) return { ...theirs, id: placed.body.id }
    if (isOfApiKey(endpoint)) return { id: (await createApiClient(portal, owner)).issued.id }
    if (isOfLabel(endpoint)) return { id: await createLabel(owner) }
    if (isOfTemplate(endpoint)) return { id: (await owner.as.call(letterTemplates.create, { body: letter })).body.id }
    if (isOfMailing(endpoint)) return { id: await createMailing(owner), format: 'CSV' }
    if (isOfBuyerList(endpoint)) return { id: await createBuyerList(owner), buyerKey: '77' }
    if (isOfPropertyList(endpoint)) return { id: await createPropertyList(owner) }
    if (isOfPreset(endpoint)) return { id: await createPreset(owner) }
    if (!isOfSavedSearch(endpoint)) return theirs
    const saved = await owner.as.call(savedSearches.create, { body: { name: formatEndpoint(endpoint), criteria: {} } })
    return { id: saved.body.id }
  }

  const programs = [await createApiClient(portal, owner), await createApiClient(portal, thief)] as const
  const listCallers = (endpoint: AnyEndpoint) =>
    isOfProgram(endpoint)
      ? programs
      : isOfConsumer(endpoint)
        ? ([consumer, otherConsumer] as const)
        : ([owner, thief] as const)

  const createLabel = async ({ as }: TestUser): Promise<string> =>
    (await as.call(leadLabels.create, { body: { kind: 'TAG', name: newId() } })).body.id

  /** Only who it is of matters here, so it has no recipients, which nobody can create. */
  async function createMailing({ id: userId }: TestUser): Promise<string> {
    const id = newId()
    const { name: templateName, kind, text } = letter
    await portal.db
      .insertInto('mailings')
      .values({
        ...{ id, userId, name: 'Autumn', kind, templateName, text, backText: '', recipients: 0, excluded: '[]' },
        ...{ sender: JSON.stringify(getExample(LetterSender)), createdAt: portal.clock.now() },
      })
      .execute()
    return id
  }

  const createBuyerList = async ({ as }: TestUser): Promise<string> =>
    (await as.call(buyerLists.create, { body: { name: newId() } })).body.id

  const createPropertyList = async ({ as }: TestUser): Promise<string> =>
    (await as.call(propertyLists.create, { body: { name: newId() } })).body.id

  async function createPreset({ as }: TestUser): Promise<string> {
    const layout = ExportLayout.parse({ preset: 'RAW' })
    return (await as.call(exportPresets.create, { body: { name: newId(), layout } })).body.id
  }

  async function createRecurring({ as }: TestUser): Promise<string> {
    const schedule = { every: 'DAY' as const, time: '08:00', timeZone: 'UTC' }
    const limits = { name: newId(), schedule, maxLeads: 50, monthlyCredits: 50 }
    const { id: campaignId, criteria } = owner.campaign
    return (await as.call(recurringOrders.create, { body: { ...limits, campaignId, criteria } })).body.id
  }

  async function createResult({ as }: TestUser): Promise<string> {
    const params = { campaignId: owner.campaign.id }
    return (await as.call(campaignResults.add, { params, body: { day: '2026-11-02', deals: 1 } })).body.id
  }

  async function createList({ as }: TestUser): Promise<string> {
    const query = { name: newId(), fileName: 'customers.csv' }
    return (await as.call(suppressionLists.create, { query, body: new Blob(['Property ID\n1']) })).body.id
  }

  async function createFailedImport({ id: ownerId }: TestUser): Promise<string> {
    const upload = { id: newId(), ownerId, uploadedBy: ownerId, createdAt: portal.clock.now() }
    const file = { name: 'list', fileName: 'list.txt', fileBytes: 0, fileKey: 'lists/kept.txt', sha256: '0'.repeat(64) }
    const params = JSON.stringify({ list: 'INTERNAL', kind: 'FULL', accessedOn: '2026-11-02' })
    await portal.db
      .insertInto('fileImports')
      .values({ ...upload, ...file, kind: 'DNC', params, status: 'FAILED' })
      .execute()
    return upload.id
  }

  async function createNotification({ id: userId, as }: TestUser): Promise<string> {
    await notifyUser(portal.services, { userId, kind: 'CREDITS', title: newId(), body: '', path: '/portal' })
    return (await as.call(notifications.list)).body.items[0]?.id ?? ''
  }

  async function createIdentity({ id: userId }: TestUser): Promise<string> {
    const id = newId()
    const identity = { id, userId, provider: 'oidc', issuer: 'https://login.example.com', subject: id }
    await portal.db
      .insertInto('externalIdentities')
      .values({ ...identity, createdAt: portal.clock.now() })
      .execute()
    return id
  }

  async function createPasskey({ id: userId }: TestUser): Promise<string> {
    const id = newId()
    const key = { credentialId: id, publicKey: Buffer.from(id), counter: 0, transports: [] as string[] }
    const values = { id, userId, ...key, isSynced: false, name: 'A key' }
    await portal.db
      .insertInto('passkeys')
      .values({ ...values, createdAt: portal.clock.now() })
      .execute()
    return id
  }

  async function createDevice({ id: userId }: TestUser): Promise<string> {
    const [id, now] = [newId(), portal.clock.now()]
    const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + dayMs) }
    await portal.db
      .insertInto('rememberedDevices')
      .values({ id, userId, tokenHash: hashToken(id), userAgent: 'A browser', ...times })
      .execute()
    return id
  }

  async function createAttempt({ as }: TestUser) {
    const draft = { url: 'https://hooks.example.com/', events: ['webhook.test' as const] }
    const { id } = (await as.call(webhooks.create, { body: draft })).body
    const sent = await as.call(webhooks.test, { params: { id }, body: {} })
    return { id, attemptId: sent.body.id }
  }

  async function createOtherSession({ email, as }: TestUser): Promise<string> {
    await signInWithPassword(portal, email)
    const { body } = await as.call(account.sessions)
    const [other] = body.items.filter(({ isCurrent }) => !isCurrent)
    if (!other) throw new Error('there is no other session')
    return other.id
  }

  async function createPurchase({ as }: TestUser) {
    const packId = '00000000-0000-7000-8000-000000000201'
    return (await as.call(billing.checkout, { body: { packId } })).body
  }

  async function paidBy(buyer: TestUser): Promise<string> {
    const { sessionId, url } = await createPurchase(buyer)
    const session = new URL(url).searchParams.get('session') ?? ''
    await anonymousCaller(portal).call(sandbox.pay, { params: { session }, body: { card: '4242424242424242' } })
    // When its buyer reads it, a purchase is recorded at once.
    await buyer.as.call(billing.checkoutState, { params: { sessionId } })
    const { body } = await buyer.as.call(billing.transactions, { body: {} })
    const [paid] = body.items
    if (!paid) throw new Error('nothing was paid')
    return paid.transactionId
  }

  async function refundedTo(buyer: TestUser): Promise<string> {
    const transactionId = await paidBy(buyer)
    const admin = users.get('SUPER_ADMIN')
    if (admin) await refundAs(admin, transactionId)
    return transactionId
  }

  async function statusFor(caller: Pick<TestUser, 'as'>, endpoint: AnyEndpoint, ids: object): Promise<number> {
    const query = isOfList(endpoint) && { query: { fileName: 'customers.csv' } }
    const given = { params: ids, ...query, ...(bodies.has(endpoint) && { body: bodies.get(endpoint) }) }
    return (await callEndpoint(caller.as, endpoint, given)).status
  }

  test.each(owned.map((endpoint) => [formatEndpoint(endpoint), endpoint] as const))(
    'is not found: %s',
    async (_, endpoint) => {
      const ids = await idsFor(endpoint)
      const [by, other] = listCallers(endpoint)
      expect(await statusFor(other, endpoint, ids)).toBe(404)
      if (endpoint.path.includes('{orderId}'))
        expect(await statusFor(thief, endpoint, { ...theirs, campaignId: thief.campaign.id })).toBe(404)
      // No leads exist before delivery, so the owner can be told apart only after it.
      if (withoutLeads.includes(endpoint)) return
      // The owner gets through, so it was the caller that was refused.
      const through = withoutFile.includes(endpoint)
        ? [409]
        : withoutNumbers.includes(endpoint)
          ? [422]
          : [200, 201, 202, 204]
      expect(await statusFor(by, endpoint, ids)).toBeOneOf(through)
    },
  )

  test.each(ofAffiliates.map((endpoint) => [formatEndpoint(endpoint), endpoint] as const))(
    "is not found where it is another affiliate's coupon: %s",
    async (_, endpoint) => {
      const [mine, other] = await Promise.all([1, 2].map(() => user(portal, { role: 'AFFILIATE_USER' })))
      const draft = { code: newId().slice(-12), kind: 'PERCENT', value: 20, appliesTo: 'ANY' } as const
      const admin = users.get('SUPER_ADMIN')
      const made = await admin?.as.call(coupons.create, { body: { ...draft, affiliateUserId: mine?.id ?? null } })
      const statusBy = async (by?: TestUser) =>
        by && (await callEndpoint(by.as, endpoint, { params: made?.body })).status
      expect([await statusBy(mine), await statusBy(admin), await statusBy(other)]).toEqual([200, 200, 404])
    },
  )

  test('is not listed, counted or charged either', async () => {
    expect((await thief.as.call(campaigns.list)).body.items.map(({ id }) => id)).toEqual([thief.campaign.id])
    expect((await thief.as.call(orders.listAll)).body).toMatchObject({ items: [], totalCount: 0 })
    expect((await thief.as.call(account.me)).body.balance.onDemandCredits).toBe(1000)
    expect((await thief.as.call(account.sessions)).body.totalCount).toBe(1)
  })

  test('every other call with an id in its path is for an object that all its callers may see', () => {
    const others = allEndpoints.filter(
      (endpoint) => endpoint.path.includes('{') && !owned.includes(endpoint) && !ofAffiliates.includes(endpoint),
    )
    expect(others.map(formatEndpoint)).toEqual([
      'POST /v1/auth/public/oidc/{provider}/start',
      'POST /v1/auth/public/oidc/{provider}/finish',
      'POST /v1/auth/private/connected-accounts/{provider}/start',
      'POST /v1/auth/private/connected-accounts/{provider}/finish',
      'GET /v1/pictures/{picture}',
      'GET /v1/admin/users/{id}',
      'PATCH /v1/admin/users/{id}',
      'POST /v1/admin/users/{id}/invite',
      'GET /v1/admin/users/{id}/sessions',
      'POST /v1/admin/users/{id}/sign-out',
      'POST /v1/admin/impersonate/{id}',
      'GET /v1/admin/users/{id}/notes',
      'POST /v1/admin/users/{id}/notes',
      'PATCH /v1/admin/users/{id}/notes/{noteId}',
      'DELETE /v1/admin/users/{id}/notes/{noteId}',
      'POST /v1/admin/users/{id}/email',
      'GET /v1/admin/users/{id}/second-factor',
      'POST /v1/admin/users/{id}/reset-second-factor',
      'GET /v1/admin/audit-log/{id}',
      'GET /v1/credit-settings/{id}',
      'PATCH /v1/admin/credit-settings/{id}',
      'DELETE /v1/admin/credit-settings/{id}',
      'PATCH /v1/coupons/{id}',
      'DELETE /v1/coupons/{id}',
      'POST /v1/coupons/{id}/active',
      'GET /v1/admin/affiliates/{userId}',
      'GET /v1/admin/affiliates/{userId}/entries',
      'GET /v1/admin/affiliates/{userId}/entries/export',
      'PUT /v1/admin/affiliates/{userId}/terms',
      'POST /v1/admin/affiliates/{userId}/payouts',
      'POST /v1/admin/affiliates/{userId}/payouts/{entryId}/reverse',
      'GET /v1/admin/billing/user-subscriptions/{userId}',
      'GET /v1/admin/billing/user-transactions/{userId}',
      'GET /v1/admin/billing/transactions/{transactionId}/invoice',
      'GET /v1/admin/billing/transactions/{transactionId}/credit-note',
      'GET /v1/admin/billing/transactions/{transactionId}/refund',
      'POST /v1/admin/billing/transactions/{transactionId}/refund',
      'PATCH /v1/admin/plans/{id}',
      'PATCH /v1/admin/packs/{id}',
      // Any caller with the address of a sandbox page may pay there.
      'GET /v1/sandbox/checkouts/{session}',
      'POST /v1/sandbox/checkouts/{session}/pay',
      'POST /v1/sandbox/checkouts/{session}/confirm',
      // A property is no one's: these return and order what the caller has of it.
      'GET /v1/single-leads/{propertyId}',
      'POST /v1/single-leads/{propertyId}',
      'POST /v1/admin/dnc/imports/{id}/retry',
      'POST /v1/admin/contacts/imports/{id}/retry',
      'DELETE /v1/admin/contacts/sources/{source}',
      'POST /v1/admin/gazetteers/imports/{id}/retry',
      'POST /v1/admin/map-parts/imports/{id}/retry',
      'DELETE /v1/admin/map-parts/{name}',
      'GET /v1/properties/{id}',
      'GET /v1/properties/{id}/same-owner',
      'POST /v1/properties/{id}/owner',
      'POST /v1/properties/{id}/valuation',
      'GET /v1/properties/{id}/valuation/export',
      'GET /v1/map/parcels/{z}/{x}/{y}',
      'GET /v1/files/{ticket}',
      'GET /v1/admin/rolls/{id}',
      'GET /v1/admin/rolls/rejects/{id}',
      'GET /v1/admin/rolls/imports/{id}',
      'POST /v1/admin/rolls/imports/{id}/retry',
      'POST /v1/admin/rolls/imports/{id}/cancel',
      'GET /v1/sse/admin/rolls/imports/{id}',
      'GET /v1/admin/sources/{source}',
      'PUT /v1/admin/sources/{source}',
      'GET /v1/admin/sources/{source}/versions/{version}',
      'GET /v1/admin/sources/{source}/file',
      'GET /v1/admin/datasets/{id}',
      'GET /v1/admin/datasets/{id}/versions',
      'PUT /v1/admin/datasets/{id}/refresh',
      'DELETE /v1/admin/datasets/{id}/refresh',
      'POST /v1/admin/datasets/{id}/refresh',
      'POST /v1/admin/datasets/{id}/accept',
      'POST /v1/admin/datasets/{id}/reject',
      'POST /v1/admin/datasets/{id}/roll-back',
      // An administrator's own setups: those of another are not found.
      'GET /v1/admin/county-setups/{id}',
      'PATCH /v1/admin/county-setups/{id}',
      'DELETE /v1/admin/county-setups/{id}',
      'GET /v1/sse/admin/county-setups/{id}',
      'POST /v1/admin/county-setups/{id}/files',
      'POST /v1/admin/county-setups/{id}/files/url',
      'POST /v1/admin/county-setups/{id}/files/folder',
      'DELETE /v1/admin/county-setups/{id}/files/{fileId}',
      'PATCH /v1/admin/county-setups/{id}/tables/{tableId}',
      'GET /v1/admin/county-setups/{id}/tables/{tableId}/rows',
      'GET /v1/admin/county-setups/{id}/proposal',
      'POST /v1/admin/county-setups/{id}/proposal',
      'GET /v1/admin/county-setups/{id}/document',
      'PUT /v1/admin/county-setups/{id}/document',
      'POST /v1/admin/county-setups/{id}/preview',
      'POST /v1/admin/county-setups/{id}/uses',
      'POST /v1/admin/county-setups/{id}/check',
      'GET /v1/admin/county-setups/{id}/check',
      'DELETE /v1/admin/county-setups/{id}/check',
      'GET /v1/admin/county-setups/{id}/check/rejects',
      'POST /v1/admin/county-setups/{id}/import',
      'GET /v1/admin/campaigns/{id}',
      'GET /v1/admin/campaigns/{campaignId}/orders',
      'GET /v1/admin/campaigns/{campaignId}/orders/{orderId}',
      'GET /v1/admin/orders/{id}',
      'GET /v1/admin/orders/{id}/leads',
      'GET /v1/admin/orders/{id}/download',
      'GET /v1/admin/orders/{id}/certificate',
      'POST /v1/admin/orders/{id}/retry',
      'POST /v1/admin/orders/{id}/fail',
      'GET /v1/sse/admin/orders/{id}/status-subscribe',
      'GET /v1/admin/api-keys/{id}',
      'POST /v1/admin/api-keys/{id}/revoke',
      'GET /v1/admin/webhooks/{id}',
      'GET /v1/admin/webhooks/{id}/log',
      'GET /v1/admin/webhooks/{id}/log/{attemptId}',
      'POST /v1/admin/webhooks/{id}/disable',
      'POST /v1/admin/webhooks/{id}/enable',
      'GET /v1/admin/users/{id}/statistics',
      'POST /v1/admin/credit-settings/{id}/effect',
      'POST /v1/admin/jobs/{id}/retry',
      'GET /v1/admin/errors/{id}',
      'PATCH /v1/admin/errors/{id}',
    ])
  })
})

/** Returns a kind of caller that may make the call. */
const pickCallerKind = ({ access }: AnyEndpoint): CallerKind =>
  access === 'API_KEY' ? 'KEY' : Array.isArray(access) ? access[0] : 'CONSUMER_USER'

test('a call with an optional body answers without one as with an empty one', async () => {
  const statuses = []
  for (const endpoint of allEndpoints.filter(canBeEmpty)) {
    const caller = await getCaller(pickCallerKind(endpoint), endpoint)
    const call = async (given: object) => (await caller.call(endpoint, { params, ...given })).status
    const [without, empty] = [await call({}), await call({ body: {} })]
    expect({ name: formatEndpoint(endpoint), status: without }).toEqual({
      name: formatEndpoint(endpoint),
      status: empty,
    })
    statuses.push(without)
  }
  expect(statuses).toContain(200)
  expect(statuses).not.toContain(415)
})

test('a token or a key in the query opens only streams', async () => {
  for (const endpoint of allEndpoints.filter(({ access, answers }) => access !== 'ANYONE' && answers !== 'stream')) {
    const { token } = await getCaller(pickCallerKind(endpoint), endpoint)
    const path = endpoint.path.replace(/\{\w+\}/g, params.orderId)
    const reply = await readReply(await fetch(`${portal.url}${path}?token=${token}`, { method: endpoint.method }))
    expect({ name: formatEndpoint(endpoint), status: reply.status }).toEqual({
      name: formatEndpoint(endpoint),
      status: 401,
    })
  }
})
