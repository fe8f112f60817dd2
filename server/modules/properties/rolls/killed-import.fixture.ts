import type { Services } from '../../../platform/context.ts'
import { date } from '../mapping/dates.ts'
import { salePrice, text } from '../mapping/readers.ts'
import { csv, roll } from '../mapping/roll.ts'
import { importRoll } from './import-roll.ts'
import { openServices, type Place } from './own-process.fixture.ts'

// A program of its own, so that it can be killed: imports rolls one after the other and prints what is stored.

/**
 * What to import; `killBefore` is the number of the statement, of those that begin like this, which is never run, or runs
 * for so long.
 */
export type Step = {
  source: 'assessed' | 'deeds'
  path: string
  killBefore?: { statement: string; number: number; underWayMs?: number }
}
export type Task = Place & { steps: Step[] }
export type State = Record<'properties' | 'transfers' | 'sales' | 'places' | 'addresses' | 'tables', unknown[]>
export type Outcome = { before: State; statuses: string[]; after: State }

const common = { countyFips: '47037', format: csv(), key: text('parcel') }
const sources = {
  assessed: roll({
    ...common,
    source: 'assessed-tn',
    name: 'Assessments',
    columns: { situsAddress: text('address'), lastSaleDate: date('sold'), lastSalePrice: salePrice('price') },
  }),
  deeds: roll({
    ...common,
    source: 'deeds-tn',
    name: 'Deeds',
    sale: { recordedOn: date('sold'), price: salePrice('price') },
  }),
}

async function main({ steps, ...place }: Task): Promise<Outcome> {
  const { services, close } = await openServices(place)
  const { clickhouse } = services
  const before = await stateOf(clickhouse)
  const statuses: string[] = []
  for (const { source, path, killBefore } of steps) {
    let left = killBefore?.number ?? 0
    const run: Services['clickhouse']['run'] = (sql, params) => {
      if (killBefore && sql.startsWith(killBefore.statement)) left -= 1
      if (!killBefore || left > 0) return clickhouse.run(sql, params)
      if (killBefore.underWayMs === undefined) process.kill(process.pid, 'SIGKILL')
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), killBefore.underWayMs)
      return clickhouse.run(sql, params)
    }
    const options = { source: sources[source], path }
    statuses.push((await importRoll({ ...services, clickhouse: { ...clickhouse, run } }, options)).status)
    if (killBefore) process.kill(process.pid, 'SIGKILL')
  }
  const after = await stateOf(clickhouse)
  await close()
  return { before, statuses, after }
}

const stateOf = async (clickhouse: Services['clickhouse']): Promise<State> => ({
  properties: await clickhouse.rows('select * from properties order by property_id, source'),
  transfers: await clickhouse.rows('select * from transfers order by all'),
  sales: await clickhouse.rows('select * from sales order by all'),
  places: await clickhouse.rows('select * from place_counts order by all'),
  addresses: await clickhouse.rows('select * from addresses order by all'),
  tables: await clickhouse.rows("show tables where name like '%intake%' or name like '%sta%'"),
})

// Given by the test that starts this program.
const task = JSON.parse(process.argv[2] ?? '') as Task
process.stdout.write(JSON.stringify(await main(task)))
