import type { Server } from 'node:http'
import { hourMs, minuteMs } from '@dooryard/contract/api/time'
import { createAdaptorServer } from '@hono/node-server'

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']

export type Listening = { server: Server; serve: (fetch: Fetch) => void; close: () => Promise<void> }

const startingBody = {
  message: 'Dooryard is starting. Please try again in a moment.',
  code: 'UNAVAILABLE',
  requestId: '-',
}

/** A file of gigabytes takes time to arrive: 4 GB at 3 Mbit/s. Node's own limit is five minutes. */
const requestTimeoutMs = 3 * hourMs
/** An idle connection is cut off; an open stream sends something every 15 seconds. */
const idleTimeoutMs = 2 * minuteMs
/**
 * The URL of a search carries its criteria, so that it can be reloaded and shared: 100 kB of filters and 10,000 ids,
 * the most that is stored, take about 410 KB in it. Node's own limit is 16 KB.
 */
const maxHeaderSize = 512 * 1024

/** Takes the port at once, and answers 503 until `serve`. Throws one sentence when the port is unavailable. */
export async function listen(port: number, host: string | undefined): Promise<Listening> {
  let handleFetch: Fetch = () => Response.json(startingBody, { status: 503, headers: { 'retry-after': '2' } })
  const options = {
    fetch: ((request, env) => handleFetch(request, env)) satisfies Fetch,
    serverOptions: { maxHeaderSize },
  }
  const server = createAdaptorServer(options) as Server
  server.requestTimeout = requestTimeoutMs
  server.timeout = idleTimeoutMs
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(formatListenError(error, port), { cause: error })),
    )
    server.listen(port, host, resolve)
  })
  return {
    server,
    serve: (fetch) => {
      handleFetch = fetch
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

function formatListenError(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Stop what uses it, or choose another with PORT.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this account. Choose another with PORT.`
  return `Port ${port} cannot be used: ${error.message}.`
}
