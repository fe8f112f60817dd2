import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import Stripe from 'stripe'
import { type Form, type Params, readParams } from './read-params.fixture.ts'
import { recordedFrom, requestShapes } from './request-shapes.fixture.ts'
import { actsOf } from './stripe-acts.fixture.ts'
import { type Asked, expanded, stripeCalls } from './stripe-calls.fixture.ts'
import { missing, Refusal, refuse, stripeWorld, type Told } from './stripe-world.fixture.ts'

export const testKeys = { secretKey: 'sk_test_51FictionalKeyOfTests', webhookSecret: 'whsec_fictionalSecretOfTests' }

type Asking = { method: string; path: string; params: Params; key?: string | undefined; userAgent: string }
type Answer = { status: number; body: string }

export type FakeStripe = Awaited<ReturnType<typeof fakeStripe>>

/**
 * A server of one's own that plays Stripe: its objects, its arithmetic, its idempotency keys and its errors. A request
 * with a parameter that Stripe does not know is answered as Stripe would, and kept in `misfits`.
 */
export async function fakeStripe(now: () => Date = () => new Date()) {
  const world = stripeWorld(now, recordedFrom.api)
  const asked: Asked = new Map()
  const calls = stripeCalls(world, asked)
  const answers = new Map<string, Answer & { request: string }>()
  const requests: Asking[] = []
  const misfits: string[] = []
  /** What goes wrong: a status that is answered with, or `silence` for a connection that is cut. */
  const trouble: { status?: number | 'silence'; after?: boolean } = {}

  const answer = (method: string, path: string, form: Form, request: IncomingMessage): Answer & { replayed?: true } => {
    if (request.headers.authorization !== `Bearer ${testKeys.secretKey}`)
      return failed(refuse('Invalid API Key provided: sk_test_****ests', {}, 401))
    const route = routeOf(method, path)
    const params = route && readParams(requestShapes[route.name], form)
    if (!params || 'problem' in params) {
      const problem = params ? `${params.problem}` : `Unrecognized request URL (${method}: ${path}).`
      misfits.push(`${method} ${path}: ${problem}`)
      return failed(refuse(problem, {}, params ? 400 : 404))
    }
    if (request.headers['stripe-version'] !== recordedFrom.api) misfits.push(`${method} ${path}: another version`)
    const key = request.headers['idempotency-key']?.toString()
    requests.push({ method, path, params, key, userAgent: request.headers['user-agent'] ?? '' })
    if (method === 'POST' && !key) misfits.push(`${method} ${path}: no idempotency key`)
    const same = JSON.stringify([method, path, params])
    const before = answers.get(key ?? '')
    if (before && before.request !== same) return failed(refuse(reusedKey, { type: 'idempotency_error' }))
    if (before) return { ...before, replayed: true }
    const fresh = act(route.name, route.id, params)
    if (key) answers.set(key, { ...fresh, request: same })
    return fresh
  }
  const act = (name: string, id: string, params: Params): Answer => {
    try {
      const call = calls[name]
      if (!call) throw missing(name)
      // Read by its shape, which was checked against the type of the SDK.
      const made = call(id, params as never)
      return { status: 200, body: JSON.stringify(expanded(world, made, (params.expand as string[] | undefined) ?? [])) }
    } catch (error) {
      if (error instanceof Refusal) return failed(error)
      throw error
    }
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const text = `${url.search.slice(1)}${await readText(request)}`
    const { status, after } = trouble
    if (status === 'silence' && !after) return void request.socket.destroy()
    if (typeof status === 'number') {
      response.writeHead(status, { 'content-type': 'application/json' })
      const error = { type: 'api_error', message: 'Something is wrong at Stripe.' }
      return void response.end(JSON.stringify({ error }))
    }
    const given = answer(request.method ?? '', url.pathname, formOf(text), request)
    if (status === 'silence') {
      trouble.status = undefined
      return void request.socket.destroy()
    }
    response.writeHead(given.status, {
      'content-type': 'application/json',
      'request-id': world.newId('req'),
      ...(given.replayed && { 'idempotent-replayed': 'true' }),
    })
    response.end(given.body)
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
  /** An event as it is posted to us, at an instant. */
  const signed = (event: Told, { secret = testKeys.webhookSecret, at = now() } = {}) => {
    const text = JSON.stringify(event)
    const timestamp = Math.floor(at.getTime() / 1000)
    return { text, signature: Stripe.webhooks.generateTestHeaderString({ payload: text, secret, timestamp }) }
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    ...{ requests, misfits, trouble, world, asked, signed, events: world.events },
    /** A day later Stripe has forgotten every key. */
    forgetKeys: () => answers.clear(),
    ...actsOf(world, asked),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const reusedKey = 'Keys for idempotent requests can only be used with the same parameters.'

const failed = ({ status, body }: Refusal): Answer => ({ status, body: JSON.stringify({ error: body }) })

function routeOf(method: string, path: string): { name: string; id: string } | undefined {
  for (const name of Object.keys(requestShapes)) {
    const found = new RegExp(`^${name.replace('{id}', String.raw`(\w+(?:-\w+)*)`)}$`).exec(`${method} ${path}`)
    if (found) return { name, id: found[1] ?? '' }
  }
}

/** `a[b][0]=c` as objects within objects. */
function formOf(text: string): Form {
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
