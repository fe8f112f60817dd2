import type { Signal } from '@dooryard/contract/vocabularies'
import type { PropertyFacts } from '../intake/property-facts.ts'
import { stateOfCounty } from '../places/states.ts'
import { demo } from '../sources/demo.ts'
import { makeBuilding } from './buildings.ts'
import { type Deed, makeDeeds, makeMortgages, saleOf } from './deeds.ts'
import { type DemoOwner, makeOwner } from './owners.ts'
import { type DemoCounty, demoCounties } from './places.ts'
import { type Random, randomFrom, weighted } from './random.ts'

/** `isFirst` of the properties that its owner holds. */
export type DemoProperty = { facts: PropertyFacts; owner: DemoOwner; deeds: Deed[]; isFirst: boolean }

/** Makes up properties, owner by owner, until there are enough. The same seed makes up the same ones. */
export function* generateDemo(rows: number, seed = demo.seed): Generator<DemoProperty> {
  const random = randomFrom(seed)
  const counties = weighted(demoCounties.map((county) => [county, county.weight] as const))
  let made = 0
  let flipper: DemoOwner | undefined
  while (made < rows) {
    const county = counties(random)
    const owner = makeOwner(random, county)
    if (owner.kind === 'FLIPPER') flipper = owner
    for (let held = 0; held < owner.holds && made < rows; held += 1) {
      made += 1
      yield { ...makeProperty(random, county, owner, made, flipper), isFirst: held === 0 }
    }
  }
}

function makeProperty(
  random: Random,
  county: DemoCounty,
  owner: DemoOwner,
  number: number,
  flipper: DemoOwner | undefined,
): Omit<DemoProperty, 'isFirst'> {
  const { value, ...building } = makeBuilding(random, county, owner.kind)
  const dealings = makeDeeds(
    random,
    owner.kind,
    value,
    flipper && { name: flipper.names.join(' & '), key: flipper.key },
  )
  const mortgages = makeMortgages(random, owner.kind, value, dealings.deeds)
  const mailing = owner.mailing ?? {
    address: building.situsUnit ? `${building.situsAddress} UNIT ${building.situsUnit}` : building.situsAddress,
    city: building.situsCity,
    state: stateOfCounty(county.fips),
    zip: building.situsZip,
    country: null,
  }
  const facts: PropertyFacts = {
    ...building,
    // No real parcel number begins like this, so a real roll of the county never meets a made-up one.
    apn: `DEMO-${String(number).padStart(7, '0')}`,
    countyFips: county.fips,
    ownerNames: owner.names,
    mailingAddress: mailing.address,
    mailingCity: mailing.city,
    mailingState: mailing.state,
    mailingZip: mailing.zip,
    mailingCountry: mailing.country,
    assessedValue: Math.round((value * random.pick([0.8, 0.9, 1])) / 100) * 100,
    marketValue: value,
    estimatedValue: random.chance(0.97) ? Math.round(value * random.normal(1, 0.03)) : null,
    valueRecordedOn: demo.recordedOn,
    ...saleOf(dealings),
    mortgages,
    signals: signalsFor(random, owner, mortgages !== null && mortgages.length > 0),
    targetTypes: owner.kind === 'FLIPPER' ? ['FLIPPER'] : [],
    isVacant: random.chance(owner.kind === 'OCCUPANT' ? 0.006 : 0.05),
  }
  return { facts, owner, deeds: dealings.deeds }
}

function signalsFor(random: Random, { kind }: DemoOwner, isMortgaged: boolean): Signal[] {
  const signals: Signal[] = []
  if (random.chance(kind === 'GOVERNMENT' ? 0 : 0.031)) signals.push('TAX_DELINQUENT')
  if (isMortgaged && random.chance(0.011)) signals.push('PRE_FORECLOSURE')
  if (signals.includes('PRE_FORECLOSURE') && random.chance(0.3)) signals.push('AUCTION')
  if (random.chance(0.013)) signals.push('CODE_VIOLATION')
  if (kind === 'OCCUPANT' && random.chance(0.085)) signals.push('SENIOR_EXEMPTION')
  return signals
}
