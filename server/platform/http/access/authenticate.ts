import type { AnyEndpoint, EndpointLimit } from '@dooryard/contract/api/endpoint'
import { apiKeyPrefix } from '@dooryard/contract/integrations/api-keys'
import type { ApiScope } from '@dooryard/contract/integrations/api-scopes'
import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Actor, Services } from '../../context.ts'
import { type AppError, appError } from '../../errors/app-error.ts'
import { isAddressAllowed } from '../../util/client-address.ts'
import type { RequestVariables } from '../handlers.ts'
import {
  accountKeysLimit,
  accountLimit,
  apiKeyLimit,
  countCall,
  type RateLimitCount,
  type RateLimiter,
  type RateLimitSubject,
} from '../limits/rate-limits.ts'
import { type Authenticate, authorize, parseBearer, readToken } from './authorize.ts'
import { requireSecondFactor } from './require-second-factor.ts'

type AuthenticationDeps = {
  services: Pick<Services, 'clock'>
  limiter: RateLimiter
  authenticate: Authenticate
  keys: ApiKeys
}

export type Authenticator = ReturnType<typeof createAuthenticator>

export function createAuthenticator({ services, limiter, authenticate, keys }: AuthenticationDeps) {
  /** Throws for a call over a limit; `before` are earlier counts included in the headers. */
  const count = (
    request: HonoContext,
    limits: readonly EndpointLimit[],
    by: RateLimitSubject,
    before?: readonly RateLimitCount[],
  ) => countCall(limiter, request, limits, by, before)

  const authenticateUser = async (endpoint: AnyEndpoint, request: HonoContext, address: string) => {
    const token = readToken(endpoint, request.req.header('authorization'), request.req.query('token')) ?? ''
    if (looksLikeApiKey(token)) throw appError('NOT_AUTHENTICATED', apiKeyInsteadOfToken)
    const authorized = await authorize(endpoint, token, authenticate)
    request.set('actor', authorized.actor)
    const limits = endpoint.isCountedApart ? [] : [accountLimit]
    const counts = await count(request, limits, { address, account: getAccountId(authorized.actor) })
    if (endpoint.refusedWhileImpersonating && authorized.actor.impersonator)
      throw appError('FORBIDDEN', 'You cannot do this while impersonating a user.')
    requireSecondFactor(endpoint, authorized.actor, services.clock.now())
    return { ...authorized, counts }
  }

  const authenticateApiKey = createApiKeyAuthentication({ keys, count })

  const admit = (endpoint: AnyEndpoint, request: HonoContext, address: string): Promise<AuthenticatedCaller> =>
    (endpoint.access === 'API_KEY' ? authenticateApiKey : authenticateUser)(endpoint, request, address)

  return { admit, count }
}

export type AuthenticatedCaller = { actor: Actor; counts: readonly RateLimitCount[]; expiresAt?: Date }

const apiKeyInsteadOfToken = 'API keys work only for calls under /v1/enterprise. This call needs an access token.'

/** Returns the account that a call counts for: the caller's own, also while impersonating. */
export const getAccountId = (actor: Actor | undefined) => actor?.impersonator?.userId ?? actor?.userId

type ApiKeyHolder = {
  actor: Actor & { apiKeyId: string }
  scopes: readonly ApiScope[]
  /** IP addresses and CIDR ranges; empty for anywhere. */
  allowedIps: readonly string[]
}

export type ApiKeys = {
  isApiKeyFormat: (text: string) => boolean
  /** Returns the key's owner, or why the key is refused. */
  authenticate: (key: string) => Promise<ApiKeyHolder | 'EXPIRED' | 'UNKNOWN'>
  /** `path` is the contract's. It is not awaited, and never fails. */
  recordCall: (call: { keyId: string; method: string; path: string; status: number }) => void
}

const refusedKeysLimit: EndpointLimit = { name: 'refused-keys', per: 'address', times: 60, seconds: 60 }

const looksLikeApiKey = (text: string) => text.startsWith(apiKeyPrefix)

/** Reads the key of a request. Keys in the query are ignored, because proxies log it. */
function readApiKey({ req }: HonoContext): string {
  const named = req.header('x-api-key')?.trim()
  const bearer = parseBearer(req.header('authorization'))
  if (named && bearer && named !== bearer) throw appError('NOT_AUTHENTICATED', twoKeysMessage)
  return named || bearer || ''
}

type ApiKeyAuthenticationDeps = {
  keys: ApiKeys
  count: (request: HonoContext, limits: readonly EndpointLimit[], by: RateLimitSubject) => Promise<RateLimitCount[]>
}

function createApiKeyAuthentication({ keys, count }: ApiKeyAuthenticationDeps) {
  /** Only well-formed invalid keys are counted: a valid one is accepted however many were tried. */
  const refuse = async (request: HonoContext, address: string, error: AppError): Promise<never> => {
    await count(request, [refusedKeysLimit], { address })
    throw error
  }

  return async (endpoint: AnyEndpoint, request: HonoContext, address: string) => {
    const key = readApiKey(request)
    if (!keys.isApiKeyFormat(key))
      throw appError('NOT_AUTHENTICATED', looksLikeApiKey(key) ? malformedKeyMessage : missingKeyMessage)
    const holder = await keys.authenticate(key)
    if (typeof holder === 'string')
      return refuse(request, address, appError('NOT_AUTHENTICATED', messageByRefusal[holder]))
    const { actor, scopes, allowedIps } = holder
    request.set('actor', actor)
    // Before the counts of the key: who has stolen it must not use up its limits.
    if (allowedIps.length > 0 && !isAddressAllowed(address, allowedIps))
      return refuse(request, address, appError('FORBIDDEN', formatAddressRefusal(address)))
    const counts = await count(request, [apiKeyLimit, accountKeysLimit], {
      ...{ address, key: actor.apiKeyId, account: actor.userId },
    })
    if (actor.isTest && !endpoint.testKeys)
      throw appError('FORBIDDEN', 'A test key cannot do this, because it would change live data. Use a live API key.')
    if (endpoint.scope && !scopes.includes(endpoint.scope))
      throw appError('FORBIDDEN', `This API key lacks the scope ${endpoint.scope}.`)
    return { actor, counts }
  }
}

const formatAddressRefusal = (address: string) =>
  `This API key cannot be used from ${address || 'an unknown IP address'}. Add the address to the key to allow it.`

const missingKeyMessage = 'This call needs an API key: send it as "Authorization: Bearer dyk_…" or as X-API-Key.'
const twoKeysMessage = 'Authorization and X-API-Key have different API keys. Send only one of them.'
const malformedKeyMessage = 'This API key is malformed: characters are missing or changed.'
const messageByRefusal = {
  EXPIRED: 'This API key has expired.',
  // A caller who found a key is not told whether it was ever valid.
  UNKNOWN: 'This API key is invalid: it does not exist, was revoked or replaced, or its account is closed.',
}

/** Records the contract's path: in place of an id, a caller may send anything, even a key. */
export const recordCalls = ({ recordCall }: ApiKeys, { path }: AnyEndpoint) =>
  createMiddleware<{ Variables: RequestVariables }>(async (request, next) => {
    await next()
    const keyId = request.get('actor')?.apiKeyId
    if (keyId === undefined) return
    recordCall({ keyId, method: request.req.method, path, status: request.res.status })
  })
