import { createServer } from 'node:http'

// A process of its own that stands for many endpoints, each on a port of its own: one in `hangsOneIn` never answers. Says
// the ports, then, when asked, which events came and when.

const [endpoints = 0, hangsOneIn = 1] = process.argv.slice(2).map(Number)

let arrived: [eventId: string, at: number][] = []

const listening = Array.from({ length: endpoints }, (_, at) => {
  const hangs = at % hangsOneIn === 0
  const server = createServer((request, response) => {
    if (hangs) return
    const at = Date.now()
    request.resume().on('end', () => {
      arrived.push([`${request.headers['webhook-id']}`, at])
      response.writeHead(204).end()
    })
  })
  // A connection that is closed at the moment it is used again would count as a failure.
  server.keepAliveTimeout = 600_000
  return new Promise<{ port: number; hangs: boolean }>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ port: typeof address === 'object' ? (address?.port ?? 0) : 0, hangs })
    }),
  )
})

process.on('message', () => {
  process.send?.({ arrived })
  arrived = []
})
process.on('disconnect', () => process.exit())
process.send?.({ endpoints: await Promise.all(listening) })
