import type { Server } from 'node:http'
import { hourMs, minuteMs } from '@dooryard/contract/time'
import { createAdaptorServer } from '@hono/node-server'

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']

export type Listening = { server: Server; serve: (fetch: Fetch) => void; close: () => Promise<void> }

const starting = { message: 'Dooryard is starting. Please try again in a moment.', code: 'UNAVAILABLE', requestId: '-' }

/** A file of gigabytes takes its time to arrive: 4 GB at 3 Mbit/s. Node's own limit is five minutes. */
const requestMs = 3 * hourMs
/** A connection on which nothing moves any more is cut off; an open stream says something every 15 seconds. */
const silenceMs = 2 * minuteMs
/**
 * The address of a search carries its criteria, so that it can be reloaded and shared: 100 kB of filters and 10,000 ids, the
 * most that is stored, are some 410 KB in it. Node's own limit is 16 KB.
 */
const maxHeaderSize = 512 * 1024

/** Takes the port at once, and answers 503 until `serve`. Throws one sentence when the port cannot be had. */
export async function listen(port: number, host: string | undefined): Promise<Listening> {
  let answer: Fetch = () => Response.json(starting, { status: 503, headers: { 'retry-after': '2' } })
  const options = { fetch: ((request, env) => answer(request, env)) satisfies Fetch, serverOptions: { maxHeaderSize } }
  const server = createAdaptorServer(options) as Server
  server.requestTimeout = requestMs
  server.timeout = silenceMs
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new Error(refusal(error, port), { cause: error })))
    server.listen(port, host, resolve)
  })
  return {
    server,
    serve: (fetch) => {
      answer = fetch
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

function refusal(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Stop what uses it, or choose another with PORT.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this account. Choose another with PORT.`
  return `Port ${port} cannot be used: ${error.message}.`
}
