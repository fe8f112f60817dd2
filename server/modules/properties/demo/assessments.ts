import type { SimpleFaker } from '@faker-js/faker'
import type { PropertyFacts } from '../rolls/ingest/property-facts.ts'
import { demo } from '../sources/demo.ts'
import type { DemoPlace } from './buildings.ts'
import type { OwnerKind } from './owners.ts'
import { normal, weights } from './random.ts'

type Assessed = Pick<
  PropertyFacts,
  'use' | 'yearBuilt' | 'marketValue' | 'assessedValue' | 'mailingAddress' | 'situsAddress' | 'lastSaleDate'
>

const constructions = weights({ 'WOOD FRAME': 58, 'MASONRY VENEER': 22, MASONRY: 9, CONCRETE: 7, STEEL: 4 })
const conditions = weights({ EXCELLENT: 5, GOOD: 24, AVERAGE: 54, FAIR: 13, POOR: 4 })
const homeZones = weights({ R1: 46, R2: 24, 'R1-A': 12, RM: 10, MH: 3, PUD: 5 })
const otherZones = weights({ C1: 34, C2: 20, MU: 16, I1: 18, AG: 12 })

const homes: readonly PropertyFacts['use'][] = [
  ...(['DETACHED_HOUSE', 'ROW_HOUSE', 'CONDOMINIUM', 'MANUFACTURED_HOME', 'DUPLEX', 'TRIPLEX', 'FOURPLEX'] as const),
  'RESIDENTIAL_LAND',
]

const valueYear = Number(demo.recordedOn.slice(0, 4))

/** What an assessor sets: the parts of the value, the tax and the zoning. About one value in twelve is unknown. */
export function makeAssessment(random: SimpleFaker, owner: OwnerKind, property: Assessed, place: DemoPlace) {
  const { datatype, helpers, number } = random
  const knownOrNull = <Value>(value: Value): Value | null => (datatype.boolean(0.92) ? value : null)
  const value = property.marketValue ?? 0
  const isBuilt = property.yearBuilt !== null
  const landValue = isBuilt ? roundTo(100, value * (0.16 + number.float() * 0.2)) : value
  const tax = Math.round((property.assessedValue ?? value) * Math.max(0.004, normal(random, 0.011, 0.003)))
  const condition = helpers.weightedArrayElement(conditions)
  const isHome = homes.includes(property.use)
  const document = `${number.int({ min: 1000, max: 9899 })}/${number.int({ min: 1, max: 980 })}`
  return {
    isHomestead: owner === 'OCCUPANT' ? datatype.boolean(0.83) : knownOrNull(false),
    effectiveYear: property.yearBuilt && knownOrNull(renovate(random, property.yearBuilt)),
    construction: isBuilt ? knownOrNull(chooseConstruction(random, place)) : null,
    condition: isBuilt ? knownOrNull(condition) : null,
    zoning: knownOrNull(chooseZone(random, isHome, place)),
    subdivision: isHome ? knownOrNull(place.plat) : null,
    legalDescription: knownOrNull(`LOT ${place.lotNumber} ${place.plat}`),
    landValue: knownOrNull(landValue),
    improvementValue: isBuilt ? knownOrNull(value - landValue) : null,
    valueYear,
    taxAmount: owner === 'GOVERNMENT' || owner === 'NONPROFIT' ? null : knownOrNull(tax),
    taxYear: valueYear - 1,
    lastSaleDocument: property.lastSaleDate === null ? null : document,
  } satisfies Partial<PropertyFacts>
}

/** Units of a building are of one material. The choice by chance is made for them too, so that what follows stays. */
function chooseConstruction({ helpers }: SimpleFaker, { shared }: DemoPlace): string {
  const byChance = helpers.weightedArrayElement(constructions)
  return shared === null ? byChance : (sharedConstructions[shared % sharedConstructions.length] ?? byChance)
}

const sharedConstructions = ['MASONRY VENEER', 'MASONRY', 'CONCRETE', 'STEEL']

function chooseZone({ helpers }: SimpleFaker, isHome: boolean, { shared }: DemoPlace): string {
  const byChance = helpers.weightedArrayElement(isHome ? homeZones : otherZones)
  return shared === null ? byChance : 'RM'
}

const roundTo = (step: number, value: number) => Math.round(value / step) * step

/** Every fourth building counts as younger than it is. */
const renovate = ({ datatype, number }: SimpleFaker, yearBuilt: number) =>
  datatype.boolean(0.25) ? Math.min(valueYear, yearBuilt + number.int({ min: 5, max: 45 })) : yearBuilt
