import type { DistressSignal } from '@dooryard/contract/api/enums'
import { generateMersenne32Randomizer, SimpleFaker } from '@faker-js/faker'
import { getCountyState } from '../places/states.ts'
import type { PropertyFacts } from '../rolls/ingest/property-facts.ts'
import { demo } from '../sources/demo.ts'
import { makeAssessment } from './assessments.ts'
import { type DemoPlace, makeBuilding } from './buildings.ts'
import { type DemoCounty, readDemoCounties } from './counties.ts'
import { type Deed, type DeedHistory, makeDeeds, makeMortgages, type Party, toSaleFields } from './deeds.ts'
import { type CountyPlans, createCountyPlans } from './layout/demo-plans.ts'
import { type DemoOwner, makeOwner } from './owners.ts'
import { normal } from './random.ts'

/** `isFirst` marks the first property of its owner. */
export type DemoProperty = { facts: PropertyFacts; owner: DemoOwner; deeds: Deed[]; isFirst: boolean; place: DemoPlace }

export const createDemoPlans = (rows: number, seed = demo.seed): CountyPlans =>
  createCountyPlans(readDemoCounties(), rows, seed)

/** Generates properties owner by owner until there are enough. The same seed generates the same properties. */
export function* generateDemo(
  rows: number,
  seed = demo.seed,
  plans = createDemoPlans(rows, seed),
): Generator<DemoProperty> {
  const random = createRandom(seed)
  // A generator of its own, so that the other values of a seed stay as they were.
  const assessing = createRandom(seed + 1)
  const counties = readDemoCounties()
  const weighted = counties.map((county) => ({ value: county, weight: county.weight }))
  let made = 0
  let flipper: Party | undefined
  while (made < rows) {
    const county = random.helpers.weightedArrayElement(weighted)
    const owner = makeOwner(random, plans, county, counties)
    if (owner.kind === 'FLIPPER') flipper = { name: owner.names.join(' & '), key: owner.key }
    for (let held = 0; held < owner.holds && made < rows; held += 1) {
      made += 1
      const { facts, deeds, place } = makeProperty(random, plans, county, owner, made, flipper)
      const assessed = { ...facts, ...makeAssessment(assessing, owner.kind, facts, place) }
      yield { facts: assessed, deeds, owner, isFirst: held === 0, place }
    }
  }
}

const createRandom = (seed: number) => new SimpleFaker({ seed, randomizer: generateMersenne32Randomizer() })

function makeProperty(
  random: SimpleFaker,
  plans: CountyPlans,
  county: DemoCounty,
  owner: DemoOwner,
  number: number,
  flipper: Party | undefined,
) {
  const { building, value, place } = makeBuilding(random, plans, county, owner.kind)
  const isPublic = owner.kind === 'GOVERNMENT'
  const drawn = makeDeeds(random, owner.kind, value, flipper)
  const drawnLoans = makeMortgages(random, owner.kind, value, drawn.deeds)
  const dealings = isPublic ? withoutLoans(drawn) : drawn
  const mortgages = isPublic ? drawnLoans && [] : drawnLoans
  const mailing = owner.mailing ?? {
    address: building.situsUnit ? `${building.situsAddress} UNIT ${building.situsUnit}` : building.situsAddress,
    city: building.situsCity,
    state: getCountyState(county.fips),
    zip: building.situsZip,
    country: null,
  }
  const facts = {
    ...building,
    // No real parcel number has this prefix, so generated and real rolls of a county never conflict.
    apn: `DEMO-${String(number).padStart(7, '0')}`,
    countyFips: county.fips,
    ownerNames: owner.names,
    mailingAddress: mailing.address,
    mailingCity: mailing.city,
    mailingState: mailing.state,
    mailingZip: mailing.zip,
    mailingCountry: mailing.country,
    assessedValue: Math.round((value * getAssessedShare(random, county)) / 100) * 100,
    marketValue: value,
    estimatedValue: random.datatype.boolean(0.97) ? Math.round(value * normal(random, 1, 0.03)) : null,
    valueRecordedOn: demo.recordedOn,
    ...toSaleFields(dealings),
    mortgages,
    signals: makeSignals(random, owner, drawnLoans !== null && drawnLoans.length > 0),
    targetTypes: owner.kind === 'FLIPPER' ? ['FLIPPER'] : [],
    isVacant: random.datatype.boolean(owner.kind === 'OCCUPANT' ? 0.006 : 0.05),
  } satisfies Partial<PropertyFacts>
  return { facts, deeds: dealings.deeds, place }
}

/** A number is drawn for the share that the county has for all, so that those after it stay as they were. */
function getAssessedShare({ number }: SimpleFaker, { assessedShare }: DemoCounty): number {
  number.int({ max: 2 })
  return assessedShare
}

/** A public body borrows nothing from a bank. */
const withoutLoans = ({ deeds: [last, ...earlier], isCash }: DeedHistory): DeedHistory => ({
  deeds: last ? [{ ...last, loan: null }, ...earlier] : [],
  isCash: isCash === null ? null : true,
})

function makeSignals({ datatype }: SimpleFaker, { kind }: DemoOwner, isMortgaged: boolean): DistressSignal[] {
  const signals: DistressSignal[] = []
  if (kind !== 'GOVERNMENT' && datatype.boolean(0.031)) signals.push('TAX_DELINQUENT')
  if (isMortgaged && datatype.boolean(0.011)) {
    const isAuctioned = datatype.boolean(0.3)
    if (kind !== 'GOVERNMENT') signals.push('PRE_FORECLOSURE', ...(isAuctioned ? (['AUCTION'] as const) : []))
  }
  if (datatype.boolean(0.013)) signals.push('CODE_VIOLATION')
  if (kind === 'OCCUPANT' && datatype.boolean(0.085)) signals.push('SENIOR_EXEMPTION')
  return signals
}
