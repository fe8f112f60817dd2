import type { Readable } from 'node:stream'
import type { AccessOf, AnswerOf, AnyEndpoint, Input, Output } from '@dooryard/contract/endpoint'
import type { Hono } from 'hono'
import type { Context, PublicContext } from '../context.ts'

export type Web = { requestId: string; actor?: Context['actor']; secureHeadersNonce?: string }
export type App = Hono<{ Variables: Web }>

/** Each event is the state read afresh once a topic was announced. */
export type Watch<Event> = { topics: string[]; read: () => Promise<Event> }

export type Download = {
  fileName: string
  contentType: string
  /** Left out where it is not known before the last byte. */
  size?: number
  body: Readable
  /** Shown where it stands instead of being saved. */
  inline?: true
  /** Nobody keeps it unless said. */
  cacheControl?: string
}

type Result<E> = AnswerOf<E> extends 'stream' ? Watch<Output<E>> : AnswerOf<E> extends 'file' ? Download : Output<E>

type ContextOf<E> = AccessOf<E> extends 'ANYONE' ? PublicContext : Context

type Handler<E> = (ctx: ContextOf<E>, input: Input<E>) => Promise<Result<E>> | Result<E>

export type Route = { endpoint: AnyEndpoint; handle: (ctx: Context, input: Input<AnyEndpoint>) => unknown }

export const handlers = <Table extends Record<string, AnyEndpoint>>(
  table: Table,
  by: { [Name in keyof Table]: Handler<Table[Name]> },
): Route[] =>
  Object.entries(table).map(([name, endpoint]) => ({
    endpoint,
    // `by` is typed name by name above; `mount` gives each handler the context and input of its own endpoint.
    handle: by[name] as unknown as Route['handle'],
  }))
