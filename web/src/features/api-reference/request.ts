import { NetworkError } from '../../lib/errors.ts'
import { formatJson } from '../../lib/format.ts'
import type { ApiCall, Parameter } from './openapi.ts'

/** What is typed into the form of a call: its parameters by name, and its body. */
export type Draft = { values: Record<string, string>; body: string }

export type ApiRequest = { method: string; url: string; headers: Record<string, string>; body?: string }

export type ApiReply = { status: number; text: string; headers: [name: string, value: string][]; milliseconds: number }

/** The request that a draft makes; without a key the server refuses it, as it would a program. */
export function buildRequest(call: ApiCall, { values, body }: Draft, apiKey: string): ApiRequest {
  const { parameters = [], requestBody } = call
  const given = (place: Parameter['in']) =>
    parameters.flatMap(({ name, in: where }): [string, string][] =>
      where === place && values[name] ? [[name, values[name]]] : [],
    )
  const path = given('path').reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)),
    call.path,
  )
  const query = new URLSearchParams(given('query')).toString()
  return {
    method: call.method.toUpperCase(),
    url: `${window.location.origin}${path}${query && `?${query}`}`,
    headers: {
      Accept: 'application/json',
      ...(requestBody && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(given('header')),
      ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
    },
    ...(requestBody && { body }),
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The request as a command. It is copied into chats and tickets, so it never has the key. */
export function formatCurl({ method, url, headers, body }: ApiRequest): string {
  const shown = { ...headers, Authorization: 'Bearer YOUR_API_KEY' }
  return [
    `curl -X ${quoted(method)}`,
    quoted(url),
    ...Object.entries(shown).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ')
}

const documentedHeader =
  /^(content-type|content-disposition|location|ratelimit|ratelimit-policy|retry-after|x-request-id)$/

/** Refused is only what stands in a header: the rest of it is of our own document. */
function toRequest(url: string, init: RequestInit): Request {
  try {
    return new Request(url, init)
  } catch (error) {
    throw new Error('The key or a header has a character that cannot be sent in a header.', { cause: error })
  }
}

/** Sends a request with its key and with nothing else that the browser knows of the user. */
export async function sendRequest({ url, ...init }: ApiRequest): Promise<ApiReply> {
  const request = toRequest(url, { ...init, credentials: 'omit' })
  const begun = performance.now()
  try {
    const response = await fetch(request)
    const text = await response.text()
    return {
      status: response.status,
      text: formatJson(text),
      headers: [...response.headers].filter(([name]) => documentedHeader.test(name)),
      milliseconds: Math.round(performance.now() - begun),
    }
  } catch (error) {
    throw new NetworkError(error)
  }
}
