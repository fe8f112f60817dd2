/**
 * Codes newer than the atlas: Connecticut's planning regions replaced its counties in 2022 (Federal Register 87 FR
 * 34235), each listed with the counties that it has towns of; Valdez-Cordova was split in 2019.
 */
const newerByFips: Record<string, { name: string; from: readonly string[] }> = {
  '02063': { name: 'Chugach', from: ['02261'] },
  '02066': { name: 'Copper River', from: ['02261'] },
  '09110': { name: 'Capitol', from: ['09003', '09013'] },
  '09120': { name: 'Greater Bridgeport', from: ['09001'] },
  '09130': { name: 'Lower Connecticut River Valley', from: ['09007', '09011'] },
  '09140': { name: 'Naugatuck Valley', from: ['09001', '09003', '09005', '09009'] },
  '09150': { name: 'Northeastern Connecticut', from: ['09011', '09013', '09015'] },
  '09160': { name: 'Northwest Hills', from: ['09003', '09005'] },
  '09170': { name: 'South Central Connecticut', from: ['09009'] },
  '09180': { name: 'Southeastern Connecticut', from: ['09011', '09015'] },
  '09190': { name: 'Western Connecticut', from: ['09001', '09005'] },
}

/** Codes older than the atlas, each with the current name of its area (Census, changes to counties). */
const retiredByFips: Record<string, { name: string; to: readonly string[] }> = {
  '02201': { name: 'Prince of Wales-Outer Ketchikan', to: ['02130', '02198', '02275'] },
  '02231': { name: 'Skagway-Yakutat-Angoon', to: ['02105', '02230', '02282'] },
  '02232': { name: 'Skagway-Hoonah-Angoon', to: ['02105', '02230'] },
  '02270': { name: 'Wade Hampton', to: ['02158'] },
  '02280': { name: 'Wrangell-Petersburg', to: ['02195', '02275'] },
  '12025': { name: 'Dade', to: ['12086'] },
  '46113': { name: 'Shannon', to: ['46102'] },
  '51515': { name: 'Bedford (city)', to: ['51019'] },
  '51560': { name: 'Clifton Forge', to: ['51005'] },
  '51780': { name: 'South Boston', to: ['51083'] },
}

export const newerCounties: readonly [fips: string, name: string][] = Object.entries(newerByFips).map(
  ([fips, { name }]) => [fips, name],
)

export const getRetiredCountyName = (fips: string): string | undefined => retiredByFips[fips]?.name

const equivalentsByFips = new Map<string, Set<string>>()
for (const [fips, { from }] of Object.entries(newerByFips)) for (const old of from) addEquivalent(old, fips)
for (const [fips, { to }] of Object.entries(retiredByFips)) for (const today of to) addEquivalent(fips, today)

function addEquivalent(one: string, other: string) {
  equivalentsByFips.set(one, (equivalentsByFips.get(one) ?? new Set()).add(other))
  equivalentsByFips.set(other, (equivalentsByFips.get(other) ?? new Set()).add(one))
}

/**
 * The codes under which rolls of any vintage may file a county's land, its own first; a search for one includes all. A
 * Connecticut county and the regions with its towns overlap only in part, so such a search is wider than the county
 * but never misses one of its properties.
 */
export const listEquivalentCounties = (fips: string): string[] => [fips, ...(equivalentsByFips.get(fips) ?? [])]
