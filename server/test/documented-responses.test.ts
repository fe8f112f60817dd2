import { allEndpoints } from '@dooryard/contract/all'
import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { balances, creditSettings } from '@dooryard/contract/billing/credits'
import { paymentEvents } from '@dooryard/contract/billing/payments'
import { contacts } from '@dooryard/contract/data/contacts'
import { adminDnc, dnc } from '@dooryard/contract/data/dnc'
import { gazetteers } from '@dooryard/contract/data/gazetteers'
import { mapParts } from '@dooryard/contract/data/map-parts'
import { rolls } from '@dooryard/contract/data/rolls'
import { countySetups } from '@dooryard/contract/data/sources/county-setups'
import { account } from '@dooryard/contract/identity/account'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startOidcProvider } from '../modules/identity/external/oidc-provider.fixture.ts'
import { enableCallReady } from '../modules/orders/call-ready/call-orders.fixture.ts'
import { createReceiver } from '../modules/webhooks/deliver/receiver.fixture.ts'
import type { App } from '../platform/http/handlers.ts'
import { user } from './factories.ts'
import {
  fetchDocument,
  fetchWrongDocument,
  findEndpoint,
  formatEndpoint,
  journeys,
  type RecordedAnswer,
  refusalStatuses,
} from './journeys/all.ts'
import { listenOnFreePort } from './listen-on-free-port.ts'
import { type Portal, testPortal } from './portal.ts'
import { createCaller } from './requests.ts'

/** Endpoints that never succeed here, and why. */
const uncoveredEndpoints = new Map<AnyEndpoint, string>([
  ...[
    ...[balances.watch, orders.watchStatus, privateOrders.watchStatus, adminOrders.watchStatus],
    ...[rolls.watchImport, countySetups.watch],
  ].map((stream) => [stream, 'no journey opens a stream, whose events have tests of their own'] as const),
  [paymentEvents.receive, 'the sandbox takes no events from outside'],
  ...[rolls.retry, contacts.retry, gazetteers.retry, mapParts.retry, dnc.retry, adminDnc.retry].map(
    (retry) => [retry, 'only an import that a store has failed is tried again'] as const,
  ),
])

type Schema = Parameters<typeof z.fromJSONSchema>[0]
type Responses = Record<string, { content?: Record<string, { schema: object }> }>
type Document = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: { schemas: Record<string, object> }
}

/** Serves the app at one more address, and checks each response against an OpenAPI document. */
async function serveRecorded(app: Pick<App, 'fetch'>, document: object) {
  const answers: RecordedAnswer[] = []
  // Only the parts of an OpenAPI document that are read here have a type; a missing one is a violation.
  const findViolations = createResponseChecker(document as Document)
  const fetch: App['fetch'] = async (request, ...others) => {
    const answer = await app.fetch(request, ...others)
    const { method } = request
    const { pathname } = new URL(request.url)
    const found = findEndpoint(method, pathname)
    answers.push({
      call: found ? formatEndpoint(found) : `${method} ${pathname}`,
      status: answer.status,
      violations: found ? await findViolations(found, answer) : [],
    })
    return answer
  }
  const { url, close } = await listenOnFreePort({ fetch })
  return { url, answers, close }
}

function createResponseChecker(document: Document) {
  // A schema used alone needs its references alongside it.
  const { paths, components }: Document = JSON.parse(
    JSON.stringify(document).replaceAll('#/components/schemas/', '#/$defs/'),
  )
  const schemas = new Map<string, z.ZodType>()
  const toSchema = (schema: object) => {
    const name = JSON.stringify(schema)
    const known = schemas.get(name) ?? z.fromJSONSchema({ ...schema, $defs: components.schemas } as Schema)
    schemas.set(name, known)
    return known
  }
  return async ({ method, path }: { method: string; path: string }, answer: Response): Promise<string[]> => {
    const described = paths[path]?.[method.toLowerCase()]?.responses[answer.status]
    if (!described) return [`the status ${answer.status} is not in the document`]
    const type = answer.headers.get('content-type')?.split(';')[0]
    if (!described.content) return (await answer.clone().text()) === '' ? [] : ['nothing is described, and this is not']
    const schema = described.content[type ?? '']?.schema
    if (!schema) return [`the type ${type} is not in the document`]
    if (type !== 'application/json') return []
    const { error } = toSchema(schema).safeParse(await answer.clone().json())
    return error ? [z.prettifyError(error)] : []
  }
}

let direct: Portal
let portal: Portal
let hook: Awaited<ReturnType<typeof createReceiver>>
let recorded: Awaited<ReturnType<typeof serveRecorded>>
let provider: Awaited<ReturnType<typeof startOidcProvider>>
beforeAll(async () => {
  provider = await startOidcProvider()
  direct = await testPortal({ demoRows: 2_000, worker: true, signInProviders: [provider.config] })
  await enableCallReady(direct)
  hook = await createReceiver()
  recorded = await serveRecorded(direct.app, await fetchDocument(direct))
  portal = { ...direct, url: recorded.url }
})
afterAll(async () => {
  await Promise.all([recorded.close(), hook.close()])
  await Promise.all([direct.close(), provider.stop()])
})

const listViolations = (since: number) =>
  recorded.answers.slice(since).filter(({ violations }) => violations.length > 0)

// The journeys run one after another in the same portal; the responses are checked at the end.
describe('every response', { shuffle: false }, () => {
  test.each(journeys)('matches the document where %s', async (_, journey) => {
    const since = recorded.answers.length
    await journey({ portal, direct: portal, hook: hook.url })
    expect(recorded.answers.length).toBeGreaterThan(since)
    expect(listViolations(since)).toEqual([])
  })

  test('every call is made above, except those that cannot be', () => {
    const made = new Set(recorded.answers.filter(({ status }) => status < 300).map(({ call }) => call))
    const missing = allEndpoints.filter(
      (endpoint) => !made.has(formatEndpoint(endpoint)) && !uncoveredEndpoints.has(endpoint),
    )
    expect(missing.map(formatEndpoint)).toEqual([])
    expect([...uncoveredEndpoints.keys()].map(formatEndpoint).filter((name) => made.has(name))).toEqual([])
  })

  test('every kind of refusal is among the responses', () => {
    const refused = new Set(recorded.answers.map(({ status }) => status).filter((status) => status >= 400))
    expect([...refused].toSorted()).toEqual(refusalStatuses)
  })
})

test('a response that does not match the document is detected', async () => {
  const stricter = await serveRecorded(direct.app, await fetchWrongDocument(direct))
  try {
    const { as } = await user(direct)
    const requestCount = createCaller(stricter.url, as.token)
    const getReportedViolations = async (reply: Promise<unknown>) => {
      await reply
      return JSON.stringify(stricter.answers.at(-1)?.violations)
    }
    expect(await getReportedViolations(requestCount.call(account.me))).toContain('email')
    expect(await getReportedViolations(createCaller(stricter.url).call(account.me))).toContain('requestId')
    expect(await getReportedViolations(requestCount.call(creditSettings.list))).toContain('status')
    expect(await getReportedViolations(requestCount.call(account.sessions))).toBe('[]')
  } finally {
    await stricter.close()
  }
})
