import { createServer } from 'node:http'

// A separate process that serves many endpoints, each on its own port: one in `hangsOneIn` never answers. Sends the
// ports, then, on request, the events that arrived and when.

const [endpoints = 0, hangsOneIn = 1] = process.argv.slice(2).map(Number)

let arrivals: [eventId: string, at: number][] = []

const listening = Array.from({ length: endpoints }, (_, at) => {
  const hangs = at % hangsOneIn === 0
  const server = createServer((request, response) => {
    if (hangs) return
    const at = Date.now()
    request.resume().on('end', () => {
      arrivals.push([`${request.headers['webhook-id']}`, at])
      response.writeHead(204).end()
    })
  })
  // A connection that is closed just as it is reused would count as a failure.
  server.keepAliveTimeout = 600_000
  return new Promise<{ port: number; hangs: boolean }>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ port: typeof address === 'object' ? (address?.port ?? 0) : 0, hangs })
    }),
  )
})

process.on('message', () => {
  process.send?.({ arrived: arrivals })
  arrivals = []
})
process.on('disconnect', () => process.exit())
process.send?.({ endpoints: await Promise.all(listening) })
