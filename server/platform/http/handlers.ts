import type { Readable } from 'node:stream'
import type {
  AnyEndpoint,
  EndpointAccess,
  EndpointInput,
  EndpointOutput,
  EndpointResponseKind,
} from '@dooryard/contract/api/endpoint'
import type { Hono } from 'hono'
import type { Context, PublicContext } from '../context.ts'

export type RequestVariables = {
  requestId: string
  /** The method and path of the contract, without ids. */
  route?: string
  actor?: Context['actor']
  secureHeadersNonce?: string
}
export type App = Hono<{ Variables: RequestVariables }>

/** Each event is the state, read again after a topic was published. */
export type Watch<Event> = { topics: string[]; read: () => Promise<Event> }

type FileHeaders = {
  fileName: string
  contentType: string
  /** Displayed in the browser instead of being saved. */
  inline?: true
  /** Defaults to `private, no-store`. */
  cacheControl?: string
}

export type Download = FileHeaders & {
  /** Omitted where it is unknown before the last byte. */
  size?: number
  body: Readable
}

/** A file in memory; `etag` is another for other bytes. */
export type GzippedFile = FileHeaders & { gzipped: Buffer<ArrayBuffer>; etag: string }

type HandlerResult<E> =
  EndpointResponseKind<E> extends 'stream'
    ? Watch<EndpointOutput<E>>
    : EndpointResponseKind<E> extends 'file'
      ? Download | GzippedFile
      : EndpointOutput<E>

type HandlerContext<E> = EndpointAccess<E> extends 'ANYONE' ? PublicContext : Context

type Handler<E> = (ctx: HandlerContext<E>, input: EndpointInput<E>) => Promise<HandlerResult<E>> | HandlerResult<E>

/**
 * Reads another server first, and returns the work to do with what was read. The work alone runs in the transaction that
 * an idempotency key opens, and not at all where the key's response is there.
 */
type PreparedHandler<E> = {
  prepare: (
    ctx: HandlerContext<E>,
    input: EndpointInput<E>,
  ) => Promise<(ctx: HandlerContext<E>) => Promise<HandlerResult<E>>>
}

export type Route = {
  endpoint: AnyEndpoint
  handle: (ctx: Context, input: EndpointInput<AnyEndpoint>) => unknown
  prepare?: (ctx: Context, input: EndpointInput<AnyEndpoint>) => Promise<(ctx: Context) => unknown>
}

export const handlers = <Table extends Record<string, AnyEndpoint>>(
  table: Table,
  by: { [Name in keyof Table]: Handler<Table[Name]> | PreparedHandler<Table[Name]> },
): Route[] =>
  Object.entries(table).map(([name, endpoint]) => {
    // `by` is typed name by name above; `mount` gives each handler the context and input of its own endpoint.
    const handler = by[name] as unknown as Route['handle'] | Required<Pick<Route, 'prepare'>>
    if (typeof handler === 'function') return { endpoint, handle: handler }
    const { prepare } = handler
    return { endpoint, prepare, handle: async (ctx, input) => (await prepare(ctx, input))(ctx) }
  })
