import type { AnyEndpoint, Input, Limit } from '@dooryard/contract/endpoint'
import { ownerRowsLimit } from '@dooryard/contract/errors'
import type { Actor } from '../context.ts'
import { rateLimited } from '../errors.ts'
import { formatNumber } from '../format.ts'
import type { Route } from './handlers.ts'
import { type Count, inWords, type Limiter, secondsUntil } from './limits.ts'

const dayInSeconds = 24 * 60 * 60

/** In 24 hours from the first of them. */
const limitOf = (perDay: number): Limit => ({
  ...{ name: ownerRowsLimit.limit, per: 'account', times: perDay, seconds: dayInSeconds },
})

type Call = { actor: Actor; input: Input<AnyEndpoint>; endpoint: AnyEndpoint }

/** Reserved before the work, so that parallel calls never read more than the limit. Undefined where none applies. */
export async function reserveOwnerRows(
  limiter: Limiter,
  perDay: number,
  { actor, input, endpoint }: Call,
): Promise<ReservedRows | undefined> {
  if (!endpoint.ownerRows || actor.role === 'SUPER_ADMIN' || actor.impersonator) return undefined
  const rows = mostRows(endpoint, input)
  const [count] = await limiter.count([limitOf(perDay)], { address: '', account: actor.userId }, rows)
  return count && { rows, count }
}

type ReservedRows = { rows: number; count: Count }

export const tooManyOwnerRows = (count: Count) => {
  const seconds = secondsUntil(count)
  return rateLimited(
    `You have looked at as many owners as one day allows: ${formatNumber(count.limit.times)}. More can be shown in ` +
      `${inWords(seconds)}. Counts, filters, the map and orders work as before.`,
    seconds,
    ownerRowsLimit,
  )
}

/** A page has at most as many rows as were asked for. */
function mostRows({ ownerRows }: AnyEndpoint, { body, query }: Input<AnyEndpoint>): number {
  if (ownerRows === 'ONE') return 1
  const { limit } = (body ?? query) as { limit: number } // every page is asked for by `PageQuery`
  return limit
}

type Handle = Route['handle']

/** Gives back the rows that it does not answer with; all of them when it fails. */
export const returningOwnerRows =
  ({ rows, count }: ReservedRows, handle: Handle): Handle =>
  async (ctx, input) => {
    let unread = rows
    try {
      const result = await handle(ctx, input)
      unread = rows - countRows(result)
      return result
    } finally {
      // What was read is read, and its answer is worth more than an exact count.
      await count.giveBack(unread).catch((error) => ctx.log.warn({ err: error }, 'owner rows were not given back'))
    }
  }

const countRows = (result: unknown) => {
  const items = typeof result === 'object' && result && Reflect.get(result, 'items')
  return Array.isArray(items) ? items.length : 1
}
