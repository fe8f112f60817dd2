import { z } from 'zod'
import type { ApiScope } from './api-scopes.ts'
import type { DataClass } from './data-classes.ts'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anybody, anybody signed in, the roles listed, or whoever has an API key with the scope of the call. */
export type Access = 'ANYONE' | 'SIGNED_IN' | 'API_KEY' | readonly Role[]

/** `stream` is server-sent events, `file` is bytes. */
export type Answer = 'json' | 'stream' | 'file'

// Nothing of a file can be checked before it is read, so only the types of its two ends say what it is.
export const FileBody = z.custom() as z.ZodType<AsyncIterable<Uint8Array>, Blob>

/** A form with the file under `file`. */
export const FormFile = z.custom() as z.ZodType<Uint8Array, Blob>

// Its signature is checked over the very bytes, so nothing of it can be parsed before.
export const SignedText = z.custom() as z.ZodType<
  { text: string; header: (name: string) => string | undefined },
  string
>

/** For one address, account, API key, or email named in the body together; limits of one name share their count. */
export type Limit = {
  name: string
  per: 'address' | 'account' | 'key' | 'email' | 'email-at-address'
  times: number
  seconds: number
  /** Calls that succeed are not counted. None is that was refused before anything was tried. */
  counts?: 'failures'
  /** Only calls whose body names this are counted. */
  naming?: string
}

type Schema = z.ZodType
type Fields = z.ZodObject

/** The server validates and authorises by it, the web client, OpenAPI and the access tests are made from it. */
export type Endpoint<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
  Allowed extends Access = Access,
  Answers extends Answer = Answer,
> = {
  method: Method
  path: `/${string}`
  /** Answers here too; the description of the API leaves it out. */
  alsoAt?: `/${string}`
  summary: string
  tag: string
  access: Allowed
  scope?: ApiScope
  params?: Params
  query?: Query
  body?: Body
  /** The answer's body; for a stream, each event's data. Left out when there is none. */
  response?: Response
  /** The classes of the data that its answer holds; what is of public record goes without saying. */
  data?: readonly Exclude<DataClass, 'public-record'>[]
  answers?: Answers
  /** Of what a `file` answers, one or several; `application/octet-stream` unless said. */
  mediaType?: string | readonly string[]
  status?: 200 | 201 | 202 | 204
  /** The same key and body gives the same answer for 24 hours. `outside`: not in one transaction with its record. */
  idempotent?: true | 'outside'
  /** Beside the general limit of signed-in callers. */
  limits?: readonly Limit[]
  /** With names or addresses of owners that nobody has paid for; what an account reads of them in a day is limited. */
  ownerRows?: 'ONE' | 'PAGE'
  /** An administrator who acts as a user may not do this. */
  refusedWhileImpersonating?: true
  /** A POST that only reads, so there is nothing to be audited. */
  reads?: true
  /** A GET that changes something, so it is audited like what changes things. */
  changes?: true
  /** Errors beyond those that every call of its kind can give. */
  errors?: readonly ErrorCode[]
}

export function endpoint<
  Params extends Fields = z.ZodObject<Record<never, never>>,
  Query extends Fields = z.ZodObject<Record<never, never>>,
  Body extends Schema = z.ZodUndefined,
  Response extends Schema = z.ZodUndefined,
  const Allowed extends Access = Access,
  Answers extends Answer = 'json',
>(
  declaration: Endpoint<Params, Query, Body, Response, Allowed, Answers>,
): Endpoint<Params, Query, Body, Response, Allowed, Answers> {
  return declaration
}

export const callsWith =
  <const Allowed extends Access>(shared: { tag: string; access: Allowed; refusedWhileImpersonating?: true }) =>
  <
    Params extends Fields = z.ZodObject<Record<never, never>>,
    Query extends Fields = z.ZodObject<Record<never, never>>,
    Body extends Schema = z.ZodUndefined,
    Response extends Schema = z.ZodUndefined,
    Answers extends Answer = 'json',
  >(
    route: `${Method} /${string}`,
    summary: string,
    rest: Omit<
      Endpoint<Params, Query, Body, Response, Allowed, Answers>,
      'method' | 'path' | 'summary' | 'tag' | 'access'
    >,
  ) => {
    // The type of `route` is that of the two with a blank between them.
    const [method, path] = route.split(' ') as [Method, `/${string}`]
    return endpoint<Params, Query, Body, Response, Allowed, Answers>({ ...shared, ...rest, method, path, summary })
  }

export const adminCall = callsWith({ tag: 'Administration', access: ['SUPER_ADMIN'] })

// biome-ignore lint/suspicious/noExplicitAny: the one place that stands for "whatever its schemas are"
export type AnyEndpoint = Endpoint<any, any, any, any, any, any>

type Schemas<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, infer Response, infer Allowed, infer Answers>
    ? { params: Params; query: Query; body: Body; response: Response; access: Allowed; answers: Answers }
    : never

/** What a handler receives: parsed, with defaults filled in. */
export type Input<E> = {
  params: z.output<Schemas<E>['params']>
  query: z.output<Schemas<E>['query']>
  body: z.output<Schemas<E>['body']>
}

export type AccessOf<E> = Schemas<E>['access']
export type AnswerOf<E> = Schemas<E>['answers']
export type Output<E> = z.output<Schemas<E>['response']>

type Given<Key extends string, Value> =
  Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : undefined extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value }

/** What a caller sends: before defaults, and without the parts the endpoint does not take. */
export type Call<E> = Given<'params', z.input<Schemas<E>['params']>> &
  Given<'query', z.input<Schemas<E>['query']>> &
  Given<'body', z.input<Schemas<E>['body']>>

export function pathOf(
  { path }: AnyEndpoint,
  call: { params?: Record<string, unknown>; query?: Record<string, unknown> },
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
  const search = query.toString()
  return search ? `${filled}?${search}` : filled
}
