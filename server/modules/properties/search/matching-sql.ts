import type { Params, ReadOptions } from '../../../platform/clickhouse/client.ts'
import { type Bind, binder } from './clauses.ts'
import { conditionOf, notDelivered } from './compile-criteria.ts'
import { settings } from './count.queries.ts'
import { readOptions, type Selection } from './selection.ts'

/** A selection as parts of another module's statement over `properties`. */
export type MatchingSql = {
  bind: Bind
  params: Params
  matches: string
  /** Of what matches, what was not delivered; everything where the criteria ask for that. */
  isFresh: string
  settings: string
  options: ReadOptions
}

export function matchingSql({ excludeIds = [], ...selection }: Selection): MatchingSql {
  const { bind, params } = binder()
  return {
    bind,
    params,
    matches: conditionOf(bind, selection.criteria, selection),
    isFresh: notDelivered(bind, selection.criteria, excludeIds) ?? 'true',
    settings,
    options: readOptions(selection),
  }
}
