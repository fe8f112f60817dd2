import type { AnyEndpoint, EndpointOutput, EndpointRequest } from '@dooryard/contract/api/endpoint'
import { composeWorkRoutes } from '../../../compose.ts'
import type { Route } from '../../../platform/http/handlers.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { actAs } from '../act-as.ts'
import type { HistoryServices } from '../history-step.ts'

export const enterpriseEmail = 'enterprise@dooryard.test'
export const consumerEmail = 'consumer@dooryard.test'

/** The API key that a call is made with. */
export type CallKey = { apiKeyId: string; isTest?: true }

type CallArguments<E> =
  Record<never, never> extends EndpointRequest<E> ? [given?: EndpointRequest<E>] : [given: EndpointRequest<E>]

type Call = <E extends AnyEndpoint>(endpoint: E, ...[input]: CallArguments<E>) => Promise<EndpointOutput<E>>

export type ApiCaller = { userId: string; call: Call }

let composed: ReadonlyMap<AnyEndpoint, Route> | undefined

/** The handlers find their services in the context, so they are composed once. */
function getRoutes({ contacts }: HistoryServices): ReadonlyMap<AnyEndpoint, Route> {
  composed ??= new Map(
    composeWorkRoutes({
      contacts,
      importDir: '',
      uploadLimits: { maxFileBytes: 1_000_000, customerFileBytes: 1_000_000, customerDailyBytes: 1_000_000_000 },
      // Names of hosts are not looked up, and nothing is sent.
      outbound: createOutbound({ allowPrivate: true }),
    }).map((route) => [route.endpoint, route]),
  )
  return composed
}

/** Calls the handlers of the API as a user, at the time of the step, without what belongs to requests, such as limits. */
export async function callAs(services: HistoryServices, email: string, key?: CallKey): Promise<ApiCaller> {
  const ctx = await actAs(services, email)
  const routes = getRoutes(services)
  const actor = key ? { ...ctx.actor, ...key, sessionId: key.apiKeyId } : ctx.actor
  const call = async (endpoint: AnyEndpoint, given: Partial<EndpointRequest<AnyEndpoint>> = {}) => {
    const route = routes.get(endpoint)
    if (!route) throw new Error(`the history cannot call ${endpoint.path}`)
    return route.handle(
      { ...ctx, actor },
      {
        params: endpoint.params?.parse(given.params ?? {}) ?? {},
        query: endpoint.query?.parse(given.query ?? {}) ?? {},
        body: endpoint.body?.parse(given.body),
      },
    )
  }
  // Answers are those of the endpoint's own schema.
  return { userId: actor.userId, call: call as Call }
}
