import {
  type AnyEndpoint,
  type Call,
  FileBody,
  FormFile,
  type Output,
  pathOf,
  SignedText,
} from '@dooryard/contract/endpoint'

/** The body is typed as that of a success; a test that expects a refusal says so by what it matches. */
export type Reply<Body> = { status: number; headers: Headers; body: Body }

type Extras = { headers?: Record<string, string>; signal?: AbortSignal }
type Given<E> = Record<never, never> extends Call<E> ? [given?: Call<E> & Extras] : [given: Call<E> & Extras]
type AnyCall = Extras & { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

export type Caller = ReturnType<typeof callerAt>

export function callerAt(url: string, token?: string) {
  const request = (endpoint: AnyEndpoint, given: AnyCall) => {
    const headers = new Headers(given.headers)
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const { type, body } = bodyOf(endpoint, given.body)
    if (type && !headers.has('content-type')) headers.set('content-type', type)
    const { method } = endpoint
    return fetch(url + pathOf(endpoint, given), { method, headers, body, signal: given.signal ?? null })
  }
  return {
    token,
    call: async <E extends AnyEndpoint>(endpoint: E, ...[given]: Given<E>): Promise<Reply<Output<E>>> =>
      replyOf(await request(endpoint, (given ?? {}) as AnyCall)),
    /** As a browser does, with the token in the query. */
    watch: async <E extends AnyEndpoint>(endpoint: E, ...[given]: Given<E>): Promise<Stream<Output<E>>> => {
      const { query, ...rest } = (given ?? {}) as AnyCall
      const ending = new AbortController()
      const response = await fetch(url + pathOf(endpoint, { ...rest, query: { token, ...query } }), {
        signal: ending.signal,
      })
      if (!response.ok || !response.body) throw Object.assign(new Error('no stream'), await replyOf(response))
      return streamOf(response.body, () => ending.abort())
    },
  }
}

/** `fetch` names the type of a form itself, since it chooses the boundary. */
function bodyOf(endpoint: AnyEndpoint, given: unknown): { type?: string; body: string | Blob | FormData | null } {
  if (given === undefined) return { body: null }
  if (endpoint.body === SignedText && typeof given === 'string') return { type: 'application/json', body: given }
  if (!(given instanceof Blob)) return { type: 'application/json', body: JSON.stringify(given) }
  if (endpoint.body === FileBody) return { type: 'application/octet-stream', body: given }
  if (endpoint.body !== FormFile) throw new Error(`${endpoint.path} takes no file`)
  const form = new FormData()
  form.set('file', given)
  return { body: form }
}

/** Reads a whole answer: JSON as its value, nothing as undefined, anything else as text. */
export async function replyOf<Body>(response: Response): Promise<Reply<Body>> {
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

/** Begins to read at once: a body that nobody reads is cancelled once its response is forgotten, and the stream with it. */
function streamOf<Event>(body: ReadableStream<Uint8Array>, close: () => void): Stream<Event> {
  const events = eventsIn<Event>(body.pipeThrough(new TextDecoderStream()))
  return { next: async () => (await events.next()).value ?? undefined, close }
}

async function* eventsIn<Event>(texts: ReadableStream<string>): AsyncGenerator<Event, undefined> {
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
