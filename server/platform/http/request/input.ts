import {
  type AnyEndpoint,
  type EndpointInput,
  FileBody,
  FormFile,
  SignedPayload,
} from '@dooryard/contract/api/endpoint'
import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import { appError } from '../../errors/app-error.ts'
import { parseJson } from '../../util/json.ts'
import { findUnstorable } from '../../util/storable.ts'
import { describeIssue } from './issue-message.ts'
import { readFormFile, readUpload } from './upload.ts'

/** The handler reads the file: it is too large to buffer, and has its own limit. */
export const isUpload = ({ body }: AnyEndpoint) => body === FileBody

/** A form is read once its sender is authenticated. */
export const isForm = ({ body }: AnyEndpoint) => body === FormFile

/** Nothing in the body is required, so a missing body counts as `{}`. */
export function canBeEmpty(endpoint: AnyEndpoint): boolean {
  const { body } = endpoint
  if (!body || isUpload(endpoint) || isForm(endpoint) || body === SignedPayload) return false
  return body.safeParse({}).success
}

export async function parseInput(
  endpoint: AnyEndpoint,
  request: HonoContext,
  maxFileBytes: number,
): Promise<EndpointInput<AnyEndpoint>> {
  return {
    params: endpoint.params ? validate(endpoint.params, request.req.param(), 'The path') : {},
    query: endpoint.query ? validate(endpoint.query, readQuery(request), 'The query') : {},
    body: endpoint.body ? await readBody(endpoint, request, maxFileBytes) : undefined,
  }
}

async function readBody(endpoint: AnyEndpoint, request: HonoContext, maxFileBytes: number): Promise<unknown> {
  if (isUpload(endpoint)) return readUpload(request, maxFileBytes)
  if (isForm(endpoint)) return readFormFile(request)
  if (endpoint.body === SignedPayload) return readSignedText(request)
  if ((await request.req.text()) === '' && canBeEmpty(endpoint)) return validate(endpoint.body, {}, 'The request body')
  return validate(endpoint.body, await readJson(request), 'The request body')
}

/** Of any content type: the signature covers the text alone. */
const readSignedText = async (request: HonoContext) => ({
  text: await request.req.text(),
  header: (name: string) => request.req.header(name),
})

/** A repeated key is an array; a single one stays a string, and list schemas accept both. */
function readQuery(request: HonoContext) {
  return Object.fromEntries(
    Object.entries(request.req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  )
}

async function readJson(request: HonoContext): Promise<unknown> {
  const type = request.req.header('content-type') ?? ''
  if (!/^application\/json *(;|$)/i.test(type))
    throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the request body as application/json.')
  const body = parseJson(await request.req.text())
  if (body === undefined) throw appError('VALIDATION', 'The request body is not valid JSON.')
  return body
}

/** `whole` names the value in messages about all of it. */
function validate<Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string): z.output<Schema> {
  const parsed = parseSafely(schema, value, whole)
  if (parsed.success) return requireStorable(parsed.data)
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw appError('VALIDATION', issues[0]?.message ?? 'The request is not valid.', { issues })
}

/** Zod reads the `length` of any value, and throws for an object that cannot be converted to a string. */
function parseSafely<Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string) {
  try {
    // The contract's own messages come before `error`, which needs the input of every issue.
    return schema.safeParse(value, { error: (issue) => describeIssue(whole, issue), reportInput: true })
  } catch (error) {
    if (error instanceof RangeError || hidesToString(value)) throw appError('VALIDATION', 'The request is not valid.')
    throw error
  }
}

/** Iterative, since the refused value may be nested arbitrarily deep. */
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

function requireStorable<Data>(data: Data): Data {
  const issue = findUnstorable(data, 'The request')
  if (issue) throw appError('VALIDATION', issue.message, { issues: [issue] })
  return data
}
