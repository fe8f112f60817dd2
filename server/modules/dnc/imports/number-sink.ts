import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { createBatchLoader } from '../../../platform/files/native/batch-loader.ts'
import { type Columns, column } from '../../../platform/files/native/column-batch.ts'
import { bool, uint32, uint53 } from '../../../platform/files/native/column-types.ts'

// Each block becomes a part that is merged later, so fewer large parts are cheaper.
const rowsPerBlock = 256 * 1024

type NumberChange = { number: number; isAdded: boolean; line: number }

export type NumberSink = {
  take: (number: number, isAdded: boolean, line: number) => void
  store: () => Promise<void>
  taken: () => number
  end: () => Promise<void>
  close: () => Promise<void>
}

export const createNumberSink = (clickhouse: ClickHouse, load: number, kind: 'FULL' | 'CHANGE'): Promise<NumberSink> =>
  kind === 'FULL' ? createFullListSink(clickhouse, load) : createChangeListSink(clickhouse, load)

const createFullListSink = (clickhouse: ClickHouse, load: number) => {
  const columns: Columns<number> = { load: column(uint32, () => load), number: column(uint53, (number) => number) }
  return openSink(clickhouse, 'dnc_numbers', columns, (number) => number)
}

const createChangeListSink = (clickhouse: ClickHouse, load: number) => {
  const columns: Columns<NumberChange> = {
    load: column(uint32, () => load),
    number: column(uint53, ({ number }) => number),
    line: column(uint53, ({ line }) => line),
    is_added: column(bool, ({ isAdded }) => isAdded),
  }
  return openSink(clickhouse, 'dnc_changes', columns, (number, isAdded, line) => ({ number, isAdded, line }))
}

async function openSink<Row>(
  clickhouse: ClickHouse,
  table: string,
  columns: Columns<Row>,
  toRow: (number: number, isAdded: boolean, line: number) => Row,
): Promise<NumberSink> {
  const loader = await createBatchLoader(clickhouse, table, columns, { rowsPerBatch: rowsPerBlock })
  let waiting: Row[] = []
  let taken = 0
  return {
    take: (number, isAdded, line) => {
      taken += 1
      waiting.push(toRow(number, isAdded, line))
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
