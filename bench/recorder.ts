import type { ClickHouse, Params, ReadOptions } from '../server/platform/clickhouse/client.ts'

export type Read = {
  sql: string
  params: Params
  options: ReadOptions
  begun: number
  ended: number
  done: Promise<unknown>
}

/** A store that keeps what is read through it: the very same reads can be made again without the API around them. */
export function recorder(store: ClickHouse) {
  let reads: Read[] = []

  const rows = <Row>(sql: string, params: Params = {}, { signal, ...options }: ReadOptions = {}): Promise<Row[]> => {
    const begun = performance.now()
    const done = store.rows<Row>(sql, params, { signal, ...options })
    const read: Read = { sql, params, options, begun, ended: Number.POSITIVE_INFINITY, done }
    reads.push(read)
    return done.finally(() => {
      read.ended = performance.now()
    })
  }

  return {
    store: { ...store, rows } satisfies ClickHouse,
    /** Forgets what was read before. */
    begin: () => {
      reads = []
    },
    /** Gives the reads that the answer waited for; waits for those that it left behind, so that they disturb none. */
    end: async (): Promise<Read[]> => {
      const left = reads.filter(({ ended }) => ended === Number.POSITIVE_INFINITY)
      await Promise.allSettled(left.map(({ done }) => done))
      return reads.filter((read) => !left.includes(read))
    },
    /** Makes reads again, those together that were made together. */
    again: async (made: readonly Read[]) => {
      for (const together of inWaves(made))
        await Promise.all(together.map(({ sql, params, options }) => store.rows(sql, params, options)))
    },
  }
}

/** A read that began when all before it had ended waited for them. */
function inWaves(reads: readonly Read[]): Read[][] {
  const waves: Read[][] = []
  for (const read of reads) {
    const last = waves.at(-1)
    if (last?.some(({ ended }) => ended > read.begun)) last.push(read)
    else waves.push([read])
  }
  return waves
}
