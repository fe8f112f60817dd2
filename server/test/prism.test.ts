import { account } from '@dooryard/contract/account'
import { adminOrders } from '@dooryard/contract/admin-orders'
import { allEndpoints } from '@dooryard/contract/all'
import { contacts } from '@dooryard/contract/contacts'
import { balances, creditSettings } from '@dooryard/contract/credits'
import { adminDnc, dnc } from '@dooryard/contract/dnc'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { paymentEvents } from '@dooryard/contract/payments'
import { rolls } from '@dooryard/contract/rolls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { offerCalls } from '../modules/orders/call-orders.fixture.ts'
import { receiver } from '../modules/webhooks/receiver.fixture.ts'
import { user } from './factories.ts'
import { accountJourney, administratorJourney } from './journeys/account.ts'
import { keyAdministrationJourney } from './journeys/administration-keys.ts'
import { everybodysJourney } from './journeys/administration-lists.ts'
import { operationsJourney } from './journeys/administration-operations.ts'
import { orderAdministrationJourney } from './journeys/administration-orders.ts'
import { userAdministrationJourney } from './journeys/administration-users.ts'
import { webhookAdministrationJourney } from './journeys/administration-webhooks.ts'
import { dncJourney, finderJourney, importJourney } from './journeys/data.ts'
import { keyJourney, webhookJourney } from './journeys/keys.ts'
import { buyerJourney, priceJourney, sellerJourney } from './journeys/money.ts'
import { campaignJourney, consumerJourney } from './journeys/orders.ts'
import { refusedCalls, wrongCalls } from './journeys/refusals.ts'
import { type Portal, testPortal } from './portal.ts'
import { startPrism } from './prism.ts'
import { callerAt } from './requests.ts'

/** What an answer that came by Prism was, and where it differs from the document. */
type Answer = { call: string; status: number; violations: unknown[] }

const answers: Answer[] = []
const nameOf = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>) => `${method} ${path}`

/** What never succeeds by Prism here, and why. */
const notThrough = new Map<AnyEndpoint, string>([
  ...[balances.watch, orders.watchStatus, privateOrders.watchStatus, adminOrders.watchStatus, rolls.watchImport].map(
    (stream) => [stream, 'Prism passes an answer on when it has ended, and a stream does not'] as const,
  ),
  [account.updatePicture, 'Prism passes bytes on as text, which spoils a picture'],
  [paymentEvents.receive, 'the sandbox takes no events from outside'],
  ...[rolls.retry, contacts.retry, dnc.retry, adminDnc.retry].map(
    (retry) => [retry, 'only an import that a store has failed is tried again'] as const,
  ),
])

/** As much of the document as is changed below. */
type Document = {
  components: { schemas: Record<'User' | 'Error', { properties: object }> }
  paths: Record<string, { get: { responses: Record<string, object> } }>
}

const documentOf = async ({ url }: Portal) => (await (await fetch(`${url}/v1/openapi.json`)).json()) as Document

let direct: Portal
let portal: Portal
let hook: Awaited<ReturnType<typeof receiver>>
let prism: Awaited<ReturnType<typeof startPrism>>
beforeAll(async () => {
  direct = await testPortal({ demoRows: 2_000, worker: true })
  await offerCalls(direct)
  hook = await receiver()
  prism = await startPrism(await documentOf(direct), direct.url)
  portal = { ...direct, url: prism.url }
  witness(prism.url)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await Promise.all([prism.close(), hook.close()])
  await direct.close()
})

const patterns = allEndpoints
  .map(({ method, path }) => ({ method, path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // `/orders/count` is no order.
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)

/** Notes each answer that comes from there. */
function witness(url: string) {
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await send(input, init)
    const asked = new URL(String(input))
    if (asked.origin !== new URL(url).origin) return answer
    const method = init?.method ?? 'GET'
    const found = patterns.find((one) => one.method === method && one.pattern.test(asked.pathname))
    const violations = answer.headers.get('sl-violations') ?? '[]'
    answers.push({
      call: found ? nameOf(found) : `${method} ${asked.pathname}`,
      status: answer.status,
      violations: violationsIn(violations),
    })
    return answer
  })
}

