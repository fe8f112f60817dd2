import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { buildKnownPhoneSql } from '../../contacts/index.ts'
import { buildScrubSql, type ScrubPlan } from '../../dnc/index.ts'
import { buildMatchingSql, isNamedSql, type MatchingSql, type Selection } from '../../properties/index.ts'

export type CallReach = {
  plan: ScrubPlan
  /** SQL for contacts recording that the vendor knows no phone for an owner; null without a vendor. */
  withoutPhone: string | null
}

/** What a user has of a lead. FOR_MAIL: the mailing data but not the phones that the order is about. */
type Purchase = 'NONE' | 'FOR_MAIL' | 'ALL'

/** Matching leads by what the user has of them and what an order could do with them. */
export type LeadOutcome = { purchase: Purchase; outcome: string; leads: number }

/** Outcomes: CLEAN (deliverable) and NO_CONTACT. */
export function readMailReadyOutcomes(clickhouse: ClickHouse, selection: Selection): Promise<LeadOutcome[]> {
  const parts = buildMatchingSql(selection)
  return readOutcomes(
    clickhouse,
    parts,
    `select if(${parts.bindPurchased().any}, 'ALL', 'NONE') as purchase, if(is_mailable, 'CLEAN', 'NO_CONTACT') as outcome
     from properties where ${parts.matches}`,
  )
}

// A lead is callable if one of its owner's numbers is; otherwise it counts under the most severe result among them.
const ownerOutcomeSql = `argMin(result, indexOf(
  ['CLEAN', 'LITIGATOR', 'INTERNAL_DNC', 'NATIONAL_DNC', 'STATE_DNC', 'NOT_SCRUBBED'], result))`

/** Outcomes: scrub results, NO_CONTACT, and NOT_TRACED if the vendor has not been asked yet. */
export function readCallReadyOutcomes(
  clickhouse: ClickHouse,
  selection: Selection,
  { plan, withoutPhone }: CallReach,
): Promise<LeadOutcome[]> {
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
  return readOutcomes(
    clickhouse,
    parts,
    `select purchase, multiIf(not is_named, 'NO_CONTACT', reach.outcome != '', reach.outcome,
       ${untraced}, 'NOT_TRACED', 'NO_CONTACT') as outcome
     from (
       select owner_key, ${isNamedSql} as is_named, multiIf(${call}, 'ALL', ${mail}, 'FOR_MAIL', 'NONE') as purchase
       from properties where ${parts.matches}
     ) as leads
     left any join (
       select owner_key, ${ownerOutcomeSql} as outcome from (
         select phones.owner_key as owner_key, ${scrub.result} as result
         from (select owner_key, ${number} as number ${phones}) as phones ${scrub.join}
       ) group by owner_key
     ) as reach on reach.owner_key = leads.owner_key`,
  )
}

async function readOutcomes(clickhouse: ClickHouse, parts: MatchingSql, outcomeSql: string): Promise<LeadOutcome[]> {
  const rows = await clickhouse.rows<{ purchase: Purchase; outcome: string; leads: string }>(
    `select purchase, outcome, count() as leads from (${outcomeSql}) group by purchase, outcome ${parts.settings}`,
    parts.params,
    parts.options,
  )
  return rows.map((row) => ({ ...row, leads: Number(row.leads) }))
}
