import type { AnyEndpoint, Limit } from '@dooryard/contract/endpoint'
import type { Context as HonoContext } from 'hono'
import type { Actor } from '../context.ts'
import { appError } from '../errors.ts'
import { type ApiKeys, keyDoor, looksLikeKey } from './admit-key.ts'
import { type Authenticate, authorise, tokenOf } from './authorise.ts'
import { allCalls, type Count, type CountedBy, type Limiter, say, tooManyCalls } from './limits.ts'

type Wiring = { limiter: Limiter; authenticate: Authenticate; keys: ApiKeys }

export type Doorkeeper = ReturnType<typeof doorkeeper>

/** Says who may make a call, and how many of them. */
export function doorkeeper({ limiter, authenticate, keys }: Wiring) {
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

  /** Whom the access token of a request belongs to, if they may make this call. */
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

  /** Who makes a call, if they may. */
  const admit = (endpoint: AnyEndpoint, request: HonoContext, address: string): Promise<Admitted> =>
    (endpoint.access === 'API_KEY' ? admitKey : admitUser)(endpoint, request, address)

  return { admit, count }
}

/** Whoever may make a call, how it is counted, and how long they may make such calls where that is known. */
export type Admitted = { actor: Actor; counts: readonly Count[]; expiresAt?: Date }

const keyInPlaceOfToken = 'An API key opens only the calls under /v1/enterprise; this one takes an access token.'

/** Calls count for whoever makes them, not for the user as whom an administrator acts. */
export const accountOf = (actor: Actor | undefined) => actor?.impersonator?.userId ?? actor?.userId
