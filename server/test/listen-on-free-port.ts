import { minuteMs } from '@dooryard/contract/api/time'
import type { App } from '../platform/http/handlers.ts'
import { listen } from '../platform/http/listen.ts'

export async function listenOnFreePort({ fetch }: Pick<App, 'fetch'>) {
  const { server, serve, close } = await listen(0, '127.0.0.1')
  // A process that paused would close a connection that its own client considers open.
  server.keepAliveTimeout = 10 * minuteMs
  serve(fetch)
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      return close()
    },
  }
}
