import type { DistinctOptions } from '@dooryard/contract/orders/quote/delivery-options'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { buildKnownPhoneSql } from '../../contacts/index.ts'
import { buildScrubSql, type ScrubPlan } from '../../dnc/index.ts'
import {
  buildMatchingSql,
  distinctKeysSql,
  isNamedSql,
  type MatchingSql,
  type Selection,
} from '../../properties/index.ts'

export type CallReach = {
  plan: ScrubPlan
  /** SQL for contacts recording that the vendor knows no phone for an owner; null without a vendor. */
  withoutPhone: string | null
}

/** What a user has of a lead. FOR_MAIL: the mailing data but not the phones that the order is about. */
export const purchases = ['NONE', 'FOR_MAIL', 'ALL'] as const
export type Purchase = (typeof purchases)[number]

/** Matching leads by what the user has of them and what an order could do with them. */
export type LeadOutcome = { purchase: Purchase; outcome: string; leads: number }

/** A statement with a row for each matching lead: `purchase`, `outcome`, and the keys of its owner and mailing address. */
export type OutcomeStatement = { sql: string; parts: MatchingSql }

/** With one per owner, no other lead of an owner of whom one is purchased is sold. */
const otherSql = (parts: MatchingSql, onePerOwner = false) => (onePerOwner ? parts.bindOtherOfOwner() : 'false')

const keyColumns = `${distinctKeysSql.owner} as distinct_owner, ${distinctKeysSql.address} as distinct_address`

/** Outcomes: CLEAN (deliverable) and NO_CONTACT. */
export function buildMailReadyOutcomes(selection: Selection, { onePerOwner }: DistinctOptions): OutcomeStatement {
  const parts = buildMatchingSql(selection)
  const sql = `select if(${parts.bindPurchased().any}, 'ALL', 'NONE') as purchase,
     if(is_mailable, 'CLEAN', 'NO_CONTACT') as outcome, ${keyColumns}, ${otherSql(parts, onePerOwner)} as is_other
   from properties where ${parts.matches}`
  return { sql, parts }
}

// A lead is callable if one of its owner's numbers is; otherwise it counts under the most severe result among them.
const ownerOutcomeSql = `argMin(result, indexOf(
  ['CLEAN', 'LITIGATOR', 'INTERNAL_DNC', 'NATIONAL_DNC', 'STATE_DNC', 'NOT_SCRUBBED'], result))`

/** Outcomes: scrub results, NO_CONTACT, and NOT_TRACED if the vendor has not been asked yet. */
export function buildCallReadyOutcomes(
  selection: Selection,
  { onePerOwner }: DistinctOptions,
  { plan, withoutPhone }: CallReach,
): OutcomeStatement {
  const parts = buildMatchingSql(selection)
  const { mail, call } = parts.bindPurchased()
  const ownerFilter = `owner_key in (select owner_key from properties where ${parts.matches} and ${isNamedSql})`
  const phones = `from contacts where ${buildKnownPhoneSql(selection.asOf)} and ${ownerFilter}`
  // A value that is not ten digits is on no list and covered by none.
  const number = 'if(length(value) = 10, toUInt64OrZero(value), 0)'
  const untraced = withoutPhone
    ? `owner_key not in (select owner_key from contacts where ${withoutPhone} and ${ownerFilter})`
    : 'false'
  const scrub = buildScrubSql(plan, { number: 'phones.number', among: `select ${number} ${phones}` })
  const sql = `select purchase, distinct_owner, distinct_address, is_other, multiIf(not is_named, 'NO_CONTACT', reach.outcome != '', reach.outcome,
       ${untraced}, 'NOT_TRACED', 'NO_CONTACT') as outcome
     from (
       select owner_key, ${keyColumns}, ${otherSql(parts, onePerOwner)} as is_other, ${isNamedSql} as is_named, multiIf(${call}, 'ALL', ${mail}, 'FOR_MAIL', 'NONE') as purchase
       from properties where ${parts.matches}
     ) as leads
     left any join (
       select owner_key, ${ownerOutcomeSql} as outcome from (
         select phones.owner_key as owner_key, ${scrub.result} as result
         from (select owner_key, ${number} as number ${phones}) as phones ${scrub.join}
       ) group by owner_key
     ) as reach on reach.owner_key = leads.owner_key`
  return { sql, parts }
}

export async function readOutcomes(clickhouse: ClickHouse, { sql, parts }: OutcomeStatement): Promise<LeadOutcome[]> {
  const rows = await clickhouse.rows<{ purchase: Purchase; outcome: string; leads: string }>(
    `select purchase, outcome, count() as leads from (${sql}) group by purchase, outcome ${parts.settings}`,
    parts.params,
    parts.options,
  )
  return rows.map((row) => ({ ...row, leads: Number(row.leads) }))
}

type OutcomeQuery = { outcomes: readonly string[]; included: readonly Purchase[] }

/** Whether a lead has one of the outcomes, among those that an order may take. */
export async function hasOutcome(
  clickhouse: ClickHouse,
  { sql, parts }: OutcomeStatement,
  { outcomes, included }: OutcomeQuery,
): Promise<boolean> {
  const rows = await clickhouse.rows(
    `select 1 as one from (${sql}) where outcome in (${quoteList(outcomes)}) and purchase in (${quoteList(included)})
       and not is_other limit 1 ${parts.settings}`,
    parts.params,
    parts.options,
  )
  return rows.length > 0
}

/** Of names in this file's statements, so nothing needs escaping. */
const quoteList = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

type DistinctQuery = DistinctOptions & { included: readonly Purchase[] }

/**
 * Deliverable leads among the included ones, one per owner and one per mailing address: the dearest of each, for an
 * order may take any.
 */
export async function readDistinctLeads(
  clickhouse: ClickHouse,
  { sql, parts }: OutcomeStatement,
  { onePerOwner, onePerAddress, included }: DistinctQuery,
): Promise<Map<Purchase, number>> {
  const deliverable = `select * from (${sql}) where outcome = 'CLEAN' and purchase in (${quoteList(included)}) and not is_other`
  // NONE, FOR_MAIL, ALL.
  const dearest = included.length > 1 ? 'order by purchase desc' : ''
  const perOwner = onePerOwner ? `${deliverable} ${dearest} limit 1 by distinct_owner` : deliverable
  const distinct = onePerAddress ? `select * from (${perOwner}) ${dearest} limit 1 by distinct_address` : perOwner
  const rows = await clickhouse.rows<{ purchase: Purchase; leads: string }>(
    `select purchase, count() as leads from (${distinct}) group by purchase ${parts.settings}`,
    parts.params,
    parts.options,
  )
  return new Map(rows.map(({ purchase, leads }) => [purchase, Number(leads)]))
}
