import type { SimpleFaker } from '@faker-js/faker'
import type { DemoCounty } from '../counties.ts'
import type { CountyPlan, Lot, Town } from './county-plan.ts'
import type { LotUse } from './patterns.ts'
import { planCounty } from './plan-county.ts'
import { takeLot } from './town.ts'

export type Unit = { name: string; stories: number; area: number }

/** The towns of all counties, each planned when it is first asked for. */
export type CountyPlans = {
  all: () => CountyPlan[]
  /** A lot for a property; `unit` is that of a condominium, which share the lot and its building. */
  takeUnit: (county: DemoCounty, zip: string, use: LotUse) => { lot: Lot; unit: Unit | null }
  /** An address on a street of a town that no property and no other owner has. */
  pickAddress: (random: SimpleFaker, county: DemoCounty, zip: string) => string
}

export function createCountyPlans(counties: readonly DemoCounty[], rows: number, seed: number): CountyPlans {
  const plans = new Map<string, CountyPlan>()
  const weight = counties.reduce((sum, county) => sum + county.weight, 0)
  const getPlan = (county: DemoCounty): CountyPlan => {
    const known = plans.get(county.fips)
    if (known) return known
    const plan = planCounty(county, (rows * county.weight) / weight, seed)
    plans.set(county.fips, plan)
    return plan
  }
  const getTown = (county: DemoCounty, zip: string): Town => {
    const town = getPlan(county).towns.get(zip)
    if (!town) throw new Error(`There is no town for ${zip}.`)
    return town
  }
  return {
    all: () => counties.map(getPlan),
    takeUnit: (county, zip, use) => {
      const town = getTown(county, zip)
      return use === 'CONDOMINIUM' ? takeCondominium(town) : { lot: takeLot(town, use), unit: null }
    },
    pickAddress: (random, county, zip) => pickAddress(random, getTown(county, zip)),
  }
}

export const formatAddress = ({ number, street }: Pick<Lot, 'number' | 'street'>) => `${number} ${street}`

const unitsPerFloor = 8

/** The next unit of the building that is being filled. */
function takeCondominium(town: Town): { lot: Lot; unit: Unit } {
  const { condominium } = town
  const stories = condominium ? 2 + (condominium.lot.number % 4) : 0
  if (!condominium || condominium.taken >= stories * unitsPerFloor) {
    town.condominium = { lot: takeLot(town, 'CONDOMINIUM'), taken: 0 }
    return takeCondominium(town)
  }
  const [floor, door] = [Math.floor(condominium.taken / unitsPerFloor) + 1, (condominium.taken % unitsPerFloor) + 1]
  condominium.taken += 1
  return { lot: condominium.lot, unit: { name: `${floor}0${door}`, stories, area: unitsPerFloor * 105 } }
}

function pickAddress({ helpers, number }: SimpleFaker, { lots, mailed }: Town): string {
  for (let attempts = 0; attempts < 8; attempts += 1) {
    const lot = helpers.arrayElement(lots)
    // Between the numbers of neighbors, which are at least six apart.
    const address = formatAddress({ street: lot.street, number: lot.number + 4 })
    if (mailed.has(address)) continue
    mailed.add(address)
    return address
  }
  return `${formatAddress(helpers.arrayElement(lots))} APT ${number.int({ min: 100, max: 9900 })}`
}
