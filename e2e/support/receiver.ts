import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect } from 'vitest'

export type ReceivedRequest = { headers: Record<string, string>; body: string }

const flattenHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** A customer's server, which keeps received requests and answers with a configurable status. */
export async function startReceiver() {
  const received: ReceivedRequest[] = []
  const answer = { status: 204 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      received.push({ headers: flattenHeaders(request.headers), body })
      response.writeHead(answer.status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/inbound`,
    host: `127.0.0.1:${address.port}`,
    answer,
    received,
    /** The last request, once this many have arrived. */
    last: async (count: number): Promise<ReceivedRequest> => {
      await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
      return received.at(-1) as ReceivedRequest // polled for above
    },
    close: () => server.close(),
  }
}
