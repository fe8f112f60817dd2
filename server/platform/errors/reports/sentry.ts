import type { Event } from '@sentry/core'
import type { Occurrence } from './describe-error.ts'
import type { ErrorSink } from './error-reports.ts'
import { isOwnFrame } from './parse-stack.ts'

const flushMs = 2_000

/**
 * Sends errors to Sentry, or to a server with its interface. The library is loaded only here and collects nothing by
 * itself: an event holds what `Occurrence` does.
 */
export async function createSentrySink(dsn: string, release: string): Promise<ErrorSink> {
  const [{ createTransport }, { ServerRuntimeClient }] = await Promise.all([
    import('@sentry/core'),
    import('@sentry/core/server'),
  ])
  const client = new ServerRuntimeClient({
    ...{ dsn, release, platform: 'node', integrations: [], stackParser: () => [] },
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        // An `ArrayBufferLike` of the library's types is never a shared one.
        const init = { method: 'POST', headers: options.headers ?? {}, body: body as string | Uint8Array<ArrayBuffer> }
        const { status, headers, body: answer } = await fetch(options.url, init)
        await answer?.cancel()
        return {
          statusCode: status,
          headers: {
            'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
            'retry-after': headers.get('retry-after'),
          },
        }
      }),
  })
  client.init()
  return {
    keep: async (occurrence) => void client.captureEvent(toSentryEvent(occurrence)),
    close: async () => void (await client.close(flushMs)),
  }
}

/** Sentry finds the event by the tag `error_id`: its own ids have another form. */
export function toSentryEvent(occurrence: Occurrence): Event {
  const { id, layer, name, message, frames, place, release, occurredAt, requestId, userId, browser } = occurrence
  return {
    level: 'error',
    timestamp: occurredAt.getTime() / 1_000,
    platform: layer === 'BROWSER' ? 'javascript' : 'node',
    release,
    ...(place && { transaction: place }),
    ...(userId && { user: { id: userId } }),
    tags: { error_id: id, layer: layer.toLowerCase(), ...(requestId && { request_id: requestId }) },
    ...(browser && { request: { headers: { 'User-Agent': browser } } }),
    exception: {
      values: [
        {
          type: name,
          value: message,
          // Sentry's order is the outermost call first.
          stacktrace: {
            frames: frames.toReversed().map((frame) => ({
              filename: frame.file,
              ...(frame.name && { function: frame.name }),
              ...{ lineno: frame.line, colno: frame.column, in_app: isOwnFrame(frame) },
            })),
          },
        },
      ],
    },
    breadcrumbs: occurrence.breadcrumbs.map(({ at, kind, text }) => ({
      ...{ timestamp: Date.parse(at) / 1_000, category: kind.toLowerCase(), message: text },
    })),
  }
}
