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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offerCalls } from '../modules/orders/call-orders.fixture.ts'
import { receiver } from '../modules/webhooks/receiver.fixture.ts'
import { user } from './factories.ts'
import { documentAt, journeys, nameOf, refusals, wrongDocumentAt } from './journeys/all.ts'
import { type Portal, testPortal } from './portal.ts'
import { callerAt } from './requests.ts'
import { serveWitnessed } from './witness.ts'

/** What never succeeds here, and why. */
const neverMade = new Map<AnyEndpoint, string>([
  ...[balances.watch, orders.watchStatus, privateOrders.watchStatus, adminOrders.watchStatus, rolls.watchImport].map(
    (stream) => [stream, 'no journey opens a stream, whose events have tests of their own'] as const,
  ),
  [paymentEvents.receive, 'the sandbox takes no events from outside'],
  ...[rolls.retry, contacts.retry, dnc.retry, adminDnc.retry].map(
    (retry) => [retry, 'only an import that a store has failed is tried again'] as const,
  ),
])

let direct: Portal
let portal: Portal
let hook: Awaited<ReturnType<typeof receiver>>
let witnessed: Awaited<ReturnType<typeof serveWitnessed>>
beforeAll(async () => {
  direct = await testPortal({ demoRows: 2_000, worker: true })
  await offerCalls(direct)
  hook = await receiver()
  witnessed = await serveWitnessed(direct.app, await documentAt(direct))
  portal = { ...direct, url: witnessed.url }
})
afterAll(async () => {
  await Promise.all([witnessed.close(), hook.close()])
  await direct.close()
})

const differing = (since: number) => witnessed.answers.slice(since).filter(({ violations }) => violations.length > 0)

// The journeys are made one after the other in the same portal, and then looked at together.
describe('every answer', { shuffle: false }, () => {
  test.each(journeys)('is as the document says where %s', async (_, journey) => {
    const since = witnessed.answers.length
    await journey({ portal, direct: portal, hook: hook.url })
    expect(witnessed.answers.length).toBeGreaterThan(since)
    expect(differing(since)).toEqual([])
  })

  test('every call is made above, but for those that cannot be', () => {
    const made = new Set(witnessed.answers.filter(({ status }) => status < 300).map(({ call }) => call))
    const missing = allEndpoints.filter((endpoint) => !made.has(nameOf(endpoint)) && !neverMade.has(endpoint))
    expect(missing.map(nameOf)).toEqual([])
    expect([...neverMade.keys()].map(nameOf).filter((name) => made.has(name))).toEqual([])
  })

  test('every kind of refusal is among the answers', () => {
    const refused = new Set(witnessed.answers.map(({ status }) => status).filter((status) => status >= 400))
    expect([...refused].toSorted()).toEqual(refusals)
  })
})

test('an answer that is not as a document says is caught', async () => {
  const stricter = await serveWitnessed(direct.app, await wrongDocumentAt(direct))
  try {
    const { as } = await user(direct)
    const asked = callerAt(stricter.url, as.token)
    const saidOf = async (reply: Promise<unknown>) => {
      await reply
      return JSON.stringify(stricter.answers.at(-1)?.violations)
    }
    expect(await saidOf(asked.call(account.me))).toContain('email')
    expect(await saidOf(callerAt(stricter.url).call(account.me))).toContain('requestId')
    expect(await saidOf(asked.call(creditSettings.list))).toContain('status')
    expect(await saidOf(asked.call(account.sessions))).toBe('[]')
  } finally {
    await stricter.close()
  }
})
