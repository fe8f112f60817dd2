import { NetworkError } from '../../lib/api/errors.ts'
import { formatJson } from '../../lib/format/format.ts'
import type { ApiCall, Parameter } from './openapi.ts'

/** The form input of a call: parameter values by name, and the body. */
export type RequestDraft = { values: Record<string, string>; body: string }

export type ApiRequest = { method: string; url: string; headers: Record<string, string>; body?: string }

export type ApiResponse = {
  status: number
  text: string
  headers: [name: string, value: string][]
  milliseconds: number
}

/** Builds the request for a draft. Without a key the server refuses it, as it would for any client. */
export function buildRequest(call: ApiCall, { values, body }: RequestDraft, apiKey: string): ApiRequest {
  const { parameters = [], requestBody } = call
  const listValues = (location: Parameter['in']) =>
    parameters.flatMap(({ name, in: where }): [string, string][] =>
      where === location && values[name] ? [[name, values[name]]] : [],
    )
  const path = listValues('path').reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)),
    call.path,
  )
  const query = new URLSearchParams(listValues('query')).toString()
  return {
    method: call.method.toUpperCase(),
    url: `${window.location.origin}${path}${query && `?${query}`}`,
    headers: {
      Accept: 'application/json',
      ...(requestBody && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(listValues('header')),
      ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
    },
    ...(requestBody && { body }),
  }
}

const toShellArgument = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Formats the request as a curl command. It is copied into chats and tickets, so it never contains the key. */
export function formatCurl({ method, url, headers, body }: ApiRequest): string {
  const shown = { ...headers, Authorization: 'Bearer YOUR_API_KEY' }
  return [
    `curl -X ${toShellArgument(method)}`,
    toShellArgument(url),
    ...Object.entries(shown).map(([name, value]) => `-H ${toShellArgument(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${toShellArgument(body)}`]),
  ].join(' \\\n  ')
}

const documentedHeaderPattern =
  /^(content-type|content-disposition|location|ratelimit|ratelimit-policy|retry-after|x-request-id)$/

/** Only a header can be invalid here: the rest comes from our own document. */
function toRequest(url: string, init: RequestInit): Request {
  try {
    return new Request(url, init)
  } catch (error) {
    throw new Error('The key or a header has a character that cannot be sent in a header.', { cause: error })
  }
}

/** Sends a request with its key and without any other credentials of the browser. */
export async function sendRequest({ url, ...init }: ApiRequest): Promise<ApiResponse> {
  const request = toRequest(url, { ...init, credentials: 'omit' })
  const startedAt = performance.now()
  try {
    const response = await fetch(request)
    const text = await response.text()
    return {
      status: response.status,
      text: formatJson(text),
      headers: [...response.headers].filter(([name]) => documentedHeaderPattern.test(name)),
      milliseconds: Math.round(performance.now() - startedAt),
    }
  } catch (error) {
    throw new NetworkError(error)
  }
}
