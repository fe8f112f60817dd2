import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']

export type Listening = { server: Server; serve: (fetch: Fetch) => void; close: () => Promise<void> }

const starting = { message: 'Dooryard is starting. Please try again in a moment.', code: 'UNAVAILABLE', requestId: '-' }

/**
 * Takes the port, so that a taken one is known before anything else is touched, and answers 503 until `serve` says who
 * answers. Refuses with one sentence when the port cannot be had.
 */
export async function listen(port: number, host: string | undefined): Promise<Listening> {
  let answer: Fetch = () => Response.json(starting, { status: 503, headers: { 'retry-after': '2' } })
  const server = createAdaptorServer({ fetch: (request, env) => answer(request, env) }) as Server
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
