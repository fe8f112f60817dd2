import type { CampaignType } from '@dooryard/contract/vocabularies'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isKnownPhone } from '../contacts/index.ts'
import { type ScrubPlan, scrubSql } from '../dnc/index.ts'
import { isNamed, type MatchingSql, matchingSql, type Selection } from '../properties/index.ts'

/** `paid` are the leads that would be free once more. */
export type Quoted = { selection: Selection; paid: readonly string[] }

export type Reach = {
  plan: ScrubPlan
  /** The contacts that say of owners that the vendor knows no phone; null where there is no vendor to be asked. */
  withoutPhone: string | null
}

/** NOT_TRACED: a vendor has yet to be asked. */
export type Outcomes = ReadonlyMap<string, { leads: number; free: number }>

export function splitToMail(clickhouse: ClickHouse, quoted: Quoted): Promise<Outcomes> {
  const parts = matchingSql(quoted.selection)
  return readOutcomes(
    clickhouse,
    parts,
    `select multiIf(not ${parts.isFresh}, 'DELIVERED', not is_mailable, 'NO_CONTACT', 'CLEAN') as outcome,
       ${isFree(parts, quoted)} as is_free
     from properties where ${parts.matches}`,
  )
}

// A lead can be called if one number of its owner can; otherwise it counts under the gravest that is said of them.
const ofOwner = `argMin(result, indexOf(
  ['CLEAN', 'LITIGATOR', 'INTERNAL_DNC', 'NATIONAL_DNC', 'STATE_DNC', 'NOT_SCRUBBED'], result))`

export function splitToCall(clickhouse: ClickHouse, quoted: Quoted, { plan, withoutPhone }: Reach): Promise<Outcomes> {
  const parts = matchingSql(quoted.selection)
  const ofOwners = `owner_key in (select owner_key from properties where ${parts.matches} and ${isNamed})`
  const phones = `from contacts where ${isKnownPhone(quoted.selection.asOf)} and ${ofOwners}`
  // What is no number of ten digits is on no list, and covered by none.
  const number = 'if(length(value) = 10, toUInt64OrZero(value), 0)'
  const untraced = withoutPhone
    ? `owner_key not in (select owner_key from contacts where ${withoutPhone} and ${ofOwners})`
    : 'false'
  const scrub = scrubSql(plan, { number: 'phones.number', among: `select ${number} ${phones}` })
  return readOutcomes(
    clickhouse,
    parts,
    `select multiIf(not is_fresh, 'DELIVERED', not is_named, 'NO_CONTACT', reach.outcome != '', reach.outcome,
       ${untraced}, 'NOT_TRACED', 'NO_CONTACT') as outcome, is_free
     from (
       select owner_key, ${parts.isFresh} as is_fresh, ${isNamed} as is_named, ${isFree(parts, quoted)} as is_free
       from properties where ${parts.matches}
     ) as leads
     left any join (
       select owner_key, ${ofOwner} as outcome from (
         select phones.owner_key as owner_key, ${scrub.result} as result
         from (select owner_key, ${number} as number ${phones}) as phones ${scrub.join}
       ) group by owner_key
     ) as reach on reach.owner_key = leads.owner_key`,
  )
}

async function readOutcomes(clickhouse: ClickHouse, parts: MatchingSql, each: string): Promise<Outcomes> {
  const rows = await clickhouse.rows<{ outcome: string; leads: string; free: string }>(
    `select outcome, count() as leads, countIf(is_free) as free from (${each}) group by outcome ${parts.settings}`,
    parts.params,
    parts.options,
  )
  return new Map(rows.map(({ outcome, leads, free }) => [outcome, { leads: Number(leads), free: Number(free) }]))
}

/** Paid for with its owner as it is now: at another owner it is another lead. */
function isFree({ bind }: MatchingSql, { paid }: Quoted): string {
  if (paid.length === 0) return 'false'
  const lead = "concat(toString(property_id), ':', if(owner_key = 0, '', toString(owner_key)))"
  return `${lead} in ${bind(paid, 'Array(String)')}`
}

type Payer = { userId: string; campaignType: CampaignType; freeSince: Date }

/** The leads that a user paid for since then, each as `property:owner`. */
export async function paidLeads(db: Db, { userId, campaignType, freeSince }: Payer): Promise<string[]> {
  const rows = await db
    .selectFrom('leadPurchases')
    .select(['propertyId', 'ownerKey'])
    .where('userId', '=', userId)
    .where('campaignType', '=', campaignType)
    .where('paidAt', '>=', freeSince)
    .execute()
  return rows.map(({ propertyId, ownerKey }) => `${propertyId}:${ownerKey}`)
}
