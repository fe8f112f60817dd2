import type { CampaignType } from '@dooryard/contract/api/enums'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { buildKnownPhoneSql } from '../../contacts/index.ts'
import { buildScrubSql, type ScrubPlan } from '../../dnc/index.ts'
import { buildMatchingSql, isNamedSql, type MatchingSql, type Selection } from '../../properties/index.ts'

/** `paid` are the leads that would be free this time. */
export type QuoteInput = { selection: Selection; paid: readonly string[] }

export type CallReach = {
  plan: ScrubPlan
  /** SQL for contacts recording that the vendor knows no phone for an owner; null without a vendor. */
  withoutPhone: string | null
}

/** NOT_TRACED: the vendor has not been asked yet. */
export type LeadOutcomes = ReadonlyMap<string, { leads: number; free: number }>

export function readMailReadyOutcomes(clickhouse: ClickHouse, quoteInput: QuoteInput): Promise<LeadOutcomes> {
  const parts = buildMatchingSql(quoteInput.selection)
  return readOutcomes(
    clickhouse,
    parts,
    `select multiIf(not ${parts.isFresh}, 'DELIVERED', not is_mailable, 'NO_CONTACT', 'CLEAN') as outcome,
       ${buildIsFreeSql(parts, quoteInput)} as is_free
     from properties where ${parts.matches}`,
  )
}

// A lead is callable if one of its owner's numbers is; otherwise it counts under the most severe result among them.
const ownerOutcomeSql = `argMin(result, indexOf(
  ['CLEAN', 'LITIGATOR', 'INTERNAL_DNC', 'NATIONAL_DNC', 'STATE_DNC', 'NOT_SCRUBBED'], result))`

export function readCallReadyOutcomes(
  clickhouse: ClickHouse,
  quoteInput: QuoteInput,
  { plan, withoutPhone }: CallReach,
): Promise<LeadOutcomes> {
  const parts = buildMatchingSql(quoteInput.selection)
  const ownerFilter = `owner_key in (select owner_key from properties where ${parts.matches} and ${isNamedSql})`
  const phones = `from contacts where ${buildKnownPhoneSql(quoteInput.selection.asOf)} and ${ownerFilter}`
  // A value that is not ten digits is on no list and covered by none.
  const number = 'if(length(value) = 10, toUInt64OrZero(value), 0)'
  const untraced = withoutPhone
    ? `owner_key not in (select owner_key from contacts where ${withoutPhone} and ${ownerFilter})`
    : 'false'
  const scrub = buildScrubSql(plan, { number: 'phones.number', among: `select ${number} ${phones}` })
  return readOutcomes(
    clickhouse,
    parts,
    `select multiIf(not is_fresh, 'DELIVERED', not is_named, 'NO_CONTACT', reach.outcome != '', reach.outcome,
       ${untraced}, 'NOT_TRACED', 'NO_CONTACT') as outcome, is_free
     from (
       select owner_key, ${parts.isFresh} as is_fresh, ${isNamedSql} as is_named, ${buildIsFreeSql(parts, quoteInput)} as is_free
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

async function readOutcomes(clickhouse: ClickHouse, parts: MatchingSql, outcomeSql: string): Promise<LeadOutcomes> {
  const rows = await clickhouse.rows<{ outcome: string; leads: string; free: string }>(
    `select outcome, count() as leads, countIf(is_free) as free from (${outcomeSql}) group by outcome ${parts.settings}`,
    parts.params,
    parts.options,
  )
  return new Map(rows.map(({ outcome, leads, free }) => [outcome, { leads: Number(leads), free: Number(free) }]))
}

/** Whether the lead was paid for with its current owner; with another owner it is a different lead. */
function buildIsFreeSql({ bind }: MatchingSql, { paid }: QuoteInput): string {
  if (paid.length === 0) return 'false'
  const lead = "concat(toString(property_id), ':', if(owner_key = 0, '', toString(owner_key)))"
  return `${lead} in ${bind(paid, 'Array(String)')}`
}

type PaidLeadsQuery = { userId: string; campaignType: CampaignType; freeSince: Date }

/** Leads that a user has paid for since `freeSince`, each as `property:owner`. */
export async function listPaidLeads(db: Db, { userId, campaignType, freeSince }: PaidLeadsQuery): Promise<string[]> {
  const rows = await db
    .selectFrom('leadPurchases')
    .select(['propertyId', 'ownerKey'])
    .where('userId', '=', userId)
    .where('campaignType', '=', campaignType)
    .where('paidAt', '>=', freeSince)
    .execute()
  return rows.map(({ propertyId, ownerKey }) => `${propertyId}:${ownerKey}`)
}
