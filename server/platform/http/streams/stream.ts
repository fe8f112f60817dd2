import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import type { Context as HonoContext } from 'hono'
import { isAppError } from '../../errors/app-error.ts'
import type { ReportError } from '../../errors/report-error.ts'
import type { EventHub } from '../../live/event-hub.ts'
import type { Log } from '../../log.ts'
import { isLostConnection } from '../../postgres/database.ts'
import { getRequestFacts } from '../errors.ts'
import type { Watch } from '../handlers.ts'
import { setRateLimitHeaders, tooManyCallsError } from '../limits/rate-limits.ts'
import { checkStreamLimit, type GetSessionRoles, type OpenStream, trackStream } from './open-streams.ts'

type StreamDeps = {
  hub: EventHub
  getSessionRoles: GetSessionRoles
  sessionCheckMs?: number | undefined
  reportError?: ReportError | undefined
  log: Log
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A response of unknown length is otherwise buffered, to see whether it is a short one.
  'transfer-encoding': 'chunked',
  'x-accel-buffering': 'no',
}

/** The stream ends with the token that opened it, so that the client reconnects with a fresh one. */
export async function streamEvents(
  request: HonoContext,
  endpoint: AnyEndpoint,
  watch: Watch<unknown>,
  { hub, getSessionRoles, sessionCheckMs, reportError, log }: StreamDeps,
  reader: OpenStream['reader'],
): Promise<Response> {
  const startedAt = Date.now()
  const tasks = createTaskQueue()
  const events = generateEvents(endpoint, watch, tasks)
  // Read before the response begins, so that an error gets a normal error response.
  const first = await events.next()
  // Synchronous from here on, so that concurrent streams are counted one after another.
  const over = reader && checkStreamLimit(reader.sessionId)
  if (over) {
    setRateLimitHeaders(request, [over])
    throw tooManyCallsError(over)
  }
  const end: OpenStream['end'] = (why, error) => {
    if (!untrack()) return
    unsubscribe()
    tasks.add('end')
    const facts = { requestId: request.get('requestId'), why, ms: Date.now() - startedAt }
    if (!error) return log.info(facts, 'a stream has ended')
    log.warn({ ...facts, err: error }, 'a stream ended by an error')
    if (!isAppError(error) && !isLostConnection(error))
      reportError?.(error, { layer: 'API', ...getRequestFacts(request) })
  }
  const unsubscribe = hub.subscribe(watch.topics, () => tasks.add('read'))
  const untrack = trackStream(
    { endpoint, reader, getSessionRoles, comment: () => tasks.add('comment'), end },
    sessionCheckMs,
  )
  // Reads once more, to catch a change between the first read and the subscription.
  tasks.add('read')
  return request.body(toStreamBody(first.value, events, end), 200, headers)
}

type StreamTask = 'read' | 'comment' | 'end'

/** A queue of tasks: repeated requests are coalesced, and `end` goes first. */
function createTaskQueue() {
  const waiting = new Set<StreamTask>(['read'])
  let wake: (() => void) | undefined
  return {
    add: (task: StreamTask) => {
      waiting.add(task)
      wake?.()
    },
    next: async (): Promise<StreamTask> => {
      while (waiting.size === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const [first = 'end'] = waiting
      const task = waiting.has('end') ? 'end' : first
      waiting.delete(task)
      return task
    },
  }
}

const toBytes = (text: string) => new TextEncoder().encode(text)
const keepAliveComment = toBytes(': still here\n\n')

async function* generateEvents(
  endpoint: AnyEndpoint,
  watch: Watch<unknown>,
  tasks: ReturnType<typeof createTaskQueue>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let sent = ''
  let id = 0
  for (let task = await tasks.next(); task !== 'end'; task = await tasks.next()) {
    if (task === 'comment') {
      yield keepAliveComment
      continue
    }
    const data = JSON.stringify(endpoint.response.parse(await watch.read()))
    if (data === sent) continue
    sent = data
    yield toBytes(`data: ${data}\nid: ${++id}\n\n`)
  }
  return undefined
}

type EventGenerator = ReturnType<typeof generateEvents>

/** Pulls events one by one as they are consumed: a slow reader gets the current state, not every past one. */
const toStreamBody = (first: Uint8Array | undefined, events: EventGenerator, end: OpenStream['end']) =>
  new ReadableStream<Uint8Array>(
    {
      start: (controller) => first && controller.enqueue(first),
      pull: async (controller) => {
        const { value } = await events.next().catch((error) => {
          // Ending is enough: the client reconnects, and gets the error as a response if it persists.
          end('an error', error)
          return { value: undefined }
        })
        if (value) controller.enqueue(value)
        else controller.close()
      },
      cancel: () => end('its reader has left'),
    },
    { highWaterMark: 0 },
  )
