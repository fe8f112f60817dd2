import { blockLoader } from '../../platform/blocks/block-loader.ts'
import { bool, type Columns, column, uint32, uint53 } from '../../platform/blocks/native.ts'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'

// A part of the store each, to be merged later: of few large ones less.
const rowsPerBlock = 256 * 1024

type Change = { number: number; isAdded: boolean; line: number }

export type Sink = {
  take: (number: number, isAdded: boolean, line: number) => void
  store: () => Promise<void>
  taken: () => number
  end: () => Promise<void>
  close: () => Promise<void>
}

export const sinkOf = (clickhouse: ClickHouse, load: number, kind: 'FULL' | 'CHANGE'): Promise<Sink> =>
  kind === 'FULL' ? numberSink(clickhouse, load) : changeSink(clickhouse, load)

const numberSink = (clickhouse: ClickHouse, load: number) => {
  const columns: Columns<number> = { load: column(uint32, () => load), number: column(uint53, (number) => number) }
  return sink(clickhouse, 'dnc_numbers', columns, (number) => number)
}

const changeSink = (clickhouse: ClickHouse, load: number) => {
  const columns: Columns<Change> = {
    load: column(uint32, () => load),
    number: column(uint53, ({ number }) => number),
    line: column(uint53, ({ line }) => line),
    is_added: column(bool, ({ isAdded }) => isAdded),
  }
  return sink(clickhouse, 'dnc_changes', columns, (number, isAdded, line) => ({ number, isAdded, line }))
}

async function sink<Row>(
  clickhouse: ClickHouse,
  table: string,
  columns: Columns<Row>,
  rowOf: (number: number, isAdded: boolean, line: number) => Row,
): Promise<Sink> {
  const loader = await blockLoader(clickhouse, table, columns, { rowsPerBlock })
  let waiting: Row[] = []
  let taken = 0
  return {
    take: (number, isAdded, line) => {
      taken += 1
      waiting.push(rowOf(number, isAdded, line))
    },
    store: async () => {
      const rows = waiting
      waiting = []
      for (const row of rows) {
        const full = loader.add(row)
        if (full) await full
      }
    },
    taken: () => taken,
    end: loader.end,
    close: loader.close,
  }
}
