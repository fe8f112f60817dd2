import type { CampaignType } from '@dooryard/contract/api/enums'
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

/** Matching leads by what the user has of them, and how many of them have an owner name and a full mailing address. */
export type Matches = { purchase: Purchase; leads: number; mailable: number }

/**
 * Matching leads by what the user has of them and what an order could do with them; `distinct` of them remain with one
 * per owner and per mailing address.
 */
export type LeadOutcome = { purchase: Purchase; outcome: string; leads: number; distinct: number }

/** A statement with a row for each matching lead: `purchase`, `outcome`, and the keys of its owner and mailing address. */
export type OutcomeStatement = { sql: string; parts: MatchingSql }

/** `sampleBits`: only one in `2 ** sampleBits` of the leads that are not purchased, by owner or mailing address. */
export type OutcomeOptions = DistinctOptions & { sampleBits: number }

/** With one per owner, no other lead of an owner of whom one is purchased is sold. */
const otherSql = (parts: MatchingSql, onePerOwner = false) => (onePerOwner ? parts.bindOtherOfOwner() : 'false')

const keyColumns = `${distinctKeysSql.owner} as distinct_owner, ${distinctKeysSql.address} as distinct_address`

/**
 * All leads of a sampled owner or mailbox are in the sample, and all purchased ones, which are few. Two spellings of a
 * mailing address are sampled as two: to compare the words of every address of the country takes seconds.
 */
function sampleSql({ sampleBits, onePerAddress }: OutcomeOptions, anyPurchased: string): string {
  if (sampleBits === 0) return 'true'
  const key = onePerAddress
    ? 'cityHash64(mailing_address, substring(mailing_zip, 1, 5))'
    : `cityHash64(${distinctKeysSql.owner}, 'sample')`
  return `(bitAnd(${key}, ${2 ** sampleBits - 1}) = 0 or ${anyPurchased})`
}

const purchaseSql = (campaignType: CampaignType, { mail, call, any }: ReturnType<MatchingSql['bindPurchased']>) =>
  campaignType === 'MAIL_READY' ? `if(${any}, 'ALL', 'NONE')` : `multiIf(${call}, 'ALL', ${mail}, 'FOR_MAIL', 'NONE')`

/** Counts all matches, in one scan that reads no owners and no addresses. */
export async function countMatches(
  clickhouse: ClickHouse,
  selection: Selection,
  campaignType: CampaignType,
): Promise<Matches[]> {
  const parts = buildMatchingSql(selection)
  const rows = await clickhouse.rows<{ purchase: Purchase; leads: string; mailable: string }>(
    `select ${purchaseSql(campaignType, parts.bindPurchased())} as purchase, count() as leads,
       countIf(is_mailable) as mailable
     from properties where ${parts.matches} group by purchase ${parts.settings}`,
    parts.params,
    parts.options,
  )
  return rows.map(({ purchase, leads, mailable }) => ({ purchase, leads: Number(leads), mailable: Number(mailable) }))
}

/** Outcomes: CLEAN (deliverable) and NO_CONTACT. */
export function buildMailReadyOutcomes(selection: Selection, options: OutcomeOptions): OutcomeStatement {
  const parts = buildMatchingSql(selection)
  const purchased = parts.bindPurchased()
  const sql = `select ${purchaseSql('MAIL_READY', purchased)} as purchase,
     if(is_mailable, 'CLEAN', 'NO_CONTACT') as outcome, ${keyColumns}, ${otherSql(parts, options.onePerOwner)} as is_other
   from properties where ${parts.matches} and ${sampleSql(options, purchased.any)}`
  return { sql, parts }
}

// A lead is callable if one of its owner's numbers is; otherwise it counts under the most severe result among them.
const ownerOutcomeSql = `argMin(result, indexOf(
  ['CLEAN', 'LITIGATOR', 'INTERNAL_DNC', 'NATIONAL_DNC', 'STATE_DNC', 'NOT_SCRUBBED'], result))`

/** Outcomes: scrub results, NO_CONTACT, and NOT_TRACED if the vendor has not been asked yet. */
export function buildCallReadyOutcomes(
  selection: Selection,
  options: OutcomeOptions,
  { plan, withoutPhone }: CallReach,
): OutcomeStatement {
  const parts = buildMatchingSql(selection)
  const purchased = parts.bindPurchased()
  const matches = `${parts.matches} and ${sampleSql(options, purchased.any)}`
  const ownerFilter = `owner_key in (select owner_key from properties where ${matches} and ${isNamedSql})`
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
       select owner_key, ${keyColumns}, ${otherSql(parts, options.onePerOwner)} as is_other, ${isNamedSql} as is_named,
         ${purchaseSql('CALL_READY', purchased)} as purchase
       from properties where ${matches}
     ) as leads
     left any join (
       select owner_key, ${ownerOutcomeSql} as outcome from (
         select phones.owner_key as owner_key, ${scrub.result} as result
         from (select owner_key, ${number} as number ${phones}) as phones ${scrub.join}
       ) group by owner_key
     ) as reach on reach.owner_key = leads.owner_key`
  return { sql, parts }
}

type WantedOutcomes = { outcomes: readonly string[]; included: readonly Purchase[] }

/** Whether a lead has one of the outcomes, among those that an order may take. */
export async function hasOutcome(
  clickhouse: ClickHouse,
  { sql, parts }: OutcomeStatement,
  { outcomes, included }: WantedOutcomes,
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

type OutcomeQuery = DistinctOptions & { included: readonly Purchase[] }

/**
 * Counts the leads of a statement. Of the deliverable ones among the included, `distinct` counts one per owner and one
 * per mailing address: the dearest of each, for an order may take any.
 */
export async function readOutcomes(
  clickhouse: ClickHouse,
  { sql, parts }: OutcomeStatement,
  query: OutcomeQuery,
): Promise<LeadOutcome[]> {
  const rows = await clickhouse.rows<{ purchase: Purchase; outcome: string; leads: string; distinct: string }>(
    `select purchase, outcome, count() as leads, countIf(is_kept) as distinct from (${keepDistinctSql(sql, query)})
     group by purchase, outcome ${parts.settings}`,
    parts.params,
    parts.options,
  )
  return rows.map((row) => ({ ...row, leads: Number(row.leads), distinct: Number(row.distinct) }))
}

/** Adds `is_kept` to the rows of an outcome statement. */
function keepDistinctSql(sql: string, { onePerOwner, onePerAddress, included }: OutcomeQuery): string {
  const deliverable = `select *, outcome = 'CLEAN' and purchase in (${quoteList(included)}) and not is_other as is_kept from (${sql})`
  const keys = [...(onePerOwner ? ['distinct_owner'] : []), ...(onePerAddress ? ['distinct_address'] : [])]
  // Purchases in descending order are NONE, FOR_MAIL, ALL.
  return keys.reduce(
    (rows, key) => `select * replace (is_kept and nth_${key} = 1 as is_kept) from (
      select *, row_number() over (partition by is_kept, ${key} order by purchase desc) as nth_${key} from (${rows}))`,
    deliverable,
  )
}
