import type { Buyer } from '@dooryard/contract/properties/buyers'
import type { Property, PropertyRow } from '@dooryard/contract/properties/properties'
import type { Context } from '../../../../platform/context.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { findOwnersWithPhone } from '../phones.queries.ts'
import type { PropertyRecord } from '../present-property.ts'
import { maskBuyer, maskProperty, maskRow } from './mask-owner.ts'
import type { OwnerLookup, StoredLead } from './owner-lookup.ts'
import { listRevealed } from './owner-reveals.queries.ts'
import { toPublicOwnerKey } from './public-owner-key.ts'

/** A property with its owner, whose key is null where no roll gives a name and an address. */
export type OwnedProperty = Pick<Property, 'propertyId' | 'ownerKey'>

export type OwnerAccess = {
  /** Everyone sees all owners. */
  areOpen: boolean
  revealsPerDay: number
  /** Distinct owner names that a user may search for. */
  nameSearchesPerDay: number
  /** The leads among these that were ever delivered to the user: passed in, because orders are on a higher floor. */
  listPurchased: (db: Db, userId: string, keys: OwnerLookup) => Promise<StoredLead[]>
}

/**
 * What identifies the owner. A key stands for one name at one mailing address, so an owner known from one property is
 * known in all of them: hiding there what is shown here would protect nothing. Owners without a key are known in their
 * property alone.
 */
const toLeadKey = ({ propertyId, ownerKey }: OwnedProperty): string => ownerKey || `property ${propertyId}`

/** Whether the actor sees all owners: administrators do, also while they act as a user. */
export const seesAllOwners = ({ actor }: Pick<Context, 'actor'>, { areOpen }: Pick<OwnerAccess, 'areOpen'>) =>
  areOpen || actor.role === 'SUPER_ADMIN' || actor.impersonator !== undefined

/** Returns whether the actor has purchased or revealed the owner of a property. */
export async function findKnownOwners(
  ctx: Context,
  owners: OwnerAccess,
  leads: readonly OwnedProperty[],
): Promise<(lead: OwnedProperty) => boolean> {
  if (seesAllOwners(ctx, owners)) return () => true
  if (leads.length === 0) return () => false
  const keys = {
    ownerKeys: [...new Set(leads.flatMap(({ ownerKey }) => ownerKey ?? []))],
    propertyIds: leads.flatMap(({ propertyId, ownerKey }) => (ownerKey === null ? propertyId : [])),
  }
  const { db, clock, actor } = ctx
  const found = await Promise.all([
    owners.listPurchased(db, actor.userId, keys),
    listRevealed(db, { userId: actor.userId, at: clock.now() }, keys),
  ])
  const known = new Set(found.flat().map(toLeadKey))
  return (lead) => known.has(toLeadKey(lead))
}

/** The same for all users, so that it stays when an owner is revealed. */
export const presentKey = ({ secrets }: Context, { areOpen }: OwnerAccess, ownerKey: string) =>
  areOpen ? ownerKey : toPublicOwnerKey(secrets, ownerKey)

/** Returns whether a phone number of a property's owner is known. */
async function findPhones({ clickhouse, signal }: Context, owned: readonly OwnedProperty[]) {
  const keys = [...new Set(owned.flatMap(({ ownerKey }) => ownerKey ?? []))]
  const withPhone = await findOwnersWithPhone(clickhouse, keys, signal)
  return ({ ownerKey }: OwnedProperty) => ownerKey !== null && withPhone.has(ownerKey)
}

/** Rows as the actor may see them. */
export async function presentRows(
  ctx: Context,
  owners: OwnerAccess,
  records: readonly PropertyRecord[],
): Promise<PropertyRow[]> {
  const [isKnown, hasPhone] = await Promise.all([findKnownOwners(ctx, owners, records), findPhones(ctx, records)])
  return records.map((record) => {
    const { ownerKey: _, ...stored } = record
    const row = { ...stored, hasPhone: hasPhone(record) }
    return isKnown(record) ? { ...row, isOwnerMasked: false } : maskRow(row)
  })
}

/** A property as the actor may see it. */
export async function presentFullProperty(
  ctx: Context,
  owners: OwnerAccess,
  stored: Omit<Property, 'isOwnerMasked' | 'hasPhone'>,
): Promise<Property> {
  const [isKnown, hasPhone] = await Promise.all([findKnownOwners(ctx, owners, [stored]), findPhones(ctx, [stored])])
  const property = { ...stored, hasPhone: hasPhone(stored) }
  const ownerKey = property.ownerKey && presentKey(ctx, owners, property.ownerKey)
  return { ...(isKnown(property) ? { ...property, isOwnerMasked: false } : maskProperty(property)), ownerKey }
}

/** Buyers as the actor may see them. */
export async function presentBuyers(
  ctx: Context,
  owners: OwnerAccess,
  buyers: readonly Omit<Buyer, 'isOwnerMasked'>[],
): Promise<Buyer[]> {
  const toLead = ({ buyerKey, contactPropertyId }: Pick<Buyer, 'buyerKey' | 'contactPropertyId'>) => ({
    propertyId: contactPropertyId ?? '',
    ownerKey: buyerKey,
  })
  const isKnown = await findKnownOwners(ctx, owners, buyers.map(toLead))
  return buyers.map((buyer) => ({
    ...(isKnown(toLead(buyer)) ? { ...buyer, isOwnerMasked: false } : maskBuyer(buyer)),
    buyerKey: presentKey(ctx, owners, buyer.buyerKey),
  }))
}
