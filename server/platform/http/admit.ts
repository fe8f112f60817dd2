import type { AnyEndpoint, Limit } from '@dooryard/contract/endpoint'
import { accountCallsPerMinute } from '@dooryard/contract/limits'
import type { Context as HonoContext } from 'hono'
import type { Actor } from '../context.ts'
import { appError } from '../errors.ts'
import { type Authenticate, authorise, tokenOf } from './authorise.ts'
import { type Count, type CountedBy, type Limiter, limitHeaders, tooManyCalls } from './limits.ts'

const allCalls: Limit = { name: 'account', per: 'account', times: accountCallsPerMinute, seconds: 60 }

export type Doorkeeper = ReturnType<typeof doorkeeper>

/** Says who may make a call, and how many of them. */
export function doorkeeper({ limiter, authenticate }: { limiter: Limiter; authenticate: Authenticate }) {
  /**
   * Counts a call, says in its answer where it stands with the nearest limit, also of those counted before, and refuses
   * it when it is over one.
   */
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

  /** Whom the token of a request belongs to, if they may make this call. */
  const admit = async (endpoint: AnyEndpoint, request: HonoContext, address: string) => {
    const token = tokenOf(endpoint, request.req.header('authorization'), request.req.query('token')) ?? ''
    const known = await authorise(endpoint, token, authenticate)
    request.set('actor', known.actor)
    const counts = await count(request, [allCalls], { address, account: accountOf(known.actor) })
    if (endpoint.refusedWhileImpersonating && known.actor.impersonator)
      throw appError('FORBIDDEN', 'You cannot do this while acting as somebody else.')
    return { ...known, token, counts }
  }

  return { admit, count }
}

/** Says in an answer where its call stands with the nearest of its limits. */
export function say(request: HonoContext, counts: readonly Count[]): void {
  for (const [name, value] of Object.entries(limitHeaders(counts))) request.header(name, value)
}

/** Calls count for whoever makes them, not for the user as whom an administrator acts. */
export const accountOf = (actor: Actor | undefined) => actor?.impersonator?.userId ?? actor?.userId
