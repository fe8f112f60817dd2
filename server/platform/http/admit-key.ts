import { apiKeyPrefix } from '@dooryard/contract/api-keys'
import type { ApiScope } from '@dooryard/contract/api-scopes'
import type { AnyEndpoint, Limit } from '@dooryard/contract/endpoint'
import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Actor } from '../context.ts'
import { appError } from '../errors.ts'
import { bearerOf } from './authorise.ts'
import { type Count, type CountedBy, callsOfKey, callsOfPrograms } from './limits.ts'
import type { Web } from './mount.ts'

/** Whom an API key belongs to, and what it may do. */
type KeyHolder = { actor: Actor & { apiKeyId: string }; scopes: readonly ApiScope[] }

/** What of API keys is not for HTTP to know. */
export type ApiKeys = {
  /** Whether a text may be a key at all, which it says of itself. */
  isKeyText: (text: string) => boolean
  /** Whom a key belongs to; or why it opens nothing: it has ended, or any other reason. */
  authenticate: (key: string) => Promise<KeyHolder | 'EXPIRED' | 'UNKNOWN'>
  /** Takes note of a call once it is answered; `path` is the contract's. Nothing waits for that, and it never fails. */
  noteCall: (call: { keyId: string; method: string; path: string; status: number }) => void
}

const refusedKeys: Limit = { name: 'refused-keys', per: 'address', times: 60, seconds: 60 }

/** Whether a text is meant as an API key, right or wrong. */
export const looksLikeKey = (text: string) => text.startsWith(apiKeyPrefix)

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

/** Lets in whoever has an API key with the scope of a call. */
export function keyDoor({ keys, count }: Doors) {
  /**
   * A key that is well formed and opens nothing was guessed, or is used in vain. Only such keys are counted: one that is
   * good is let in however many were tried from where it is used.
   */
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

/**
 * Notes each call that was made with a key once it is answered, however it ended. Of its path it is what the contract has:
 * a caller may write anything in place of an id, a key too.
 */
export const noteCalls = ({ noteCall }: ApiKeys, { path }: AnyEndpoint) =>
  createMiddleware<{ Variables: Web }>(async (request, next) => {
    await next()
    const keyId = request.get('actor')?.apiKeyId
    if (keyId === undefined) return
    noteCall({ keyId, method: request.req.method, path, status: request.res.status })
  })
