import type { PurchasedPart } from '@dooryard/contract/api/enums'
import { type Criteria, excludesPurchased } from '@dooryard/contract/criteria/criteria'
import { type Bind, type Clause, idListSql, orClauses } from './clauses.ts'

/** Leads as `property:owner`; the owner is empty if unknown. */
export type LeadKeys = readonly string[]

/** Ids of properties, separated by commas: they are only ever passed on as one text. */
export type PropertyIdText = string

/** The properties of a list or of a suppression list, as of a version of it and, for the latter, of the property data. */
export type ListedIds = { version: string; ids: PropertyIdText }

/**
 * What searches know of a user: leads purchased in the last 365 days by what was purchased, all delivered leads of
 * single orders and campaigns, and the properties of lists and suppression lists. The maps have what the criteria name.
 */
export type OwnLeads = {
  mail: LeadKeys
  call: LeadKeys
  orders: ReadonlyMap<string, LeadKeys>
  campaigns?: ReadonlyMap<string, LeadKeys>
  propertyLists?: ReadonlyMap<string, ListedIds>
  suppressionLists?: ReadonlyMap<string, ListedIds>
}

export const noLeads: OwnLeads = { mail: [], call: [], orders: new Map() }

/** Whether a row was purchased with a Mail Ready and with a Call Ready order, as SQL. */
export type PurchasedSql = { mail: string; call: string }

export const compilePurchased = (bind: Bind, { mail, call }: Pick<OwnLeads, 'mail' | 'call'>): PurchasedSql => ({
  mail: isLeadAmongSql(bind, mail),
  call: isLeadAmongSql(bind, call),
})

export const anyPurchasedSql = ({ mail, call }: PurchasedSql): string =>
  orClauses([mail, call].filter((condition) => condition !== 'false')) ?? 'false'

function purchasedPartSql(bind: Bind, leads: OwnLeads, part: PurchasedPart): string {
  // All bound values must be used.
  const [isMail, isCall] = [() => isLeadAmongSql(bind, leads.mail), () => isLeadAmongSql(bind, leads.call)]
  switch (part) {
    case 'ANY':
      return anyPurchasedSql(compilePurchased(bind, leads))
    case 'MAIL':
      return isMail()
    case 'MAIL_ONLY':
      return `(${isMail()} and not ${isCall()})`
    case 'CALL':
      return isCall()
    case 'BOTH':
      return `(${isMail()} and ${isCall()})`
  }
}

/** The clauses of `only` that depend on the user. Throws if the leads of an order or a list were not read. */
export function compileOnlyOwn(
  bind: Bind,
  { purchased, orderId, listIds }: NonNullable<Criteria['only']>,
  leads: OwnLeads,
) {
  const ordered = orderId === undefined ? undefined : leads.orders.get(orderId)
  // All leads in place of those of an order would be a wrong answer.
  if (orderId !== undefined && !ordered) throw new Error(`the leads of order ${orderId} are missing`)
  return {
    purchased: purchased && purchasedPartSql(bind, leads, purchased),
    orderId: ordered && isLeadAmongSql(bind, ordered),
    listIds: listIds?.length ? `property_id in ${toTextSql(bind, listIds, leads.propertyLists)}` : undefined,
  }
}

type ExcludedOwn = Pick<NonNullable<Criteria['exclude']>, 'suppressionListIds' | 'orderIds' | 'campaignIds'>

/** The clauses of `exclude` that name what the user has. Throws if the leads or properties of one were not read. */
export function compileNotOwn(
  bind: Bind,
  { suppressionListIds, orderIds, campaignIds }: ExcludedOwn,
  leads: OwnLeads,
): Record<keyof ExcludedOwn, Clause> {
  const notAmong = (ids: readonly string[] | undefined, keysById: ReadonlyMap<string, LeadKeys> | undefined) =>
    ids?.length ? `not ${isLeadAmongSql(bind, requireEach(ids, keysById).flat())}` : undefined
  return {
    suppressionListIds: suppressionListIds?.length
      ? `property_id not in ${toTextSql(bind, suppressionListIds, leads.suppressionLists)}`
      : undefined,
    orderIds: notAmong(orderIds, leads.orders),
    campaignIds: notAmong(campaignIds, leads.campaigns),
  }
}

/** Nothing in place of what is named would be a wrong answer. */
function requireEach<Value>(ids: readonly string[], known: ReadonlyMap<string, Value> | undefined): Value[] {
  return [...new Set(ids)].map((id) => {
    const value = known?.get(id)
    if (value === undefined) throw new Error(`the leads of ${id} are missing`)
    return value
  })
}

/** The properties of all lists that are named. */
const toTextSql = (bind: Bind, ids: readonly string[], lists: ReadonlyMap<string, ListedIds> | undefined): string =>
  idListSql(
    bind,
    requireEach(ids, lists).flatMap((list) => (list.ids === '' ? [] : list.ids)),
  )

/** Which purchased leads are excluded: `CALL` leaves those that lack phones in. */
export type ExcludedPart = Extract<PurchasedPart, 'ANY' | 'CALL'>

/** The condition of leads that are not excluded as purchased; undefined if none are. */
export function compileNotPurchased(
  bind: Bind,
  criteria: Pick<Criteria, 'exclude' | 'only'>,
  {
    ownLeads = noLeads,
    excludedPart = 'ANY',
  }: { ownLeads?: OwnLeads | undefined; excludedPart?: ExcludedPart | undefined },
): Clause {
  if (!excludesPurchased(criteria)) return undefined
  const excluded = purchasedPartSql(bind, ownLeads, excludedPart)
  return excluded === 'false' ? undefined : `not ${excluded}`
}

/** A lead that is not purchased, of an owner of whom another one is; always false for unknown owners. */
export function compileOtherOfOwner(bind: Bind, { mail, call }: OwnLeads): string {
  const owners = new Set([...mail, ...call].map((key) => key.slice(key.indexOf(':') + 1)))
  owners.delete('')
  if (owners.size === 0) return 'false'
  const isPurchased = anyPurchasedSql(compilePurchased(bind, { mail, call }))
  return `(owner_key in ${idListSql(bind, [...owners])} and not ${isPurchased})`
}

/**
 * A subquery over one text, which becomes a hash set: as a constant list, 100,000 leads take minutes to parse. A lead
 * whose property has another owner by now is another lead.
 */
function isLeadAmongSql(bind: Bind, keys: LeadKeys): string {
  if (keys.length === 0) return 'false'
  const parts = `splitByChar(':', arrayJoin(splitByChar(',', ${bind(keys.join(','), 'String')})))`
  return `(property_id, owner_key) in (select toUInt64(parts[1]), toUInt64OrZero(parts[2]) from (select ${parts} as parts))`
}
