import type { ReadLimits, ReadOptions } from './client.ts'

/** Enough for any search that somebody waits for. */
export const defaultLimits: ReadLimits = { seconds: 10, memoryBytes: 1.5 * 1024 ** 3, resultRows: 10_000 }

export const busy = 'Too many searches are running. Please try again in a moment.'

/** The same answers whatever the profile of a cluster or the zone of a machine says. */
export const commonSettings = {
  output_format_json_quote_64bit_integers: 1,
  session_timezone: 'UTC',
  // A user may leave out the hundred thousand properties of an order, whose ids are a parameter of 2 MB.
  max_query_size: `${64 * 1024 ** 2}`,
} as const

/** Loads a file step by step: gathered whole, as the store likes it, one of 16 MB took 100 MB more. */
export const loadSettings = 'max_threads = 1, min_insert_block_size_rows = 8192, min_insert_block_size_bytes = 0'

/** What keeps one read within its limits, less the time it has waited, and out of the way of lighter ones. */
export const readSettings = ({ isHeavy = false, isPatient = false, ...limits }: ReadOptions, waitedSeconds: number) => {
  const { seconds, memoryBytes, resultRows } = { ...defaultLimits, ...limits }
  return {
    // Nothing would mean no limit.
    max_execution_time: Math.max(seconds - waitedSeconds, 0.001),
    max_memory_usage: `${Math.floor(memoryBytes)}`,
    max_result_rows: `${resultRows}`,
    // A heavy read pauses while light ones run, for so short a time that it still gets done under steady load; where the
    // system allows it, it also leaves them the processor. See docs/benchmarks.md.
    priority: isHeavy ? (isPatient ? '3' : '2') : '1',
    low_priority_query_wait_time_ms: 20,
    os_thread_priority: isHeavy ? '10' : '0',
  }
}
