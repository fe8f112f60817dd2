import { open } from 'node:fs/promises'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { ClickHouse, Params, ReadLimits } from './client.ts'
import { storeError } from './errors.ts'
import { checkParams } from './params.ts'
import { commonSettings, limitSettings } from './settings.ts'

// Loading a county takes its time; reads are bounded by the store itself.
const requestTimeoutMs = 30 * 60_000

/** Opens the property store of a ClickHouse server or cluster over HTTP. */
export function openRemoteClickHouse(url: string): ClickHouse {
  const client = createClient({
    url,
    application: 'dooryard',
    request_timeout: requestTimeoutMs,
    max_open_connections: 20,
    clickhouse_settings: commonSettings,
    // Ids left out of a search can be many; those that fit no URL go into the body.
    use_multipart_params_auto: true,
    // Every failure reaches the caller; the client's own lines would repeat it, with the query's parameters.
    log: { level: ClickHouseLogLevel.OFF },
  })

  return {
    rows: async <Row>(sql: string, params: Params = {}, limits: Partial<ReadLimits> = {}) => {
      checkParams(sql, params)
      const clickhouse_settings = { ...limitSettings(limits), readonly: '2', wait_end_of_query: 1 } as const
      return translated(async () => {
        const result = await client.query({
          query: sql,
          query_params: params,
          format: 'JSONEachRow',
          clickhouse_settings,
        })
        return result.json<Row>()
      })
    },
    run: async (sql, params = {}) => {
      checkParams(sql, params)
      await translated(() =>
        client.command({ query: sql, query_params: params, clickhouse_settings: { wait_end_of_query: 1 } }),
      )
    },
    insertFile: async (table, columns, file, format) => {
      const [first, ...others] = columns
      if (first === undefined) throw new Error(`No columns to load into ${table}.`)
      const values = (await open(file)).createReadStream()
      await translated(() => client.insert({ table, columns: [first, ...others], values, format })).finally(() =>
        values.destroy(),
      )
    },
    ping: async () => (await client.ping({ select: true })).success,
    close: () => client.close(),
  }
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw storeError(error)
  }
}
