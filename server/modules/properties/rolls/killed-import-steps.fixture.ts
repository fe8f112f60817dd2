import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../../platform/context.ts'
import { makeSource } from '../sources/source.fixture.ts'

// A roll of parcels and two files of sales; the later file replaces the first and is stopped at some statement.

export const sources = {
  assessed: makeSource({
    key: 'parcel',
    source: 'assessed-tn',
    name: 'Assessments',
    property: { situsAddress: 'address', lastSaleDate: 'sold', lastSalePrice: 'price' },
  }),
  deeds: makeSource({
    key: 'parcel',
    source: 'deeds-tn',
    name: 'Deeds',
    sale: { recordedOn: 'sold', price: 'price' },
  }),
}

const files = {
  assessed: [
    'parcel,address,sold,price',
    '1,1 EXAMPLE ORCHARD LN,2019-05-14,210000',
    '2,2 EXAMPLE ORCHARD LN,2020-06-01,300000',
  ],
  deeds: ['parcel,sold,price', '1,2025-01-02,250000'],
  later: ['parcel,sold,price', '2,2026-03-04,350000', '9,2026-05-06,400000'],
}

/** Writes the files into a folder and returns their paths. */
export async function writeFiles(folder: string): Promise<Record<keyof typeof files, string>> {
  await mkdir(folder, { recursive: true })
  const write = async (name: keyof typeof files) => {
    const path = join(folder, `${name}.csv`)
    await writeFile(path, files[name].join('\n'))
    return path
  }
  return { assessed: await write('assessed'), deeds: await write('deeds'), later: await write('later') }
}

/** The nth statement with this prefix, which the import never reaches. */
export type KillPoint = { statement: string; number: number }

/** ClickHouse exchanges the pairs of one statement one after the other: a kill can come between two. */
function splitExchange(sql: string): string[] {
  const [, pairs] = /^exchange tables (.+)$/.exec(sql) ?? []
  return pairs ? pairs.split(', ').map((pair) => `exchange tables ${pair}`) : [sql]
}

/** The same store, but `stop` is called in place of that statement. */
export function stopAtStatement(clickhouse: Services['clickhouse'], moment: KillPoint, stop: () => Promise<void>) {
  let left = moment.number
  const run: Services['clickhouse']['run'] = async (sql, params) => {
    for (const statement of splitExchange(sql)) {
      if (statement.startsWith(moment.statement)) left -= 1
      if (left <= 0) await stop()
      await clickhouse.run(statement, params)
    }
  }
  return { ...clickhouse, run }
}

export type StoreState = Record<'properties' | 'transfers' | 'sales' | 'places' | 'addresses' | 'tables', unknown[]>

export const readStoreState = async (clickhouse: Services['clickhouse']): Promise<StoreState> => ({
  properties: await clickhouse.rows('select * from properties order by property_id, source'),
  transfers: await clickhouse.rows('select * from transfers order by all'),
  sales: await clickhouse.rows('select * from sales order by all'),
  places: await clickhouse.rows('select * from place_counts order by all'),
  addresses: await clickhouse.rows('select * from addresses order by all'),
  tables: await clickhouse.rows("show tables where name like '%intake%' or name like '%sta%'"),
})
