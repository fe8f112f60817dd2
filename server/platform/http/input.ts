import { type AnyEndpoint, FileBody, FormFile, type Input, SignedText } from '@dooryard/contract/endpoint'
import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import { appError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { formFile, uploadedBytes } from './upload.ts'

/** A file is read by whoever takes it: it is too large to be kept, and has a limit of its own. */
export const isUpload = ({ body }: AnyEndpoint) => body === FileBody

/** A form is read once it is known who sends it. */
export const isForm = ({ body }: AnyEndpoint) => body === FormFile

/** Nothing in it has to be said, so that no body says as much as `{}`. */
export function mayBeEmpty(endpoint: AnyEndpoint): boolean {
  const { body } = endpoint
  if (!body || isUpload(endpoint) || isForm(endpoint) || body === SignedText) return false
  return body.safeParse({}).success
}

export async function inputOf(
  endpoint: AnyEndpoint,
  request: HonoContext,
  maxFileBytes: number,
): Promise<Input<AnyEndpoint>> {
  return {
    params: endpoint.params ? validate(endpoint.params, request.req.param()) : {},
    query: endpoint.query ? validate(endpoint.query, queryOf(request)) : {},
    body: endpoint.body ? await bodyOf(endpoint, request, maxFileBytes) : undefined,
  }
}

async function bodyOf(endpoint: AnyEndpoint, request: HonoContext, maxFileBytes: number): Promise<unknown> {
  if (isUpload(endpoint)) return uploadedBytes(request, maxFileBytes)
  if (isForm(endpoint)) return formFile(request)
  if (endpoint.body === SignedText) return signedText(request)
  if ((await request.req.text()) === '' && mayBeEmpty(endpoint)) return validate(endpoint.body, {})
  return validate(endpoint.body, await jsonOf(request))
}

/** Of whatever type its sender says it is: the signature is over the text and nothing else. */
const signedText = async (request: HonoContext) => ({
  text: await request.req.text(),
  header: (name: string) => request.req.header(name),
})

/** A repeated key is an array; a key given once stays a string, and the schemas of lists take both. */
function queryOf(request: HonoContext) {
  return Object.fromEntries(
    Object.entries(request.req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  )
}

async function jsonOf(request: HonoContext): Promise<unknown> {
  const type = request.req.header('content-type') ?? ''
  if (!/^application\/json *(;|$)/i.test(type))
    throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the request body as application/json.')
  const body = parseJson(await request.req.text())
  if (body === undefined) throw appError('VALIDATION', 'The request body is not valid JSON.')
  return body
}

const stock = /^(Invalid|Too|Unrecognized|Expected|Required)/

/** Zod's own messages name no field, so a person needs its path in front; the contract's messages stand alone. */
const sentence = (path: string, message: string) => (path && stock.test(message) ? `${path}: ${message}` : message)

function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = parse(schema, value)
  if (parsed.success) return storable(parsed.data)
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message: sentence(path.join('.'), message),
  }))
  throw appError('VALIDATION', issues[0]?.message ?? 'The request is not valid.', { issues })
}

/** Zod reads the `length` of whatever it is given, and throws for an object that cannot be made a text. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (error instanceof RangeError || hidesToString(value)) throw appError('VALIDATION', 'The request is not valid.')
    throw error
  }
}

/** One after another, for what was refused may nest as deep as it likes. */
function hidesToString(value: unknown): boolean {
  const rest = [value]
  while (rest.length > 0) {
    const one = rest.pop()
    if (typeof one !== 'object' || one === null) continue
    if (Object.hasOwn(one, 'toString')) return true
    for (const inner of Object.values(one)) rest.push(inner)
  }
  return false
}

/** PostgreSQL keeps no text with a null character or half a surrogate pair, and nobody types one. */
function storable<Data>(data: Data): Data {
  const path = unstorablePath(data)?.join('.')
  if (path === undefined) return data
  const message = `${path || 'The request'} has a character that cannot be stored.`
  throw appError('VALIDATION', message, { issues: [{ path, message }] })
}

function unstorablePath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = unstorablePath(inner)
    if (path) return [key, ...path]
  }
  return undefined
}
