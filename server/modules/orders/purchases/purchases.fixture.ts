import type { CampaignType, PurchasedPart } from '@dooryard/contract/api/enums'
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
  /** The mailing address, and that of the property in the same spelling: `12 OAK ST UNIT 4@37201`. */
  mailbox: string
  home: string
  isMailable: boolean
  /** Known numbers of the owner, and those of them that may be called. */
  phones: readonly string[]
  callable: readonly string[]
}

export type ModelPrices = { mail: number; call: number }

export type ModelAudience = DistinctOptions & { criteria: Criteria; addPhones: boolean }

type Part = 'mail' | 'call'

type OrderIds = { id: string; campaignId?: string | undefined }

/** What a user has that criteria can exclude, by id: lead keys of orders and campaigns, and lists and searches. */
const createNamed = () => ({
  orders: new Map<string, Set<string>>(),
  campaigns: new Map<string, Set<string>>(),
  lists: new Map<string, { propertyIds: ReadonlySet<string>; addresses: ReadonlySet<string> }>(),
  searches: new Map<string, Criteria>(),
})

const purchasedForDays = 365

export const getLeadKey = ({ id, owner }: ModelRow): string => `${id}:${owner}`

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** What a user has purchased of each lead, and how many days ago: as plainly as the rule is written. */
export function createPurchaseModel({ mail: mailPrice, call: callPrice }: ModelPrices) {
  const ages = { mail: new Map<string, number>(), call: new Map<string, number>() }
  const named = createNamed()
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

  const isPurchasedAtAll = (key: string) => isPurchased(key, 'mail') || isPurchased(key, 'call')
  const listPurchased = () => [...ages.mail.keys(), ...ages.call.keys()].filter(isPurchasedAtAll)

  /** The dearest lead of each owner and mailbox; none of an owner of whom another lead is purchased. */
  const selectDistinct = (leads: readonly ModelRow[], type: CampaignType, options: DistinctOptions) => {
    const owners = new Set(listPurchased().map((key) => key.split(':')[1]))
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

  /** An order has no leads until it is delivered. */
  const place = ({ id, campaignId }: OrderIds) => {
    named.orders.set(id, new Set())
    if (campaignId && !named.campaigns.has(campaignId)) named.campaigns.set(campaignId, new Set())
  }

  /** Records a delivery and returns what it costs. */
  const deliver = (rows: readonly ModelRow[], type: CampaignType, { id, campaignId }: OrderIds): number => {
    const price = sum(rows.map((row) => getPrice(row, type)))
    const keys = rows.map(getLeadKey)
    named.orders.set(id, new Set(keys))
    for (const key of keys) named.campaigns.get(campaignId ?? '')?.add(key)
    for (const row of rows.filter((row) => !hasAll(row, type))) ages[getPart(type)].set(getLeadKey(row), 0)
    return price
  }

  const age = (days: number) => {
    for (const part of [ages.mail, ages.call]) for (const [key, before] of part) part.set(key, before + days)
  }

  return {
    ...{ has, hasAny, hasAll, isDeliverable, isExcluded, getPrice, getMaxPrice },
    ...{ quote, narrow, count, listOffers, listPurchased, place, deliver, age, named },
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

type ModelClause = { key: string; isMet: (row: ModelRow) => boolean }

/** Whether a row matches criteria; purchased leads that they exclude are told apart only afterwards. */
export const isMatch = (row: ModelRow, criteria: Criteria, model: PurchaseModel): boolean =>
  listMatchClauses(criteria, model).every(({ isMet }) => isMet(row))

/** Each filter of criteria, in the order of a filter breakdown. */
export const listClauses = (criteria: Criteria, model: PurchaseModel): ModelClause[] => [
  ...listMatchClauses(criteria, model),
  ...(excludesPurchased(criteria) && model.listPurchased().length > 0
    ? [{ key: 'exclude.delivered', isMet: (row: ModelRow) => !model.hasAny(row) }]
    : []),
]

function listMatchClauses({ location, only, exclude }: Criteria, model: PurchaseModel): ModelClause[] {
  const { states } = location ?? {}
  const { propertyIds, purchased } = only ?? {}
  return [
    ...(states ? [{ key: 'location', isMet: ({ state }: ModelRow) => states.includes(state) }] : []),
    ...(propertyIds ? [{ key: 'only.propertyIds', isMet: ({ id }: ModelRow) => propertyIds.includes(id) }] : []),
    ...(purchased ? [{ key: 'only.purchased', isMet: (row: ModelRow) => hasPart(row, purchased, model) }] : []),
    ...listExclusions(exclude ?? {}, model),
  ]
}

function hasPart(row: ModelRow, part: PurchasedPart, { has }: PurchaseModel): boolean {
  const [mail, call] = [has(row, 'mail'), has(row, 'call')]
  return { ANY: mail || call, MAIL: mail, MAIL_ONLY: mail && !call, CALL: call, BOTH: mail && call }[part]
}

/** A lead of an order or a campaign is that of its owner; a list has properties under any owner. */
function listExclusions(exclude: NonNullable<Criteria['exclude']>, model: PurchaseModel): ModelClause[] {
  const { orders, campaigns, lists, searches } = model.named
  const isListed = ({ id, home, mailbox }: ModelRow, listId: string) => {
    const list = lists.get(listId)
    return list?.propertyIds.has(id) || list?.addresses.has(home) || list?.addresses.has(mailbox) || false
  }
  const isExcludedBy = {
    savedSearchIds: (row: ModelRow, id: string) => isMatch(row, searches.get(id) ?? {}, model),
    suppressionListIds: isListed,
    orderIds: (row: ModelRow, id: string) => orders.get(id)?.has(getLeadKey(row)),
    campaignIds: (row: ModelRow, id: string) => campaigns.get(id)?.has(getLeadKey(row)),
  }
  return (Object.keys(isExcludedBy) as (keyof typeof isExcludedBy)[]).flatMap((key) => {
    const ids = exclude[key] ?? []
    const isMet = (row: ModelRow) => !ids.some((id) => isExcludedBy[key](row, id))
    return ids.length > 0 ? [{ key: `exclude.${key}`, isMet }] : []
  })
}
