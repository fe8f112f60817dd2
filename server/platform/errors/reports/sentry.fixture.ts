import { createServer } from 'node:http'
import type { Event } from '@sentry/core'

/** A server with Sentry's interface that collects the events sent to it, and the address to send them to. */
export async function createSentryServer() {
  const events: Event[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.end('{}')
    if (request.method !== 'POST') return
    texts.push(text)
    // An envelope is lines of JSON: its header, then a header and a body for each item.
    const [, ...items] = text.trim().split('\n')
    for (let at = 0; at + 1 < items.length; at += 2)
      if (JSON.parse(items[at] ?? '').type === 'event') events.push(JSON.parse(items[at + 1] ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { dsn: `http://public@127.0.0.1:${port}/1`, events, texts, close }
}
