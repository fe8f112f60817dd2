import type { Services } from '../../../platform/context.ts'
import { readDataVersion } from './data-version.queries.ts'

export type PropertyStoreDeps = Pick<Services, 'db' | 'clickhouse' | 'clock' | 'log'>
type CacheEntry<Value> = {
  version: string
  loading: Promise<Value>
  isDone: boolean
  /** The value; while it loads, the value of the previous version. */
  last: Value | undefined
}

const failed = 'failed'

const defaultMaxWaitMs = 800

/** The first call for a version starts the work; after a failure the next call retries it. */
export function createVersionCache<Value>(work: (deps: PropertyStoreDeps) => Promise<Value>) {
  const entries = new WeakMap<PropertyStoreDeps['clickhouse'], CacheEntry<Value>>()
  const start = (deps: PropertyStoreDeps, version: string): CacheEntry<Value> => {
    const last = entries.get(deps.clickhouse)?.last
    const entry: CacheEntry<Value> = { version, loading: work(deps), isDone: false, last }
    entry.loading.then(
      (value) => {
        entry.last = value
        entry.isDone = true
      },
      (error) => {
        deps.log.warn({ err: error }, 'the property data could not be summed up')
        if (entries.get(deps.clickhouse) === entry) entries.set(deps.clickhouse, { ...entry, version: failed })
      },
    )
    entries.set(deps.clickhouse, entry)
    return entry
  }
  return (deps: PropertyStoreDeps, version: string): Readonly<CacheEntry<Value>> => {
    const current = entries.get(deps.clickhouse)
    return current?.version === version ? current : start(deps, version)
  }
}

/** Returns the last value, or undefined when there is none, while the work takes longer than `maxWaitMs`. */
export function cacheByDataVersion<Value>(
  work: (deps: PropertyStoreDeps) => Promise<Value>,
  { patienceMs: maxWaitMs = defaultMaxWaitMs } = {},
) {
  const getEntry = createVersionCache(work)
  return async (deps: PropertyStoreDeps): Promise<Value | undefined> => {
    const { version } = await readDataVersion(deps.db)
    const entry = getEntry(deps, version)
    if (entry.isDone) return entry.last
    return Promise.race([entry.loading.catch(() => entry.last), waitForLastValue(entry, maxWaitMs)])
  }
}

async function waitForLastValue<Value>(entry: CacheEntry<Value>, maxWaitMs: number): Promise<Value | undefined> {
  await new Promise((resolve) => setTimeout(resolve, maxWaitMs).unref())
  return entry.last
}
