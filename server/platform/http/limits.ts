import { createHmac } from 'node:crypto'
import type { Limit } from '@dooryard/contract/endpoint'
import { accountCallsPerMinute, keyCallsPerMinute, programCallsPerMinute } from '@dooryard/contract/limits'
import type { Context as HonoContext } from 'hono'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { appError } from '../errors.ts'
import { plural } from '../format.ts'
import type { Db, Pool } from '../postgres/database.ts'
import type { Secrets } from '../secrets.ts'
import { addressUnit } from './client-address.ts'

export const allCalls: Limit = { name: 'account', per: 'account', times: accountCallsPerMinute, seconds: 60 }
export const callsOfKey: Limit = { name: 'api-key', per: 'key', times: keyCallsPerMinute, seconds: 60 }
/** All keys of an account together: a user may have many. */
export const callsOfPrograms: Limit = {
  ...{ name: 'api-keys-of-account', per: 'account', times: programCallsPerMinute, seconds: 60 },
}

export type CountedBy = {
  address: string
  account?: string | undefined
  key?: string | undefined
  email?: string | undefined
}

export type Count = {
  limit: Limit
  left: number
  /** When the count begins anew, in milliseconds of the epoch. */
  endsAt: number
  isOver: boolean
  /** Takes the call out of the count, or so much of its cost. */
  giveBack: (cost?: number) => Promise<void>
}

export type Limiter = {
  /** One that is over a limit is counted by none; the last count says so. `cost` is 1 unless said. */
  count: (limits: readonly Limit[], by: CountedBy, cost?: number) => Promise<Count[]>
}

type LimiterOptions = {
  secrets: Secrets
  /** By how much every limit is raised, for tests. */
  generosity?: number
}

/**
 * Counts calls in PostgreSQL, by one statement each, so any number of processes together let exactly as many through as
 * a limit says. What calls are counted by is kept as a keyed hash: the table tells nobody which emails were tried.
 */
export function createLimiter(pool: Pool, { secrets, generosity = 1 }: LimiterOptions): Limiter {
  const key = secrets.derive('rate limits')
  const counterOf = countersIn(pool, generosity)
  return {
    count: async (limits, by, cost = 1) => {
      const counts: Count[] = []
      for (const limit of limits) {
        const unit = createHmac('sha256', key).update(unitOf(limit, by)).digest('base64url')
        const count = await countOne(counterOf(limit), limit, unit, cost)
        counts.push(count)
        if (!count.isOver) continue
        await giveBack(counts)
        break
      }
      return counts
    },
  }
}

function countersIn(pool: Pool, generosity: number) {
  const counters = new Map<string, RateLimiterPostgres>()
  return ({ name, times, seconds }: Limit): RateLimiterPostgres => {
    const known = counters.get(name)
    if (known) return known
    const counter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // Housekeeping does that.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: times * generosity,
      duration: seconds,
    })
    counters.set(name, counter)
    return counter
  }
}

async function countOne(counter: RateLimiterPostgres, limit: Limit, unit: string, cost: number): Promise<Count> {
  const result = await counter.consume(unit, cost).catch((refusal: unknown) => {
    if (refusal instanceof RateLimiterRes) return refusal
    throw refusal
  })
  const endsAt = Date.now() + result.msBeforeNext
  return {
    limit: { ...limit, times: counter.points },
    left: result.remainingPoints,
    endsAt,
    isOver: result.consumedPoints > counter.points,
    giveBack: async (returned = cost) => {
      // Later, it would be a call more in the next count.
      if (returned > 0 && Date.now() < endsAt) await counter.reward(unit, returned)
    },
  }
}

function unitOf({ name, per }: Limit, { address, account, key, email }: CountedBy): string {
  const parts: (string | undefined)[] = {
    address: [addressUnit(address)],
    account: [account],
    key: [key],
    email: [email?.toLowerCase()],
    'email-at-address': [email?.toLowerCase(), addressUnit(address)],
  }[per]
  if (parts.includes(undefined)) throw new Error(`The limit ${name} counts by what its call does not say.`)
  return JSON.stringify(parts)
}

export async function giveBack(counts: readonly Count[]): Promise<void> {
  for (const count of counts) await count.giveBack()
}

export const secondsUntil = ({ endsAt }: Count) => Math.max(1, Math.ceil((endsAt - Date.now()) / 1000))

/** The headers of draft-ietf-httpapi-ratelimit-headers-10 for the limit that is nearest. */
function limitHeaders(counts: readonly Count[]): Record<string, string> {
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

export function say(request: HonoContext, counts: readonly Count[]): void {
  for (const [name, value] of Object.entries(limitHeaders(counts))) request.header(name, value)
}

export const tooManyCalls = (over: Count) =>
  appError('RATE_LIMITED', `Too many attempts. Please try again in ${inWords(secondsUntil(over))}.`)

/** `45 seconds`, `12 minutes`, `7 hours`: rounded up. */
export function inWords(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'second')
  return seconds <= 5400 ? plural(Math.ceil(seconds / 60), 'minute') : plural(Math.ceil(seconds / 3600), 'hour')
}

export const forgetOldCounts = (db: Db) => db.deleteFrom('rateLimits').where('expire', '<', Date.now()).execute()
