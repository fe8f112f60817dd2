import type { Services } from '../../platform/context.ts'
import { readDataVersion } from './search/data-version.queries.ts'

export type Stores = Pick<Services, 'db' | 'clickhouse' | 'clock' | 'log'>
type Kept<Value> = {
  version: string
  loading: Promise<Value>
  isDone: boolean
  /** The value, or until it is done that of the version before. */
  last: Value | undefined
}

const failed = 'failed'

const defaultPatienceMs = 800

/** Whoever asks first starts the work; what failed is tried again by the next who asks. */
export function keptByVersion<Value>(work: (stores: Stores) => Promise<Value>) {
  const kept = new WeakMap<Stores['clickhouse'], Kept<Value>>()
  const start = (stores: Stores, version: string): Kept<Value> => {
    const last = kept.get(stores.clickhouse)?.last
    const entry: Kept<Value> = { version, loading: work(stores), isDone: false, last }
    entry.loading.then(
      (value) => {
        entry.last = value
        entry.isDone = true
      },
      (error) => {
        stores.log.warn({ err: error }, 'the property data could not be summed up')
        if (kept.get(stores.clickhouse) === entry) kept.set(stores.clickhouse, { ...entry, version: failed })
      },
    )
    kept.set(stores.clickhouse, entry)
    return entry
  }
  return (stores: Stores, version: string): Readonly<Kept<Value>> => {
    const known = kept.get(stores.clickhouse)
    return known?.version === version ? known : start(stores, version)
  }
}

/** Until the work is done everybody has the last value, or undefined where there was none. */
export function byDataVersion<Value>(
  work: (stores: Stores) => Promise<Value>,
  { patienceMs = defaultPatienceMs } = {},
) {
  const entryOf = keptByVersion(work)
  return async (stores: Stores): Promise<Value | undefined> => {
    const { version } = await readDataVersion(stores.db)
    const entry = entryOf(stores, version)
    if (entry.isDone) return entry.last
    return Promise.race([entry.loading.catch(() => entry.last), lateValue(entry, patienceMs)])
  }
}

async function lateValue<Value>(entry: Kept<Value>, patienceMs: number): Promise<Value | undefined> {
  await new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
  return entry.last
}
