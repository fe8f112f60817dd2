import { open } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { finished } from 'node:stream/promises'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { minuteMs } from '@dooryard/contract/api/time'
import { createSemaphore } from '../util/semaphore.ts'
import type { ClickHouse, Params, ReadOptions } from './client.ts'
import { toStoreError } from './errors.ts'
import { checkParams, quoteIdentifier } from './params.ts'
import { buildReadSettings, busyMessage, commonSettings, getReadSeconds } from './settings.ts'

// Loading a county takes time; reads are bounded by the store itself.
const requestTimeoutMs = 30 * minuteMs

const connections = 20
// Servers keep an idle connection longer: ten seconds by default.
const idleMs = 2_500
// A request on a connection that the server has closed fails within this time.
const defaultStaleMs = 1_000

// Some connections are reserved for writes.
const semaphoreOptions = { size: 16, heavy: 6, waiting: 64 }

export function openRemoteClickHouse(url: string, { staleMs = defaultStaleMs } = {}): ClickHouse {
  const { Agent } = url.startsWith('https:') ? https : http
  const client = createClient({
    url,
    application: 'dooryard',
    request_timeout: requestTimeoutMs,
    // Node ends idle connections. The client's own timer is set twice for a read that was aborted as it began, and the
    // first timer would close the connection while another read uses it.
    keep_alive: { idle_socket_ttl: 0 },
    http_agent: new Agent({ keepAlive: true, maxSockets: connections, timeout: idleMs }),
    clickhouse_settings: commonSettings,
    // The ids excluded from a search can be too many for a URL; they then go into the body.
    use_multipart_params_auto: true,
    // Every failure reaches the caller; the client's own log lines would repeat it, with the query's parameters.
    log: { level: ClickHouseLogLevel.OFF },
  })

  const reading = createSemaphore(semaphoreOptions, busyMessage)

  return {
    rows: async <Row>(sql: string, params: Params = {}, options: ReadOptions = {}) => {
      checkParams(sql, params)
      const asked = performance.now()
      const { signal, isHeavy, isPatient } = options
      const seconds = getReadSeconds(options)
      const ask = () =>
        client.query({
          query: sql,
          query_params: params,
          format: 'JSONEachRow',
          // Closing the connection makes the server stop the query.
          ...(signal && { abort_signal: signal }),
          clickhouse_settings: {
            ...buildReadSettings(options, (performance.now() - asked) / 1000),
            readonly: '2',
            wait_end_of_query: 1,
            cancel_http_readonly_queries_on_client_close: 1,
          },
        })
      const read = async () => {
        const sent = performance.now()
        const result = await ask().catch((error) => {
          // The server may close a connection just as it is reused, which shows at once. A retry is safe, since a read
          // changes nothing. A read that had already been running may be what crashed the server, and is not retried.
          const isStale = (error as { code?: string }).code === 'ECONNRESET' && performance.now() - sent < staleMs
          if (!isStale || signal?.aborted) throw error
          return ask()
        })
        return result.json<Row>()
      }
      return withStoreErrors(() => reading.pass({ signal, isHeavy, isPatient, seconds }, read), signal)
    },
    run: async (sql, params = {}, { signal } = {}) => {
      checkParams(sql, params)
      signal?.throwIfAborted()
      await withStoreErrors(() =>
        client.command({ query: sql, query_params: params, clickhouse_settings: { wait_end_of_query: 1 } }),
      )
    },
    insertFile: async (table, columns, file, format) => {
      const values = (await open(file)).createReadStream()
      const query = `INSERT INTO ${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')}) FORMAT ${format}`
      const insert = async () => {
        const { stream } = await client.exec({ query, values })
        // The connection is free again once the empty answer is read.
        await finished(stream.resume())
      }
      await withStoreErrors(insert).finally(() => values.destroy())
    },
    ping: async () => (await client.ping({ select: true })).success,
    close: () => client.close(),
  }
}

async function withStoreErrors<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    throw toStoreError(error)
  }
}
