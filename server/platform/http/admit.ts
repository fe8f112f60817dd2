import { apiKeyPrefix } from '@dooryard/contract/api-keys'
import type { ApiScope } from '@dooryard/contract/api-scopes'
import type { AnyEndpoint, Limit } from '@dooryard/contract/endpoint'
import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Actor } from '../context.ts'
import { appError } from '../errors.ts'
import { type Authenticate, authorise, bearerOf, tokenOf } from './authorise.ts'
import type { Web } from './handlers.ts'
import {
  allCalls,
  type Count,
  type CountedBy,
  callsOfKey,
  callsOfPrograms,
  type Limiter,
  say,
  tooManyCalls,
} from './limits.ts'

type Wiring = { limiter: Limiter; authenticate: Authenticate; keys: ApiKeys }

export type Doorkeeper = ReturnType<typeof doorkeeper>

export function doorkeeper({ limiter, authenticate, keys }: Wiring) {
  /** Refuses a call that is over a limit; `before` are counts that its answer tells of too. */
  const count = async (
    request: HonoContext,
    limits: readonly Limit[],
    by: CountedBy,
    before: readonly Count[] = [],
  ) => {
    const counts = await limiter.count(limits, by)
    say(request, [...before, ...counts])
    const over = counts.find(({ isOver }) => isOver)
    if (over) throw tooManyCalls(over)
    return counts
  }

  const admitUser = async (endpoint: AnyEndpoint, request: HonoContext, address: string) => {
    const token = tokenOf(endpoint, request.req.header('authorization'), request.req.query('token')) ?? ''
    if (looksLikeKey(token)) throw appError('NOT_AUTHENTICATED', keyInPlaceOfToken)
    const known = await authorise(endpoint, token, authenticate)
    request.set('actor', known.actor)
    const counts = await count(request, [allCalls], { address, account: accountOf(known.actor) })
    if (endpoint.refusedWhileImpersonating && known.actor.impersonator)
      throw appError('FORBIDDEN', 'You cannot do this while acting as somebody else.')
    return { ...known, counts }
  }

  const admitKey = keyDoor({ keys, count })

  const admit = (endpoint: AnyEndpoint, request: HonoContext, address: string): Promise<Admitted> =>
    (endpoint.access === 'API_KEY' ? admitKey : admitUser)(endpoint, request, address)

  return { admit, count }
}

export type Admitted = { actor: Actor; counts: readonly Count[]; expiresAt?: Date }

const keyInPlaceOfToken = 'An API key opens only the calls under /v1/enterprise; this one takes an access token.'

/** Calls count for whoever makes them, not for the user as whom an administrator acts. */
export const accountOf = (actor: Actor | undefined) => actor?.impersonator?.userId ?? actor?.userId

type KeyHolder = { actor: Actor & { apiKeyId: string }; scopes: readonly ApiScope[] }

export type ApiKeys = {
  isKeyText: (text: string) => boolean
  /** Whom a key belongs to, or why it opens nothing. */
  authenticate: (key: string) => Promise<KeyHolder | 'EXPIRED' | 'UNKNOWN'>
  /** `path` is the contract's. Nothing waits for that, and it never fails. */
  noteCall: (call: { keyId: string; method: string; path: string; status: number }) => void
}

const refusedKeys: Limit = { name: 'refused-keys', per: 'address', times: 60, seconds: 60 }

const looksLikeKey = (text: string) => text.startsWith(apiKeyPrefix)

/** The key of a request; none is taken from the query, which proxies log. */
function keyOf({ req }: HonoContext): string {
  const named = req.header('x-api-key')?.trim()
  const bearer = bearerOf(req.header('authorization'))
  if (named && bearer && named !== bearer) throw appError('NOT_AUTHENTICATED', twoKeys)
  return named || bearer || ''
}

type Doors = {
  keys: ApiKeys
  count: (request: HonoContext, limits: readonly Limit[], by: CountedBy) => Promise<Count[]>
}

function keyDoor({ keys, count }: Doors) {
  /** Only well-formed keys that open nothing are counted: a good one is let in however many were tried. */
  const refuse = async (request: HonoContext, address: string, why: 'EXPIRED' | 'UNKNOWN'): Promise<never> => {
    await count(request, [refusedKeys], { address })
    throw appError('NOT_AUTHENTICATED', whyRefused[why])
  }

  return async (endpoint: AnyEndpoint, request: HonoContext, address: string) => {
    const key = keyOf(request)
    if (!keys.isKeyText(key)) throw appError('NOT_AUTHENTICATED', looksLikeKey(key) ? malformed : noKey)
    const holder = await keys.authenticate(key)
    if (typeof holder === 'string') return refuse(request, address, holder)
    const { actor, scopes } = holder
    request.set('actor', actor)
    const counts = await count(request, [callsOfKey, callsOfPrograms], {
      ...{ address, key: actor.apiKeyId, account: actor.userId },
    })
    if (endpoint.scope && !scopes.includes(endpoint.scope))
      throw appError('FORBIDDEN', `This API key lacks the scope ${endpoint.scope}.`)
    return { actor, counts }
  }
}

const noKey = 'This call takes an API key: send one as "Authorization: Bearer dyk_…", or as X-API-Key.'
const twoKeys = 'This call has one API key in Authorization and another in X-API-Key: send one of them alone.'
const malformed = 'This is no whole API key: something of it is missing, or was changed.'
const whyRefused = {
  EXPIRED: 'This API key has expired.',
  // Whoever has found a key is not told whether it ever opened anything.
  UNKNOWN: 'This API key opens nothing: there is none like it, it was revoked or replaced, or its account is closed.',
}

/** Notes the contract's path: a caller may write anything in place of an id, a key too. */
export const noteCalls = ({ noteCall }: ApiKeys, { path }: AnyEndpoint) =>
  createMiddleware<{ Variables: Web }>(async (request, next) => {
    await next()
    const keyId = request.get('actor')?.apiKeyId
    if (keyId === undefined) return
    noteCall({ keyId, method: request.req.method, path, status: request.res.status })
  })
