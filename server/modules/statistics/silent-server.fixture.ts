import { createServer } from 'node:http'
import { openRemoteClickHouse } from '../../platform/clickhouse/remote.ts'

/** A property store that accepts queries and never answers; `left` resolves once no client waits for it. */
export async function startSilentStore() {
  const left = Promise.withResolvers<void>()
  const server = createServer((_, response) => void response.on('close', left.resolve))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const clickhouse = openRemoteClickHouse(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  const close = async () => {
    await clickhouse.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { clickhouse, left: left.promise, close }
}
