import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import Stripe from 'stripe'
import { createApiCalls, expandObject, type SessionRequests } from './api-calls.fixture.ts'
import { createCustomerActions } from './customer-actions.fixture.ts'
import { createFakeStripeState, missing, Refusal, refuse, type StripeEvent } from './fake-stripe-state.fixture.ts'
import { type Form, type Params, readParams } from './read-params.fixture.ts'
import { recordedFrom, requestShapes } from './request-shapes.fixture.ts'

export const testKeys = { secretKey: 'sk_test_51FictionalKeyOfTests', webhookSecret: 'whsec_fictionalSecretOfTests' }

type RecordedRequest = { method: string; path: string; params: Params; key?: string | undefined; userAgent: string }
type StripeResponse = { status: number; body: string }

export type FakeStripe = Awaited<ReturnType<typeof fakeStripe>>

/**
 * A local server that imitates Stripe: its objects, arithmetic, idempotency keys and errors. A request with a
 * parameter that Stripe does not know gets Stripe's error, and is recorded in `misfits`.
 */
export async function fakeStripe(now: () => Date = () => new Date()) {
  const state = createFakeStripeState(now, recordedFrom.api)
  const sessionRequests: SessionRequests = new Map()
  const calls = createApiCalls(state, sessionRequests)
  const answers = new Map<string, StripeResponse & { request: string }>()
  const requests: RecordedRequest[] = []
  const misfits: string[] = []
  /** The simulated failure: a response status, or `silence` for a closed connection. */
  const failures: { status?: number | 'silence'; after?: boolean } = {}

  const answer = (
    method: string,
    path: string,
    form: Form,
    request: IncomingMessage,
  ): StripeResponse & { replayed?: true } => {
    if (request.headers.authorization !== `Bearer ${testKeys.secretKey}`)
      return toErrorResponse(refuse('Invalid API Key provided: sk_test_****ests', {}, 401))
    const route = matchRoute(method, path)
    const params = route && readParams(requestShapes[route.name], form)
    if (!params || 'problem' in params) {
      const problem = params ? `${params.problem}` : `Unrecognized request URL (${method}: ${path}).`
      misfits.push(`${method} ${path}: ${problem}`)
      return toErrorResponse(refuse(problem, {}, params ? 400 : 404))
    }
    if (request.headers['stripe-version'] !== recordedFrom.api) misfits.push(`${method} ${path}: another version`)
    const key = request.headers['idempotency-key']?.toString()
    requests.push({ method, path, params, key, userAgent: request.headers['user-agent'] ?? '' })
    if (method === 'POST' && !key) misfits.push(`${method} ${path}: no idempotency key`)
    const same = JSON.stringify([method, path, params])
    const before = answers.get(key ?? '')
    if (before && before.request !== same) return toErrorResponse(refuse(reusedKey, { type: 'idempotency_error' }))
    if (before) return { ...before, replayed: true }
    const fresh = act(route.name, route.id, params)
    if (key) answers.set(key, { ...fresh, request: same })
    return fresh
  }
  const act = (name: string, id: string, params: Params): StripeResponse => {
    try {
      const call = calls[name]
      if (!call) throw missing(name)
      // Read by its shape, which is checked against the SDK's type.
      const made = call(id, params as never)
      return {
        status: 200,
        body: JSON.stringify(expandObject(state, made, (params.expand as string[] | undefined) ?? [])),
      }
    } catch (error) {
      if (error instanceof Refusal) return toErrorResponse(error)
      throw error
    }
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const text = `${url.search.slice(1)}${await readText(request)}`
    const { status, after } = failures
    if (status === 'silence' && !after) return void request.socket.destroy()
    if (typeof status === 'number') {
      response.writeHead(status, { 'content-type': 'application/json' })
      const error = { type: 'api_error', message: 'Something is wrong at Stripe.' }
      return void response.end(JSON.stringify({ error }))
    }
    const reply = answer(request.method ?? '', url.pathname, parseForm(text), request)
    if (status === 'silence') {
      failures.status = undefined
      return void request.socket.destroy()
    }
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      'request-id': state.newId('req'),
      ...(reply.replayed && { 'idempotent-replayed': 'true' }),
    })
    response.end(reply.body)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      misfits.push(String(error))
      response.writeHead(500).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no address')
  /** An event as Stripe posts it, at an instant. */
  const signed = (event: StripeEvent, { secret = testKeys.webhookSecret, at = now() } = {}) => {
    const text = JSON.stringify(event)
    const timestamp = Math.floor(at.getTime() / 1000)
    return { text, signature: Stripe.webhooks.generateTestHeaderString({ payload: text, secret, timestamp }) }
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    ...{ requests, misfits, failures, state, sessionRequests, signed, events: state.events },
    /** Stripe forgets every key after a day. */
    clearIdempotencyKeys: () => answers.clear(),
    ...createCustomerActions(state, sessionRequests),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const reusedKey = 'Keys for idempotent requests can only be used with the same parameters.'

const toErrorResponse = ({ status, body }: Refusal): StripeResponse => ({
  status,
  body: JSON.stringify({ error: body }),
})

function matchRoute(method: string, path: string): { name: string; id: string } | undefined {
  for (const name of Object.keys(requestShapes)) {
    const found = new RegExp(`^${name.replace('{id}', String.raw`(\w+(?:-\w+)*)`)}$`).exec(`${method} ${path}`)
    if (found) return { name, id: found[1] ?? '' }
  }
}

/** Parses `a[b][0]=c` into nested objects. */
function parseForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const names = name.split(/\[|\]\[|\]$/).filter((part, index, all) => index < all.length - 1 || part !== '')
    let holder = form
    for (const part of names.slice(0, -1)) {
      const inner = holder[part] ?? {}
      if (typeof inner === 'string') throw new Error(`${name} is both a value and an object`)
      holder[part] = inner
      holder = inner
    }
    holder[names.at(-1) ?? ''] = value
  }
  return form
}
