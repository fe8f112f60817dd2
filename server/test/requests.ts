import {
  type AnyEndpoint,
  buildPath,
  type EndpointOutput,
  type EndpointRequest,
  FileBody,
  FormFile,
  SignedPayload,
} from '@dooryard/contract/api/endpoint'

/** The body is typed as that of a success; a test of a refusal matches what it expects. */
export type Reply<Body> = { status: number; headers: Headers; body: Body }

type CallExtras = { headers?: Record<string, string>; signal?: AbortSignal }
type CallArguments<E> =
  Record<never, never> extends EndpointRequest<E>
    ? [given?: EndpointRequest<E> & CallExtras]
    : [given: EndpointRequest<E> & CallExtras]
type AnyCall = CallExtras & { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

export type Caller = ReturnType<typeof createCaller>

export function createCaller(url: string, token?: string) {
  const request = (endpoint: AnyEndpoint, input: AnyCall) => {
    const headers = new Headers(input.headers)
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const { type, body } = buildBody(endpoint, input.body)
    if (type && !headers.has('content-type')) headers.set('content-type', type)
    const { method } = endpoint
    return fetch(url + buildPath(endpoint, input), { method, headers, body, signal: input.signal ?? null })
  }
  return {
    token,
    call: async <E extends AnyEndpoint>(endpoint: E, ...[input]: CallArguments<E>): Promise<Reply<EndpointOutput<E>>> =>
      readReply(await request(endpoint, (input ?? {}) as AnyCall)),
    /** Like a browser, with the token in the query. */
    watch: async <E extends AnyEndpoint>(
      endpoint: E,
      ...[input]: CallArguments<E>
    ): Promise<Stream<EndpointOutput<E>>> => {
      const { query, ...rest } = (input ?? {}) as AnyCall
      const ending = new AbortController()
      const response = await fetch(url + buildPath(endpoint, { ...rest, query: { token, ...query } }), {
        signal: ending.signal,
      })
      if (!response.ok || !response.body) throw Object.assign(new Error('no stream'), await readReply(response))
      return openStream(response.body, () => ending.abort())
    },
  }
}

/** `fetch` sets the content type of a form itself, since it chooses the boundary. */
function buildBody(endpoint: AnyEndpoint, input: unknown): { type?: string; body: string | Blob | FormData | null } {
  if (input === undefined) return { body: null }
  if (endpoint.body === SignedPayload && typeof input === 'string') return { type: 'application/json', body: input }
  if (!(input instanceof Blob)) return { type: 'application/json', body: JSON.stringify(input) }
  if (endpoint.body === FileBody) return { type: 'application/octet-stream', body: input }
  if (endpoint.body !== FormFile) throw new Error(`${endpoint.path} takes no file`)
  const form = new FormData()
  form.set('file', input)
  return { body: form }
}

/** Reads a whole response: JSON as its value, an empty body as undefined, anything else as text. */
export async function readReply<Body>(response: Response): Promise<Reply<Body>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const body = text === '' ? undefined : isJson ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body }
}

export type Stream<Event> = {
  /** The next event, or undefined when the server has ended the stream. */
  next: () => Promise<Event | undefined>
  close: () => void
}

/**
 * Starts reading at once: an unread body is cancelled once its response is garbage-collected, and the stream with it.
 */
function openStream<Event>(body: ReadableStream<Uint8Array>, close: () => void): Stream<Event> {
  const events = parseEvents<Event>(body.pipeThrough(new TextDecoderStream()))
  return { next: async () => (await events.next()).value ?? undefined, close }
}

async function* parseEvents<Event>(texts: ReadableStream<string>): AsyncGenerator<Event, undefined> {
  let rest = ''
  for await (const text of texts) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '))
      if (data) yield JSON.parse(data.slice('data: '.length))
    }
  }
}
