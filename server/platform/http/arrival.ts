import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { errorOfReading } from '../client-gone.ts'
import { appError } from '../errors.ts'

const maxBodyBytes = 1024 * 1024

/** Read before anything is refused: the server cuts a connection on which a body was left unread. */
export function jsonArrives({ body }: AnyEndpoint, ms: number): MiddlewareHandler {
  const limit = bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge })
  return async (request, next) => {
    const read = async () => {
      if (body) await request.req.text()
    }
    await arrives(
      request,
      ms,
      limit(request, read).catch((error) => brokenOff(error, request)),
    )
    await next()
  }
}

/** Limits the arrival alone; the work may take as long as it takes. */
export async function arrives<T>(request: HonoContext, ms: number, reading: Promise<T>): Promise<T> {
  const arrived = new AbortController()
  const tooLate = sleep(ms, undefined, { signal: arrived.signal, ref: false }).then(() => {
    request.header('Connection', 'close')
    throw appError('VALIDATION', 'The request took too long to arrive.')
  })
  return Promise.race([reading, tooLate]).finally(() => arrived.abort())
}

function brokenOff(error: unknown, request: HonoContext): never {
  throw errorOfReading(error, request.req.raw.signal)
}

function tooLarge(request: HonoContext): never {
  // What is left of the body is never read, so nothing can follow it on this connection.
  request.header('Connection', 'close')
  throw appError('PAYLOAD_TOO_LARGE', 'The request is larger than 1 MB.')
}
