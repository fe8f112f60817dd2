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
import { z } from 'zod'
import { offerCalls } from '../modules/orders/call-orders.fixture.ts'
import { receiver } from '../modules/webhooks/receiver.fixture.ts'
import type { App } from '../platform/http/handlers.ts'
import { user } from './factories.ts'
import { type Answer, documentAt, endpointAt, journeys, nameOf, refusals, wrongDocumentAt } from './journeys/all.ts'
import { listenSomewhere } from './listen.ts'
import { type Portal, testPortal } from './portal.ts'
import { callerAt } from './requests.ts'

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

type Schema = Parameters<typeof z.fromJSONSchema>[0]
type Responses = Record<string, { content?: Record<string, { schema: object }> }>
type Document = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: { schemas: Record<string, object> }
}

/** Holds each answer that goes out at one more address against an OpenAPI document. */
async function serveWitnessed(app: Pick<App, 'fetch'>, document: object) {
  const answers: Answer[] = []
  // Only the parts of an OpenAPI document that are read here have a type; one that is missing is a violation.
  const violationsOf = checkerOf(document as Document)
  const fetch: App['fetch'] = async (request, ...others) => {
    const answer = await app.fetch(request, ...others)
    const { method } = request
    const { pathname } = new URL(request.url)
    const found = endpointAt(method, pathname)
    answers.push({
      call: found ? nameOf(found) : `${method} ${pathname}`,
      status: answer.status,
      violations: found ? await violationsOf(found, answer) : [],
    })
    return answer
  }
  const { url, close } = await listenSomewhere({ fetch })
  return { url, answers, close }
}

function checkerOf(document: Document) {
  // A schema that stands alone has what it refers to beside it.
  const { paths, components }: Document = JSON.parse(
    JSON.stringify(document).replaceAll('#/components/schemas/', '#/$defs/'),
  )
  const schemas = new Map<string, z.ZodType>()
  const schemaOf = (schema: object) => {
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
    const { error } = schemaOf(schema).safeParse(await answer.clone().json())
    return error ? [z.prettifyError(error)] : []
  }
}

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
