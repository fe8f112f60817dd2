import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { excludesPurchased } from '@dooryard/contract/criteria/criteria'

export type ModelRow = { id: string; owner: string; state: string; isMailable: boolean; isCallable: boolean }

export type ModelPrices = { mail: number; call: number }

type Part = 'mail' | 'call'

const purchasedForDays = 365

export const getLeadKey = ({ id, owner }: ModelRow): string => `${id}:${owner}`

/** What a user has purchased of each lead, and how many days ago: as plainly as the rule is written. */
export function createPurchaseModel({ mail: mailPrice, call: callPrice }: ModelPrices) {
  const ages = { mail: new Map<string, number>(), call: new Map<string, number>() }
  const has = (row: ModelRow, part: Part) => (ages[part].get(getLeadKey(row)) ?? Infinity) <= purchasedForDays
  const hasAny = (row: ModelRow) => has(row, 'mail') || has(row, 'call')
  const getPart = (type: CampaignType): Part => (type === 'MAIL_READY' ? 'mail' : 'call')

  /** What the user has of what a type delivers: a file to call has the mailing data too. */
  const hasAll = (row: ModelRow, type: CampaignType) => (type === 'MAIL_READY' ? hasAny(row) : has(row, 'call'))

  const getPrice = (row: ModelRow, type: CampaignType): number => {
    if (hasAll(row, type)) return 0
    if (type === 'MAIL_READY') return mailPrice
    return has(row, 'mail') ? callPrice - mailPrice : callPrice
  }

  const isDeliverable = (row: ModelRow, type: CampaignType) => (type === 'MAIL_READY' ? row.isMailable : row.isCallable)

  const isExcluded = (row: ModelRow, type: CampaignType, { criteria, addPhones }: ModelAudience) =>
    excludesPurchased(criteria) && (hasAll(row, type) || (hasAny(row) && !addPhones))

  const quote = (matching: readonly ModelRow[], type: CampaignType, audience: ModelAudience) => {
    const excluded = matching.filter((row) => isExcluded(row, type, audience))
    const deliverable = matching.filter((row) => !excluded.includes(row) && isDeliverable(row, type))
    return {
      matched: matching.length,
      alreadyDelivered: excluded.length,
      purchased: excluded.filter((row) => hasAll(row, type)).length,
      purchasedForMail: excluded.filter((row) => !hasAll(row, type)).length,
      deliverable: deliverable.length,
      free: deliverable.filter((row) => hasAll(row, type)).length,
      credits: deliverable.reduce((sum, row) => sum + getPrice(row, type), 0),
    }
  }

  const count = (matching: readonly ModelRow[]) => ({
    count: matching.filter((row) => !hasAny(row)).length,
    alreadyDelivered: matching.filter(hasAny).length,
    purchased: {
      total: matching.filter(hasAny).length,
      mail: matching.filter((row) => has(row, 'mail')).length,
      call: matching.filter((row) => has(row, 'call')).length,
      both: matching.filter((row) => has(row, 'mail') && has(row, 'call')).length,
    },
  })

  /** Records a delivery and returns what it costs. */
  const deliver = (rows: readonly ModelRow[], type: CampaignType): number => {
    const price = rows.reduce((sum, row) => sum + getPrice(row, type), 0)
    for (const row of rows.filter((row) => !hasAll(row, type))) ages[getPart(type)].set(getLeadKey(row), 0)
    return price
  }

  const age = (days: number) => {
    for (const part of [ages.mail, ages.call]) for (const [key, before] of part) part.set(key, before + days)
  }

  return { has, hasAny, quote, count, deliver, age }
}

export type ModelAudience = { criteria: Criteria; addPhones: boolean }
