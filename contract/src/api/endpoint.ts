import { z } from 'zod'
import type { ApiScope } from '../integrations/api-scopes.ts'
import type { DataClass } from './data-classes.ts'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: anyone, any signed-in user, the listed roles, or an API key with the scope of the endpoint. */
export type Access = 'ANYONE' | 'SIGNED_IN' | 'API_KEY' | readonly Role[]

/** `stream` is server-sent events, `file` is bytes. */
export type ResponseKind = 'json' | 'stream' | 'file'

// The content of a file cannot be validated before it is read, so only the types of both ends describe it.
export const FileBody = z.custom() as z.ZodType<AsyncIterable<Uint8Array>, Blob>

/** A multipart form with the file under `file`. */
export const FormFile = z.custom() as z.ZodType<Uint8Array, Blob>

// The signature is verified over the raw bytes, so the body cannot be parsed before.
export const SignedPayload = z.custom() as z.ZodType<
  { text: string; header: (name: string) => string | undefined },
  string
>

/** A limit per address, account, API key, or email in the body; limits with the same name share a counter. */
export type EndpointLimit = {
  name: string
  per: 'address' | 'account' | 'key' | 'email' | 'email-at-address'
  times: number
  seconds: number
  /** Counts only failed requests; a request refused before anything was tried does not count either. */
  counts?: 'failures'
  /** Counts only requests whose body has this field. */
  naming?: string
}

type Schema = z.ZodType
type Fields = z.ZodObject

/**
 * The server validates and authorizes requests by it; the web client, OpenAPI and the access tests are derived from
 * it.
 */
export type Endpoint<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
  Allowed extends Access = Access,
  Answers extends ResponseKind = ResponseKind,
> = {
  method: Method
  path: `/${string}`
  /** An alias of the path, which the OpenAPI document omits. */
  alsoAt?: `/${string}`
  summary: string
  tag: string
  access: Allowed
  scope?: ApiScope
  /** Test keys may call it too: it only reads, or handles their orders apart. Others refuse them. */
  testKeys?: true
  params?: Params
  query?: Query
  body?: Body
  /** The body of the response; for a stream, the data of each event. Omitted when there is none. */
  response?: Response
  /** The classes of the data in the response; public records are implied. */
  data?: readonly Exclude<DataClass, 'public-record'>[]
  answers?: Answers
  /** The media type of a `file` response, one or several; `application/octet-stream` by default. */
  mediaType?: string | readonly string[]
  status?: 200 | 201 | 202 | 204
  /** The same key and body return the same response for 24 hours. `outside`: not in one transaction with its record. */
  idempotent?: true | 'outside'
  /** A larger JSON body is refused before it is parsed; 1 MB by default. */
  maxBodyBytes?: number
  /** Open to anyone; a valid access token identifies its user, and any other is ignored. */
  recognizesUser?: true
  /** In addition to the general limit of signed-in callers. */
  limits?: readonly EndpointLimit[]
  /** Counts toward its own limits alone: a map asks for many tiles at once. */
  isCountedApart?: true
  /** Refused for an administrator who impersonates a user. */
  refusedWhileImpersonating?: true
  /**
   * A caller with a second factor who has not proved it within ten minutes gets STEP_UP_REQUIRED.
   */
  stepUp?: true
  /** Open to users who have yet to set up the second factor that their role requires. */
  beforeSecondFactor?: true
  /** A POST that only reads, so it is not audited. */
  reads?: true
  /** A GET with side effects, so it is audited like other changes. */
  changes?: true
  /** Errors in addition to those that every endpoint of its kind can return. */
  errors?: readonly ErrorCode[]
}

export function endpoint<
  Params extends Fields = z.ZodObject<Record<never, never>>,
  Query extends Fields = z.ZodObject<Record<never, never>>,
  Body extends Schema = z.ZodUndefined,
  Response extends Schema = z.ZodUndefined,
  const Allowed extends Access = Access,
  Answers extends ResponseKind = 'json',
>(
  declaration: Endpoint<Params, Query, Body, Response, Allowed, Answers>,
): Endpoint<Params, Query, Body, Response, Allowed, Answers> {
  return declaration
}

type Shared<Allowed extends Access> = { tag: string; access: Allowed } & Pick<
  Endpoint,
  'refusedWhileImpersonating' | 'beforeSecondFactor' | 'stepUp'
>

export const endpointFactory =
  <const Allowed extends Access>(shared: Shared<Allowed>) =>
  <
    Params extends Fields = z.ZodObject<Record<never, never>>,
    Query extends Fields = z.ZodObject<Record<never, never>>,
    Body extends Schema = z.ZodUndefined,
    Response extends Schema = z.ZodUndefined,
    Answers extends ResponseKind = 'json',
  >(
    route: `${Method} /${string}`,
    summary: string,
    rest: Omit<
      Endpoint<Params, Query, Body, Response, Allowed, Answers>,
      'method' | 'path' | 'summary' | 'tag' | 'access'
    >,
  ) => {
    // `route` is the two joined by a space.
    const [method, path] = route.split(' ') as [Method, `/${string}`]
    return endpoint<Params, Query, Body, Response, Allowed, Answers>({ ...shared, ...rest, method, path, summary })
  }

export const adminEndpoint = endpointFactory({ tag: 'Administration', access: ['SUPER_ADMIN'] })

// biome-ignore lint/suspicious/noExplicitAny: the one place that stands for "whatever its schemas are"
export type AnyEndpoint = Endpoint<any, any, any, any, any, any>

type Schemas<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, infer Response, infer Allowed, infer Answers>
    ? { params: Params; query: Query; body: Body; response: Response; access: Allowed; answers: Answers }
    : never

/** What a handler receives: parsed, with defaults applied. */
export type EndpointInput<E> = {
  params: z.output<Schemas<E>['params']>
  query: z.output<Schemas<E>['query']>
  body: z.output<Schemas<E>['body']>
}

export type EndpointAccess<E> = Schemas<E>['access']
export type EndpointResponseKind<E> = Schemas<E>['answers']
export type EndpointOutput<E> = z.output<Schemas<E>['response']>

type OptionalIfEmpty<Key extends string, Value> =
  Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : undefined extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value }

/** What a client sends: before defaults, and without the parts that the endpoint does not take. */
export type EndpointRequest<E> = OptionalIfEmpty<'params', z.input<Schemas<E>['params']>> &
  OptionalIfEmpty<'query', z.input<Schemas<E>['query']>> &
  OptionalIfEmpty<'body', z.input<Schemas<E>['body']>>

export function buildPath(
  { path }: AnyEndpoint,
  call: { params?: Record<string, unknown>; query?: Record<string, unknown> },
) {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
  const search = query.toString()
  return search ? `${filledPath}?${search}` : filledPath
}
