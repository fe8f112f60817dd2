import type { ReadLimits, ReadOptions } from './client.ts'

/** Enough for any interactive search. */
export const defaultLimits: ReadLimits = { seconds: 10, memoryBytes: 1.5 * 1024 ** 3, resultRows: 10_000 }

/**
 * Seconds of a heavy read: at niceness 10, it gets about a tenth of the processor time of other processes. Less than a
 * process waits for its reads when it stops.
 */
const heavySeconds = 25

/** The seconds that a read may take, with its wait for a connection. */
export const getReadSeconds = ({ seconds, isHeavy = false }: ReadOptions): number =>
  seconds ?? (isHeavy ? heavySeconds : defaultLimits.seconds)

export const busyMessage = 'Too many searches are running. Please try again in a moment.'

/** Gives the same answers whatever the profile of a cluster or the time zone of a machine. */
export const commonSettings = {
  output_format_json_quote_64bit_integers: 1,
  session_timezone: 'UTC',
  // A user may exclude the hundred thousand properties of an order, whose ids are a parameter of 2 MB.
  max_query_size: `${64 * 1024 ** 2}`,
} as const

/** Loads a file step by step: loaded whole, as the store does by default, a file of 16 MB took 100 MB more memory. */
export const loadSettings = 'max_threads = 1, min_insert_block_size_rows = 8192, min_insert_block_size_bytes = 0'

/** Settings that keep one read within its limits, less the time it has waited, and give precedence to lighter reads. */
export const buildReadSettings = (options: ReadOptions, waitedSeconds: number) => {
  const { isHeavy = false, isPatient = false, ...limits } = options
  const { memoryBytes, resultRows } = { ...defaultLimits, ...limits }
  return {
    // Zero would mean no limit.
    max_execution_time: Math.max(getReadSeconds(options) - waitedSeconds, 0.001),
    max_memory_usage: `${Math.floor(memoryBytes)}`,
    max_result_rows: `${resultRows}`,
    // A heavy read pauses while light ones run, briefly enough to finish under steady load. Where the system allows
    // it, it also yields the processor to them. See docs/benchmarks.md.
    priority: isHeavy ? (isPatient ? '3' : '2') : '1',
    low_priority_query_wait_time_ms: 20,
    os_thread_priority: isHeavy ? '10' : '0',
  }
}
