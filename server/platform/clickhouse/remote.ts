import { open } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { finished } from 'node:stream/promises'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { minuteMs } from '@dooryard/contract/time'
import { turnstile } from '../turnstile.ts'
import type { ClickHouse, Params, ReadOptions } from './client.ts'
import { storeError } from './errors.ts'
import { checkParams, identifier } from './params.ts'
import { busy, commonSettings, defaultLimits, readSettings } from './settings.ts'

// Loading a county takes its time; reads are bounded by the store itself.
const requestTimeoutMs = 30 * minuteMs

const connections = 20
// Servers keep an idle connection for longer, by themselves for ten seconds.
const idleMs = 2_500
// A connection that the server had closed fails within this.
const defaultStaleMs = 1_000

// Some connections are left for those that write.
const lanes = { size: 16, heavy: 6, waiting: 64 }

export function openRemoteClickHouse(url: string, { staleMs = defaultStaleMs } = {}): ClickHouse {
  const { Agent } = url.startsWith('https:') ? https : http
  const client = createClient({
    url,
    application: 'dooryard',
    request_timeout: requestTimeoutMs,
    // Idle connections are ended by Node. The client's own timer is set twice for one that a read was given up on as it
    // began, and the first of the two would end it though another read is at work on it by then.
    keep_alive: { idle_socket_ttl: 0 },
    http_agent: new Agent({ keepAlive: true, maxSockets: connections, timeout: idleMs }),
    clickhouse_settings: commonSettings,
    // Ids left out of a search can be many; those that fit no URL go into the body.
    use_multipart_params_auto: true,
    // Every failure reaches the caller; the client's own lines would repeat it, with the query's parameters.
    log: { level: ClickHouseLogLevel.OFF },
  })

  const reading = turnstile(lanes, busy)

  return {
    rows: async <Row>(sql: string, params: Params = {}, options: ReadOptions = {}) => {
      checkParams(sql, params)
      const asked = performance.now()
      const { signal, isHeavy, isPatient, seconds = defaultLimits.seconds } = options
      const ask = () =>
        client.query({
          query: sql,
          query_params: params,
          format: 'JSONEachRow',
          // The connection is closed, on which the server stops the query.
          ...(signal && { abort_signal: signal }),
          clickhouse_settings: {
            ...readSettings(options, (performance.now() - asked) / 1000),
            readonly: '2',
            wait_end_of_query: 1,
            cancel_http_readonly_queries_on_client_close: 1,
          },
        })
      const read = async () => {
        const sent = performance.now()
        const result = await ask().catch((error) => {
          // The server may close a connection just as it is used again, which shows at once. Once more does no harm: a read
          // changes nothing. One that was at work by then may be what the server fell over.
          const isStale = (error as { code?: string }).code === 'ECONNRESET' && performance.now() - sent < staleMs
          if (!isStale || signal?.aborted) throw error
          return ask()
        })
        return result.json<Row>()
      }
      return translated(() => reading.pass({ signal, isHeavy, isPatient, seconds }, read), signal)
    },
    run: async (sql, params = {}, { signal } = {}) => {
      checkParams(sql, params)
      signal?.throwIfAborted()
      await translated(() =>
        client.command({ query: sql, query_params: params, clickhouse_settings: { wait_end_of_query: 1 } }),
      )
    },
    insertFile: async (table, columns, file, format) => {
      const values = (await open(file)).createReadStream()
      const query = `INSERT INTO ${identifier(table)} (${columns.map(identifier).join(', ')}) FORMAT ${format}`
      const insert = async () => {
        const { stream } = await client.exec({ query, values })
        // The connection is free again once the empty answer is read.
        await finished(stream.resume())
      }
      await translated(insert).finally(() => values.destroy())
    },
    ping: async () => (await client.ping({ select: true })).success,
    close: () => client.close(),
  }
}

async function translated<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    throw storeError(error)
  }
}
