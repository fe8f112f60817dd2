import type {
  AssetClass,
  DeedType,
  DistressSignal,
  Occupancy,
  OwnerType,
  TargetType,
} from '@dooryard/contract/api/enums'

/** Types that need counts over the whole roll are added when the roll is swapped in. */
export type SegmentInput = {
  ownerType: OwnerType
  occupancy: Occupancy
  assetClass: AssetClass | null
  /** The present owner bought the property in the last sale, in cash. A deed of another buyer does not count. */
  boughtInCash: boolean
  /** Null when the source publishes no mortgages. */
  openLoans: number | null
  ltvPercent: number | null
}

/** Natural persons, in their own name or through a trust or estate. */
export const personTypes: readonly OwnerType[] = ['INDIVIDUAL', 'TRUST', 'ESTATE']
const publicBodies: readonly OwnerType[] = ['GOVERNMENT', 'NONPROFIT']

const isPerson = (ownerType: OwnerType) => personTypes.includes(ownerType)

/**
 * The marketing segments that follow from one row. LANDLORD, ABSENTEE_OWNER and INSTITUTIONAL by size need counts per
 * owner.
 */
export function deriveTargetTypes({ ownerType, occupancy, assetClass, boughtInCash }: SegmentInput): TargetType[] {
  const types: TargetType[] = []
  if (isPerson(ownerType) && occupancy === 'OWNER_OCCUPIED' && assetClass !== 'VACANT_LAND')
    types.push('OWNER_OCCUPANT')
  types.push(...deriveSaleTargetTypes(boughtInCash))
  if (ownerType === 'BUILDER') types.push('BUILDER')
  if (ownerType === 'LENDER') types.push('LENDER')
  if (publicBodies.includes(ownerType)) types.push('INSTITUTIONAL')
  return types
}

export const deriveSaleTargetTypes = (boughtInCash: boolean): TargetType[] => (boughtInCash ? ['CASH_BUYER'] : [])

export function toAcquiredByQc(deedType: DeedType): 'YES' | 'NO' | 'UNKNOWN' {
  if (deedType === 'UNKNOWN') return deedType
  return deedType === 'QUITCLAIM' ? 'YES' : 'NO'
}

/** The signals that follow from one row. RECENTLY_SOLD and TIRED_LANDLORD are relative to the date of the roll. */
export function deriveSignals({ ownerType, occupancy, openLoans, ltvPercent }: SegmentInput): DistressSignal[] {
  const signals: DistressSignal[] = []
  if (occupancy === 'VACANT') signals.push('VACANT')
  if (occupancy === 'ABSENTEE_OUT_OF_STATE' || occupancy === 'ABSENTEE_FOREIGN') signals.push('OUT_OF_STATE_OWNER')
  if (ownerType === 'LENDER') signals.push('BANK_OWNED')
  if (ownerType === 'ESTATE') signals.push('INHERITED')
  if (openLoans === 0) signals.push('FREE_AND_CLEAR')
  if (ltvPercent !== null && ltvPercent <= 50) signals.push('HIGH_EQUITY')
  if (ltvPercent !== null && ltvPercent >= 80) signals.push('LOW_EQUITY')
  return signals
}
