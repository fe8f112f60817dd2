import type { AssetClass, AssetSubGroup } from '@dooryard/contract/api/enums'
import {
  type AssetUseType,
  assetClassBySubGroup,
  subGroupByUseType,
} from '@dooryard/contract/properties/asset-use-types'

/** The target of a crosswalk: a use type when the county is that exact, else a sub-group. */
export type Use = AssetUseType | AssetSubGroup

export type ResolvedUse = { assetClass: AssetClass; subGroup: AssetSubGroup; useType: AssetUseType | null }

const isUseType = (use: Use): use is AssetUseType => Object.hasOwn(subGroupByUseType, use)

/** Refines "apartments" by the number of dwellings. */
export function resolveUse(use: Use, units: number | null): ResolvedUse {
  const useType = isUseType(use) ? use : null
  const subGroup = isUseType(use) ? subGroupByUseType[use] : refineByUnits(use, units)
  return { assetClass: assetClassBySubGroup[subGroup], subGroup, useType }
}

function refineByUnits(subGroup: AssetSubGroup, units: number | null): AssetSubGroup {
  if (units === null || (subGroup !== 'APARTMENT' && subGroup !== 'SMALL_MULTIFAMILY')) return subGroup
  if (units >= 20) return 'APARTMENT_20_PLUS'
  if (units >= 5) return 'APARTMENT_5_TO_19'
  return ({ 2: 'DUPLEX', 3: 'TRIPLEX', 4: 'FOURPLEX' } as const)[units] ?? subGroup
}
