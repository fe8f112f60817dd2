import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import type { Context as HonoContext } from 'hono'
import type { Hub } from '../live/hub.ts'
import type { Log } from '../log.ts'
import type { Watch } from './handlers.ts'
import { say, tooManyCalls } from './limits.ts'
import { keepOpen, type OpenStream, overMost, type RolesOf } from './open-streams.ts'

type Around = { hub: Hub; rolesOf: RolesOf; lookEveryMs: number | undefined; log: Log }

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // An answer of unknown length is held back otherwise, to see whether it is a short one.
  'transfer-encoding': 'chunked',
  'x-accel-buffering': 'no',
}

/** Ends with the token that opened it, so that the client comes back with a fresh one. */
export async function streamEvents(
  request: HonoContext,
  endpoint: AnyEndpoint,
  watch: Watch<unknown>,
  { hub, rolesOf, lookEveryMs, log }: Around,
  reader: OpenStream['reader'],
): Promise<Response> {
  const startedAt = Date.now()
  const errands = errandList()
  const events = eventsOf(endpoint, watch, errands)
  // Before the answer begins, so that a refusal is answered like any other.
  const first = await events.next()
  // From here on nothing is waited for, so that many at once are counted one after the other.
  const over = reader && overMost(reader.sessionId)
  if (over) {
    say(request, [over])
    throw tooManyCalls(over)
  }
  const end: OpenStream['end'] = (why, error) => {
    if (!leave()) return
    unsubscribe()
    errands.add('end')
    const facts = { requestId: request.get('requestId'), why, ms: Date.now() - startedAt }
    if (error) log.warn({ ...facts, err: error }, 'a stream ended by an error')
    else log.info(facts, 'a stream has ended')
  }
  const unsubscribe = hub.subscribe(watch.topics, () => errands.add('read'))
  const leave = keepOpen({ endpoint, reader, rolesOf, comment: () => errands.add('comment'), end }, lookEveryMs)
  // What changed between the first read and the subscription is caught by reading once more.
  errands.add('read')
  return request.body(bodyOf(first.value, events, end), 200, headers)
}

type Errand = 'read' | 'comment' | 'end'

/** What is asked for again before it is done is done once, and an end goes before all. */
function errandList() {
  const waiting = new Set<Errand>(['read'])
  let wake: (() => void) | undefined
  return {
    add: (errand: Errand) => {
      waiting.add(errand)
      wake?.()
    },
    next: async (): Promise<Errand> => {
      while (waiting.size === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const [first = 'end'] = waiting
      const errand = waiting.has('end') ? 'end' : first
      waiting.delete(errand)
      return errand
    },
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const stillHere = bytes(': still here\n\n')

async function* eventsOf(
  endpoint: AnyEndpoint,
  watch: Watch<unknown>,
  errands: ReturnType<typeof errandList>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let sent = ''
  let id = 0
  for (let errand = await errands.next(); errand !== 'end'; errand = await errands.next()) {
    if (errand === 'comment') {
      yield stillHere
      continue
    }
    const data = JSON.stringify(endpoint.response.parse(await watch.read()))
    if (data === sent) continue
    sent = data
    yield bytes(`data: ${data}\nid: ${++id}\n\n`)
  }
  return undefined
}

type Events = ReturnType<typeof eventsOf>

/** Asks for events one by one as they are taken: who does not keep up is sent what is true then, not all that was. */
const bodyOf = (first: Uint8Array | undefined, events: Events, end: OpenStream['end']) =>
  new ReadableStream<Uint8Array>(
    {
      start: (controller) => first && controller.enqueue(first),
      pull: async (controller) => {
        const { value } = await events.next().catch((error) => {
          // Ending is enough: the client comes back, and meets the error as an answer if it lasts.
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
