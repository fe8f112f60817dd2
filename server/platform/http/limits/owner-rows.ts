import type { AnyEndpoint, EndpointInput, EndpointLimit } from '@dooryard/contract/api/endpoint'
import { ownerRowsLimitDetails } from '@dooryard/contract/api/errors'
import type { Actor } from '../../context.ts'
import { rateLimited } from '../../errors/app-error.ts'
import { formatNumber } from '../../util/format.ts'
import type { Route } from '../handlers.ts'
import { formatWait, type RateLimitCount, type RateLimiter, secondsUntil } from './rate-limits.ts'

const dayInSeconds = 24 * 60 * 60

/** Within 24 hours of the first row. */
const toOwnerRowsLimit = (perDay: number): EndpointLimit => ({
  ...{ name: ownerRowsLimitDetails.limit, per: 'account', times: perDay, seconds: dayInSeconds },
})

type OwnerRowsCall = { actor: Actor; input: EndpointInput<AnyEndpoint>; endpoint: AnyEndpoint }

/**
 * Reserves rows before the work, so that parallel calls never read more than the limit. Undefined where no limit
 * applies.
 */
export async function reserveOwnerRows(
  limiter: RateLimiter,
  perDay: number,
  { actor, input, endpoint }: OwnerRowsCall,
): Promise<ReservedRows | undefined> {
  if (!endpoint.ownerRows || actor.role === 'SUPER_ADMIN' || actor.impersonator) return undefined
  const rows = getMaxRows(endpoint, input)
  const [count] = await limiter.count([toOwnerRowsLimit(perDay)], { address: '', account: actor.userId }, rows)
  return count && { rows, count }
}

type ReservedRows = { rows: number; count: RateLimitCount }

export const tooManyOwnerRowsError = (count: RateLimitCount) => {
  const seconds = secondsUntil(count)
  return rateLimited(
    `You have looked at as many owners as one day allows: ${formatNumber(count.limit.times)}. More can be shown in ` +
      `${formatWait(seconds)}. Counts, filters, the map and orders work as before.`,
    seconds,
    ownerRowsLimitDetails,
  )
}

/** A page has at most as many rows as requested. */
function getMaxRows({ ownerRows }: AnyEndpoint, { body, query }: EndpointInput<AnyEndpoint>): number {
  if (ownerRows === 'ONE') return 1
  const { limit } = (body ?? query) as { limit: number } // every page is requested by `PageQuery`
  return limit
}

type RouteHandle = Route['handle']

/** Refunds the rows that the response does not contain; all of them when the call fails. */
export const refundUnreadRows =
  ({ rows, count }: ReservedRows, handle: RouteHandle): RouteHandle =>
  async (ctx, input) => {
    let unread = rows
    try {
      const result = await handle(ctx, input)
      unread = rows - countRows(result)
      return result
    } finally {
      // The rows are read, and the response matters more than an exact count.
      await count.refundRateLimit(unread).catch((error) => ctx.log.warn({ err: error }, 'owner rows were not released'))
    }
  }

const countRows = (result: unknown) => {
  const items = typeof result === 'object' && result && Reflect.get(result, 'items')
  return Array.isArray(items) ? items.length : 1
}
