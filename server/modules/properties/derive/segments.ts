import type { AssetClass, DeedType, Occupancy, OwnerType, Signal, TargetType } from '@dooryard/contract/vocabularies'

/** Counts over the whole roll are added when the roll is swapped in. */
export type Facts = {
  ownerType: OwnerType
  occupancy: Occupancy
  assetClass: AssetClass | null
  /** The owner bought it in the last sale, and in cash: what a deed of somebody else says is not said of them. */
  boughtInCash: boolean
  /** Null when the source publishes no mortgages. */
  openLoans: number | null
  ltvPercent: number | null
}

/** Owners who are somebody, in their own name or through a trust or estate. */
export const people: readonly OwnerType[] = ['INDIVIDUAL', 'TRUST', 'ESTATE']
const publicBodies: readonly OwnerType[] = ['GOVERNMENT', 'NONPROFIT']

const isPerson = (ownerType: OwnerType) => people.includes(ownerType)

/** The marketing segments that a row is in by itself. LANDLORD, ABSENTEE_OWNER and size come from counting owners. */
export function targetTypesOf({ ownerType, occupancy, assetClass, boughtInCash }: Facts): TargetType[] {
  const types: TargetType[] = []
  if (isPerson(ownerType) && occupancy === 'OWNER_OCCUPIED' && assetClass !== 'VACANT_LAND')
    types.push('OWNER_OCCUPANT')
  types.push(...targetTypesOfSale(boughtInCash))
  if (ownerType === 'BUILDER') types.push('BUILDER')
  if (ownerType === 'LENDER') types.push('LENDER')
  if (publicBodies.includes(ownerType)) types.push('INSTITUTIONAL')
  return types
}

export const targetTypesOfSale = (boughtInCash: boolean): TargetType[] => (boughtInCash ? ['CASH_BUYER'] : [])

export function acquiredByQc(deedType: DeedType): 'YES' | 'NO' | 'UNKNOWN' {
  if (deedType === 'UNKNOWN') return deedType
  return deedType === 'QUITCLAIM' ? 'YES' : 'NO'
}

/** The signals that follow from a row alone. RECENTLY_SOLD and TIRED_LANDLORD count from the day of the roll. */
export function signalsOf({ ownerType, occupancy, openLoans, ltvPercent }: Facts): Signal[] {
  const signals: Signal[] = []
  if (occupancy === 'VACANT') signals.push('VACANT')
  if (occupancy === 'ABSENTEE_OUT_OF_STATE' || occupancy === 'ABSENTEE_FOREIGN') signals.push('OUT_OF_STATE_OWNER')
  if (ownerType === 'LENDER') signals.push('BANK_OWNED')
  if (ownerType === 'ESTATE') signals.push('INHERITED')
  if (openLoans === 0) signals.push('FREE_AND_CLEAR')
  if (ltvPercent !== null && ltvPercent <= 50) signals.push('HIGH_EQUITY')
  if (ltvPercent !== null && ltvPercent >= 80) signals.push('LOW_EQUITY')
  return signals
}
