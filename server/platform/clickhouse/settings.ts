import type { ReadLimits } from './client.ts'

/** Enough for any search that somebody waits for. */
export const defaultLimits: ReadLimits = { seconds: 10, memoryBytes: 1.5 * 1024 ** 3, resultRows: 10_000 }

/** The same answers whatever the profile of a cluster or the zone of a machine says. */
export const commonSettings = {
  output_format_json_quote_64bit_integers: 1,
  session_timezone: 'UTC',
  // A user may leave out the hundred thousand properties of an order, whose ids are a parameter of 2 MB.
  max_query_size: `${64 * 1024 ** 2}`,
} as const

/** What keeps one read within its limits. */
export const limitSettings = (limits: Partial<ReadLimits> = {}) => {
  const { seconds, memoryBytes, resultRows } = { ...defaultLimits, ...limits }
  return {
    max_execution_time: seconds,
    max_memory_usage: `${Math.floor(memoryBytes)}`,
    max_result_rows: `${resultRows}`,
  }
}
