import { createHmac } from 'node:crypto'
import type { EndpointLimit } from '@dooryard/contract/api/endpoint'
import {
  accountRequestsPerMinute,
  apiKeyRequestsPerMinute,
  programRequestsPerMinute,
} from '@dooryard/contract/api/limits'
import type { Context as HonoContext } from 'hono'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Secrets } from '../../crypto/secrets.ts'
import { appError } from '../../errors/app-error.ts'
import type { Db, Pool } from '../../postgres/database.ts'
import { toAddressBlock } from '../../util/client-address.ts'
import { pluralize } from '../../util/format.ts'

export const accountLimit: EndpointLimit = {
  name: 'account',
  per: 'account',
  times: accountRequestsPerMinute,
  seconds: 60,
}
export const apiKeyLimit: EndpointLimit = { name: 'api-key', per: 'key', times: apiKeyRequestsPerMinute, seconds: 60 }
/** All keys of an account together: a user may have many. */
export const accountKeysLimit: EndpointLimit = {
  ...{ name: 'api-keys-of-account', per: 'account', times: programRequestsPerMinute, seconds: 60 },
}

export type RateLimitSubject = {
  address: string
  account?: string | undefined
  key?: string | undefined
  email?: string | undefined
}

export type RateLimitCount = {
  limit: EndpointLimit
  left: number
  /** When the window ends, in milliseconds since the epoch. */
  endsAt: number
  isOver: boolean
  /** Takes the call out of the count. */
  refundRateLimit: () => Promise<void>
}

export type RateLimiter = {
  /** A call over one limit counts toward none; the last count says so. */
  count: (limits: readonly EndpointLimit[], by: RateLimitSubject) => Promise<RateLimitCount[]>
}

type RateLimiterOptions = {
  secrets: Secrets
  /** Factor by which every limit is raised, for tests. */
  generosity?: number
}

/**
 * Counts calls in PostgreSQL with one statement each, so that any number of processes together admit exactly as many
 * as a limit allows. The subject of a count is stored as a keyed hash: the table does not reveal which emails were
 * tried.
 */
export function createRateLimiter(pool: Pool, { secrets, generosity = 1 }: RateLimiterOptions): RateLimiter {
  const key = secrets.derive('rate limits')
  const getCounter = createCounters(pool, generosity)
  return {
    count: async (limits, by) => {
      const counts: RateLimitCount[] = []
      for (const limit of limits) {
        const unit = createHmac('sha256', key).update(toCounterKey(limit, by)).digest('base64url')
        const count = await countOne(getCounter(limit), limit, unit)
        counts.push(count)
        if (!count.isOver) continue
        await refundRateLimit(counts)
        break
      }
      return counts
    },
  }
}

function createCounters(pool: Pool, generosity: number) {
  const counters = new Map<string, RateLimiterPostgres>()
  return ({ name, times, seconds }: EndpointLimit): RateLimiterPostgres => {
    const known = counters.get(name)
    if (known) return known
    const counter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // A scheduled job does that.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: times * generosity,
      duration: seconds,
    })
    counters.set(name, counter)
    return counter
  }
}

async function countOne(counter: RateLimiterPostgres, limit: EndpointLimit, unit: string): Promise<RateLimitCount> {
  const result = await counter.consume(unit).catch((refusal: unknown) => {
    if (refusal instanceof RateLimiterRes) return refusal
    throw refusal
  })
  const endsAt = Date.now() + result.msBeforeNext
  return {
    limit: { ...limit, times: counter.points },
    left: result.remainingPoints,
    endsAt,
    isOver: result.consumedPoints > counter.points,
    refundRateLimit: async () => {
      // After the window has ended, a refund would add a call to the next one.
      if (Date.now() < endsAt) await counter.reward(unit)
    },
  }
}

function toCounterKey({ name, per }: EndpointLimit, { address, account, key, email }: RateLimitSubject): string {
  const parts: (string | undefined)[] = {
    address: [toAddressBlock(address)],
    account: [account],
    key: [key],
    email: [email?.toLowerCase()],
    'email-at-address': [email?.toLowerCase(), toAddressBlock(address)],
  }[per]
  if (parts.includes(undefined)) throw new Error(`The limit ${name} counts by what its call does not say.`)
  return JSON.stringify(parts)
}

export async function refundRateLimit(counts: readonly RateLimitCount[]): Promise<void> {
  for (const count of counts) await count.refundRateLimit()
}

export const secondsUntil = ({ endsAt }: RateLimitCount) => Math.max(1, Math.ceil((endsAt - Date.now()) / 1000))

/** Builds the headers of draft-ietf-httpapi-ratelimit-headers-10 for the tightest limit. */
function buildRateLimitHeaders(counts: readonly RateLimitCount[]): Record<string, string> {
  const [nearest] = counts.toSorted((a, b) => Number(b.isOver) - Number(a.isOver) || a.left - b.left)
  if (!nearest) return {}
  const { limit, left, isOver } = nearest
  const seconds = secondsUntil(nearest)
  return {
    'RateLimit-Policy': `"${limit.name}";q=${limit.times};w=${limit.seconds}`,
    RateLimit: `"${limit.name}";r=${left};t=${seconds}`,
    ...(isOver && { 'Retry-After': String(seconds) }),
  }
}

export function setRateLimitHeaders(request: HonoContext, counts: readonly RateLimitCount[]): void {
  for (const [name, value] of Object.entries(buildRateLimitHeaders(counts))) request.header(name, value)
}

/** Counts a call, also in the headers of its answer, with earlier counts in them. Throws for a call over a limit. */
export async function countCall(
  limiter: RateLimiter,
  request: HonoContext,
  limits: readonly EndpointLimit[],
  by: RateLimitSubject,
  before: readonly RateLimitCount[] = [],
): Promise<RateLimitCount[]> {
  const counts = await limiter.count(limits, by)
  setRateLimitHeaders(request, [...before, ...counts])
  const over = counts.find(({ isOver }) => isOver)
  if (over) throw tooManyCallsError(over)
  return counts
}

export const tooManyCallsError = (over: RateLimitCount) =>
  appError('RATE_LIMITED', `Too many attempts. Please try again in ${formatWait(secondsUntil(over))}.`)

/** `45 seconds`, `12 minutes`, `7 hours`: rounded up. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return pluralize(seconds, 'second')
  return seconds <= 5400 ? pluralize(Math.ceil(seconds / 60), 'minute') : pluralize(Math.ceil(seconds / 3600), 'hour')
}

export const purgeRateLimits = (db: Db) => db.deleteFrom('rateLimits').where('expire', '<', Date.now()).execute()
