import { type AnyEndpoint, FileBody, FormFile, type Input, SignedText } from '@dooryard/contract/endpoint'
import type { Context as HonoContext } from 'hono'
import { appError } from '../errors.ts'
import { formFile, uploadedBytes } from './upload.ts'
import { validate } from './validate.ts'

/** A file is read by whoever takes it: it is too large to be kept, and has a limit of its own. */
export const isUpload = ({ body }: AnyEndpoint) => body === FileBody

/** A form is read once it is known who sends it. */
export const isForm = ({ body }: AnyEndpoint) => body === FormFile

/** Whether the body of a call may be left out: nothing in it has to be said, so that no body says as much as `{}`. */
export function mayBeEmpty(endpoint: AnyEndpoint): boolean {
  const { body } = endpoint
  if (!body || isUpload(endpoint) || isForm(endpoint) || body === SignedText) return false
  return body.safeParse({}).success
}

/** What a request says, parsed by the schemas of its endpoint. */
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
  const text = await request.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw appError('VALIDATION', 'The request body is not valid JSON.')
  }
}
