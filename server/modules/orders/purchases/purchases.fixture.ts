import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { excludesPurchased } from '@dooryard/contract/criteria/criteria'
import type { DistinctOptions } from '@dooryard/contract/orders/quote/delivery-options'

export type ModelRow = {
  id: string
  /** Empty if unknown. */
  owner: string
  state: string
  /** County and parcel number, as in a file. */
  parcel: string
  mailbox: string
  isMailable: boolean
  /** Known numbers of the owner, and those of them that may be called. */
  phones: readonly string[]
  callable: readonly string[]
}

export type ModelPrices = { mail: number; call: number }

export type ModelAudience = DistinctOptions & { criteria: Criteria; addPhones: boolean }

type Part = 'mail' | 'call'

const purchasedForDays = 365

export const getLeadKey = ({ id, owner }: ModelRow): string => `${id}:${owner}`

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** What a user has purchased of each lead, and how many days ago: as plainly as the rule is written. */
export function createPurchaseModel({ mail: mailPrice, call: callPrice }: ModelPrices) {
  const ages = { mail: new Map<string, number>(), call: new Map<string, number>() }
  // Of a lead of exactly so many days ago, the year is over by the time that anyone asks.
  const isPurchased = (key: string, part: Part) => (ages[part].get(key) ?? Infinity) < purchasedForDays
  const has = (row: ModelRow, part: Part) => isPurchased(getLeadKey(row), part)
  const hasAny = (row: ModelRow) => has(row, 'mail') || has(row, 'call')
  const getPart = (type: CampaignType): Part => (type === 'MAIL_READY' ? 'mail' : 'call')

  /** What the user has of what a type delivers: a file to call has the mailing data too. */
  const hasAll = (row: ModelRow, type: CampaignType) => (type === 'MAIL_READY' ? hasAny(row) : has(row, 'call'))
  const isForMail = (row: ModelRow, type: CampaignType) => hasAny(row) && !hasAll(row, type)

  const getPrice = (row: ModelRow, type: CampaignType): number => {
    if (hasAll(row, type)) return 0
    if (type === 'MAIL_READY') return mailPrice
    return has(row, 'mail') ? callPrice - mailPrice : callPrice
  }

  /** The most that a lead of an order can cost, which is held for each until it is delivered. */
  const getMaxPrice = ({ only }: Criteria, type: CampaignType): number => {
    if (only?.purchased === 'CALL' || only?.purchased === 'BOTH') return 0
    if (only?.purchased) return type === 'MAIL_READY' ? 0 : callPrice - mailPrice
    return type === 'MAIL_READY' ? mailPrice : callPrice
  }

  const isDeliverable = (row: ModelRow, type: CampaignType) =>
    type === 'MAIL_READY' ? row.isMailable : row.callable.length > 0

  const isExcluded = (row: ModelRow, type: CampaignType, { criteria, addPhones }: ModelAudience) =>
    excludesPurchased(criteria) && (hasAll(row, type) || (hasAny(row) && !addPhones))

  const listOwnersOfPurchased = () =>
    new Set([...ages.mail.keys(), ...ages.call.keys()].filter(isPurchasedAtAll).map((key) => key.split(':')[1]))
  const isPurchasedAtAll = (key: string) => isPurchased(key, 'mail') || isPurchased(key, 'call')

  /** The dearest lead of each owner and mailbox; none of an owner of whom another lead is purchased. */
  const selectDistinct = (leads: readonly ModelRow[], type: CampaignType, options: DistinctOptions) => {
    const owners = listOwnersOfPurchased()
    const isOther = (row: ModelRow) => row.owner !== '' && owners.has(row.owner) && !hasAny(row)
    const spared = options.onePerOwner ? leads.filter((row) => !isOther(row)) : leads
    const dearest = spared.toSorted((a, b) => getPrice(b, type) - getPrice(a, type))
    return selectFirstOfEach(dearest, options)
  }

  const quote = (matching: readonly ModelRow[], type: CampaignType, audience: ModelAudience) => {
    const excluded = matching.filter((row) => isExcluded(row, type, audience))
    const included = matching.filter((row) => !excluded.includes(row))
    const whole = included.filter((row) => isDeliverable(row, type))
    const leads = selectDistinct(whole, type, audience)
    const isReachable = (row: ModelRow) => (type === 'MAIL_READY' ? row.isMailable : row.phones.length > 0)
    const phonesToAdd = [...excluded.filter((row) => isDeliverable(row, type)), ...leads]
    return {
      matched: matching.length,
      alreadyDelivered: excluded.length,
      purchased: excluded.filter((row) => hasAll(row, type)).length,
      purchasedForMail: excluded.filter((row) => !hasAll(row, type)).length,
      phonesToAdd: phonesToAdd.filter((row) => isForMail(row, type)).length,
      duplicates: whole.length - leads.length,
      noContact: included.filter((row) => !isReachable(row)).length,
      suppressed: included.filter((row) => isReachable(row) && !isDeliverable(row, type)).length,
      deliverable: leads.length,
      free: leads.filter((row) => hasAll(row, type)).length,
      credits: sum(leads.map((row) => getPrice(row, type))),
    }
  }

  /** How an order's audience was narrowed before its leads were selected. */
  const narrow = (matching: readonly ModelRow[], type: CampaignType, audience: ModelAudience) => {
    const included = matching.filter((row) => !isExcluded(row, type, audience))
    if (type === 'CALL_READY') return { matched: matching.length, fresh: included.length }
    const [mailable, fresh] = [matching, included].map((rows) => rows.filter((row) => row.isMailable).length)
    return { matched: matching.length, mailable, fresh }
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

  /** What an order of one lead is offered at. */
  const listOffers = (row: ModelRow) =>
    (['MAIL_READY', 'CALL_READY'] as const)
      .filter((type) => !hasAll(row, type))
      .map((campaignType) => ({ campaignType, credits: getPrice(row, campaignType) }))

  /** Records a delivery and returns what it costs. */
  const deliver = (rows: readonly ModelRow[], type: CampaignType): number => {
    const price = sum(rows.map((row) => getPrice(row, type)))
    for (const row of rows.filter((row) => !hasAll(row, type))) ages[getPart(type)].set(getLeadKey(row), 0)
    return price
  }

  const age = (days: number) => {
    for (const part of [ages.mail, ages.call]) for (const [key, before] of part) part.set(key, before + days)
  }

  return {
    ...{ has, hasAny, hasAll, isDeliverable, isExcluded, getPrice, getMaxPrice },
    ...{ quote, narrow, count, listOffers, deliver, age },
  }
}

export type PurchaseModel = ReturnType<typeof createPurchaseModel>

/** The first row of each owner and of each mailbox, as the options ask. */
export function selectFirstOfEach(rows: readonly ModelRow[], { onePerOwner, onePerAddress }: DistinctOptions) {
  const ofOwners = onePerOwner ? listFirst(rows, ({ id, owner }) => owner || id) : rows
  return onePerAddress ? listFirst(ofOwners, ({ mailbox }) => mailbox) : ofOwners
}

function listFirst(rows: readonly ModelRow[], getKey: (row: ModelRow) => string): readonly ModelRow[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const isFirst = !seen.has(getKey(row))
    seen.add(getKey(row))
    return isFirst
  })
}

/** Whether a row matches criteria of places and purchases. */
export function isMatch(row: ModelRow, { location, only }: Criteria, { has, hasAny }: PurchaseModel): boolean {
  if (location?.states && !location.states.includes(row.state)) return false
  if (only?.propertyIds && !only.propertyIds.includes(row.id)) return false
  const [mail, call] = [has(row, 'mail'), has(row, 'call')]
  const byPart = { ANY: hasAny(row), MAIL: mail, MAIL_ONLY: mail && !call, CALL: call, BOTH: mail && call }
  return only?.purchased === undefined || byPart[only.purchased]
}