/** Those of the answer: requests are wrong on purpose. Too many of them are cut off, and no JSON any more. */
function violationsIn(header: string): unknown[] {
  if (!header.startsWith('[')) return [header]
  const violations: { location: string[] }[] = JSON.parse(header)
  return violations.filter(({ location }) => location[0] === 'response')
}

const differing = (since: number) => answers.slice(since).filter(({ violations }) => violations.length > 0)

test.each([
  ['somebody registers, signs in and leaves', () => accountJourney(direct, portal)],
  ['an administrator looks around', () => administratorJourney(portal)],
  ["an administrator goes through everybody's campaigns and orders", () => everybodysJourney(portal)],
  ['somebody subscribes, changes, pays and is paid back', () => buyerJourney(portal)],
  ['an administrator sells', () => sellerJourney(portal)],
  ['an enterprise user orders and works on the leads', () => campaignJourney(portal)],
  ['a consumer orders', () => consumerJourney(portal)],
  ['somebody searches', () => finderJourney(portal)],
  ['numbers not to be called are kept', () => dncJourney(portal)],
  ['rolls and contacts are imported', () => importJourney(portal)],
  ['the price of a lead is changed', () => priceJourney(portal)],
  ['a program orders with a key', () => keyJourney(portal)],
  ['somebody is told by webhook', () => webhookJourney(portal, hook.url)],
  ['an administrator looks after webhooks', () => webhookAdministrationJourney(portal, hook.url)],
  ['an administrator ends orders and places them again', () => orderAdministrationJourney(portal)],
  ['an administrator revokes a key, and looks at how payments do', () => keyAdministrationJourney(portal)],
  ['an administrator looks at a user and at the machinery', () => operationsJourney(direct, portal)],
  ['an administrator makes an account and changes it', () => userAdministrationJourney(portal)],
  ['every call is made by those who may not and about nothing', () => wrongCalls(portal)],
  ['what is asked for rightly is refused', () => refusedCalls(portal)],
])('%s, and every answer is as the document says', { timeout: 120_000 }, async (_, journey) => {
  const since = answers.length
  await journey()
  expect(answers.length).toBeGreaterThan(since)
  expect(differing(since)).toEqual([])
})

test('every call is made above, but for those that cannot be', () => {
  const made = new Set(answers.filter(({ status }) => status < 300).map(({ call }) => call))
  const missing = allEndpoints.filter((endpoint) => !made.has(nameOf(endpoint)) && !notThrough.has(endpoint))
  expect(missing.map(nameOf)).toEqual([])
  expect([...notThrough.keys()].map(nameOf).filter((name) => made.has(name))).toEqual([])
})

test('every kind of refusal is among the answers', () => {
  const refused = new Set(answers.map(({ status }) => status).filter((status) => status >= 400))
  expect([...refused].toSorted()).toEqual([400, 401, 402, 403, 404, 409, 415, 422])
})

test('an answer that is not as a document says is caught', { timeout: 120_000 }, async () => {
  const document = await documentOf(direct)
  const { User, Error: refusal } = document.components.schemas
  Object.assign(User.properties, { email: { type: 'integer' } })
  Object.assign(refusal.properties, { requestId: { type: 'integer' } })
  delete document.paths['/v1/credit-settings']?.get.responses['200']
  const stricter = await startPrism(document, direct.url)
  try {
    const { as } = await user(direct)
    const asked = callerAt(stricter.url, as.token)
    const saidOf = async (reply: Promise<{ headers: Headers }>) => (await reply).headers.get('sl-violations')
    expect(await saidOf(asked.call(account.me))).toContain('email')
    expect(await saidOf(callerAt(stricter.url).call(account.me))).toContain('requestId')
    expect(await saidOf(asked.call(creditSettings.list))).toContain('status code')
    expect(await saidOf(asked.call(account.sessions))).toBeNull()
  } finally {
    await stricter.close()
  }
})
