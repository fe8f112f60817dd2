import type { ClickHouse, Params, ReadOptions } from '../../server/platform/clickhouse/client.ts'

export type RecordedRead = {
  sql: string
  params: Params
  options: ReadOptions
  startedAt: number
  endedAt: number
  done: Promise<unknown>
}

/** A store that records the reads made through it, so that they can be repeated without the API. */
export function createRecorder(store: ClickHouse) {
  let reads: RecordedRead[] = []

  const rows = <Row>(sql: string, params: Params = {}, { signal, ...options }: ReadOptions = {}): Promise<Row[]> => {
    const startedAt = performance.now()
    const done = store.rows<Row>(sql, params, { signal, ...options })
    const read: RecordedRead = { sql, params, options, startedAt, endedAt: Number.POSITIVE_INFINITY, done }
    reads.push(read)
    return done.finally(() => {
      read.endedAt = performance.now()
    })
  }

  return {
    store: { ...store, rows } satisfies ClickHouse,
    /** Clears the recorded reads. */
    begin: () => {
      reads = []
    },
    /**
     * Returns the reads that the answer waited for; awaits those that it abandoned, so that they disturb no later one.
     */
    end: async (): Promise<RecordedRead[]> => {
      const unfinished = reads.filter(({ endedAt }) => endedAt === Number.POSITIVE_INFINITY)
      await Promise.allSettled(unfinished.map(({ done }) => done))
      return reads.filter((read) => !unfinished.includes(read))
    },
    /** Repeats reads; those that ran concurrently run concurrently again. */
    again: async (made: readonly RecordedRead[]) => {
      for (const wave of groupConcurrentReads(made))
        await Promise.all(wave.map(({ sql, params, options }) => store.rows(sql, params, options)))
    },
  }
}

/** Groups reads into waves: a read that started after all earlier ones had ended was waiting for them. */
function groupConcurrentReads(reads: readonly RecordedRead[]): RecordedRead[][] {
  const waves: RecordedRead[][] = []
  for (const read of reads) {
    const last = waves.at(-1)
    if (last?.some(({ endedAt }) => endedAt > read.startedAt)) last.push(read)
    else waves.push([read])
  }
  return waves
}
