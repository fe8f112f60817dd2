import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { appError } from '../../errors/app-error.ts'
import { toReadError } from '../../errors/client-closed.ts'

const defaultMaxBytes = 1024 * 1024

/** Reads the body before anything is refused: the server cuts a connection whose body was left unread. */
export function bodyTimeout({ body, maxBodyBytes }: AnyEndpoint, ms: number): MiddlewareHandler {
  const size = maxBodyBytes === undefined ? '1 MB' : `${maxBodyBytes / 1_000} kB`
  const limit = bodyLimit({
    maxSize: maxBodyBytes ?? defaultMaxBytes,
    onError: (request) => throwTooLarge(request, size),
  })
  return async (request, next) => {
    const read = async () => {
      if (body) await request.req.text()
    }
    await withBodyTimeout(
      request,
      ms,
      limit(request, read).catch((error) => throwReadError(error, request)),
    )
    await next()
  }
}

/** Limits the time for the body to arrive, not the time of the work. Throws VALIDATION when it takes too long. */
export async function withBodyTimeout<T>(request: HonoContext, ms: number, reading: Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timedOut = sleep(ms, undefined, { signal: controller.signal, ref: false }).then(() => {
    request.header('Connection', 'close')
    throw appError('VALIDATION', 'The request took too long to arrive.')
  })
  return Promise.race([reading, timedOut]).finally(() => controller.abort())
}

function throwReadError(error: unknown, request: HonoContext): never {
  throw toReadError(error, request.req.raw.signal)
}

function throwTooLarge(request: HonoContext, size: string): never {
  // The rest of the body is never read, so the connection cannot be reused.
  request.header('Connection', 'close')
  throw appError('PAYLOAD_TOO_LARGE', `The request is larger than ${size}.`)
}
