import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import type { Context as HonoContext } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Hub } from '../live/hub.ts'
import type { Log } from '../log.ts'
import type { Watch } from './handlers.ts'

const commentEveryMs = 15_000
/** Sign-out and deactivation end an open stream within this time. */
const checkEveryMs = 5_000

type Permission = { until: Date | undefined; stillAllowed: () => Promise<boolean>; log: Log }

const open = new Set<() => void>()

/** Ends every open stream: a server that closes waits for its connections, and a stream never ends by itself. */
export const endStreams = () => {
  for (const end of open) end()
}

/**
 * Answers with server-sent events: the state now, and again whenever it has changed. Ends with the token that opened
 * it, so the client comes back with a fresh one.
 */
export async function streamEvents(
  request: HonoContext,
  endpoint: AnyEndpoint,
  watch: Watch<unknown>,
  hub: Hub,
  permission: Permission,
): Promise<Response> {
  const first = await watch.read()
  request.header('X-Accel-Buffering', 'no')
  return streamSSE(request, async (stream) => {
    const signal = bell()
    const stop = hub.subscribe(watch.topics, signal.ring)
    let over = false
    const end = () => {
      over = true
      signal.ring()
    }
    open.add(end)
    stream.onAbort(end)
    let sent = ''
    let id = 0
    const send = async (state: unknown) => {
      const data = JSON.stringify(endpoint.response.parse(state))
      if (data === sent) return
      sent = data
      await stream.writeSSE({ data, id: String(++id) })
    }
    try {
      await send(first)
      let commentAt = Date.now() + commentEveryMs
      let checkAt = Date.now() + checkEveryMs
      // What changed between the first read and the subscription is caught by reading once more.
      signal.ring()
      while (!over && Date.now() < (permission.until?.getTime() ?? Number.POSITIVE_INFINITY)) {
        const rang = await signal.wait(Math.max(0, Math.min(commentAt, checkAt) - Date.now()))
        if (over) break
        if (rang) await send(await watch.read())
        if (Date.now() >= checkAt) {
          if (!(await permission.stillAllowed())) break
          checkAt = Date.now() + checkEveryMs
        }
        if (Date.now() >= commentAt) {
          await stream.write(': still here\n\n')
          commentAt = Date.now() + commentEveryMs
        }
      }
    } catch (error) {
      // Ending is enough: the client comes back, and meets the error as an answer if it lasts.
      permission.log.warn({ err: error, requestId: request.get('requestId') }, 'a stream ended by an error')
    } finally {
      stop()
      open.delete(end)
    }
  })
}

/** Rings that come while nobody waits are kept as one. */
function bell() {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring: () => {
      rung = true
      wake?.()
    },
    /** Waits for a ring, at most `ms`; says whether there was one. */
    wait: async (ms: number) => {
      if (!rung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      wake = undefined
      const rang = rung
      rung = false
      return rang
    },
  }
}
