import type { Params, ReadOptions } from '../../../../platform/clickhouse/client.ts'
import { settings } from '../count.queries.ts'
import { type Bind, createBinder } from './clauses.ts'
import { compileCriteria } from './compile-criteria.ts'
import { anyPurchasedSql, compileOtherOfOwner, compilePurchased, noLeads, type PurchasedSql } from './own-leads.ts'
import { type Selection, toReadOptions } from './selection.ts'

/** A selection as parts for another module's statement over `properties`. */
export type MatchingSql = {
  bind: Bind
  params: Params
  /** Matches, including purchased ones. */
  matches: string
  /** Conditions of purchased leads. All bound values must be used, so these are bound on demand. */
  bindPurchased: () => PurchasedSql & { any: string }
  /** The condition of leads that are not purchased, of owners of whom another lead is. */
  bindOtherOfOwner: () => string
  settings: string
  options: ReadOptions
}

export function buildMatchingSql(selection: Selection): MatchingSql {
  const { bind, params } = createBinder()
  const { criteria, ownLeads = noLeads } = selection
  const withPurchased = { ...criteria, exclude: { ...criteria.exclude, delivered: false } }
  const bindPurchased = () => {
    const purchased = compilePurchased(bind, ownLeads)
    return { ...purchased, any: anyPurchasedSql(purchased) }
  }
  return {
    bind,
    params,
    matches: compileCriteria(bind, withPurchased, selection),
    bindPurchased,
    bindOtherOfOwner: () => compileOtherOfOwner(bind, ownLeads),
    settings,
    options: toReadOptions(selection),
  }
}
