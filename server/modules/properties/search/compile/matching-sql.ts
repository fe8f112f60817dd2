import type { Params, ReadOptions } from '../../../../platform/clickhouse/client.ts'
import { settings } from '../count.queries.ts'
import { type Bind, createBinder } from './clauses.ts'
import { compileCriteria, notDelivered } from './compile-criteria.ts'
import { type Selection, toReadOptions } from './selection.ts'

/** A selection as parts for another module's statement over `properties`. */
export type MatchingSql = {
  bind: Bind
  params: Params
  matches: string
  /** The condition for matches that were not delivered; always true when the criteria include delivered properties. */
  isFresh: string
  settings: string
  options: ReadOptions
}

export function buildMatchingSql({ excludeIds = [], ...selection }: Selection): MatchingSql {
  const { bind, params } = createBinder()
  return {
    bind,
    params,
    matches: compileCriteria(bind, selection.criteria, selection),
    isFresh: notDelivered(bind, selection.criteria, excludeIds) ?? 'true',
    settings,
    options: toReadOptions(selection),
  }
}
