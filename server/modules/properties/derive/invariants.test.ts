import { assetSubGroups, occupancies, ownerTypes } from '@dooryard/contract/api/enums'
import { assetClassBySubGroup, assetUseTypes } from '@dooryard/contract/properties/asset-use-types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNearlySameAddress, isSameAddress, normalizeAddress } from './address.ts'
import { computeEquity } from './equity.ts'
import { toPropertyId } from './ids.ts'
import { deriveOccupancy } from './occupancy.ts'
import { normalizeName, toOwnerKey } from './owner-names.ts'
import { classifyOwner } from './owner-type.ts'
import { deriveSignals } from './segments.ts'
import { resolveUse } from './use.ts'

const check = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void) =>
  fc.assert(
    fc.property(arbitrary, (value) => {
      holds(value)
    }),
    { numRuns: 500 },
  )

const names = ['EXAMPLE', 'SAMPLE ORCHARD', 'MOCKFORD', 'NORTH', 'SAINT SAMPLE', 'MC MOCK', 'TWELFTH', 'FIRST', '53RD']
const pick = (...values: string[]) => fc.constantFrom(...values)
const line = fc
  .tuple(
    fc.nat({ max: 9_999 }).map(String),
    pick('', 'N', 'North', 'SW'),
    fc.constantFrom(...names),
    pick('', 'St', 'STREET', 'Ave.', 'BLVD', 'Row', 'PIKE'),
    pick('', '#4', 'APT 4B', 'Unit 12', 'STE 100', '2ND FL', '6', 'W'),
  )
  .map((parts) => parts.filter((part) => part !== '').join(' '))

const respell = (text: string) => fc.constantFrom(text, text.toLowerCase(), text.replaceAll(' ', '   '), ` ${text} `)
const person = fc
  .tuple(pick('TESTWELL', 'SAMPLETON', "O'MOCK", 'LEE'), pick('AVERY', 'CASEY J', 'JO-ANN'), pick('', 'JR', 'III'))
  .map((parts) => parts.join(' ').trim())
const state = pick('TN', 'PA', 'FL')
const place = fc.record({
  address: line,
  city: pick('EXAMPLETON', 'SAMPLE CITY'),
  state,
  zip: pick('', '37209', '19104'),
})

test('normalizing a normalized address changes nothing', () => {
  check(line, (written) => {
    const once = normalizeAddress(written)
    expect(normalizeAddress(once.street, once.unit)).toEqual(once)
  })
})

test('letter case and blanks do not change an address', () => {
  check(
    line.chain((written) => fc.tuple(fc.constant(written), respell(written))),
    ([written, again]) => expect(normalizeAddress(again)).toEqual(normalizeAddress(written)),
  )
})

test('address comparison is symmetric, and equal addresses are also nearly equal', () => {
  check(fc.tuple(line, line), ([one, other]) => {
    const [a, b] = [normalizeAddress(one), normalizeAddress(other)]
    expect(isSameAddress(a, a)).toBe(true)
    expect(isSameAddress(a, b)).toBe(isSameAddress(b, a))
    expect(isNearlySameAddress(a, b)).toBe(isNearlySameAddress(b, a))
    if (isSameAddress(a, b)) expect(isNearlySameAddress(a, b)).toBe(true)
  })
})

test('an owner whose tax bill goes to the property occupies it, in any spelling', () => {
  check(
    place.chain((situs) => fc.tuple(fc.constant(situs), respell(situs.address))),
    ([situs, address]) => {
      const mailing = { ...situs, address, country: '' }
      expect(deriveOccupancy({ ...situs, unit: '' }, mailing)).toBe('OWNER_OCCUPIED')
      expect(deriveOccupancy({ ...situs, unit: '' }, { ...mailing, state: 'WY' })).toBe('ABSENTEE_OUT_OF_STATE')
      expect(deriveOccupancy({ ...situs, unit: '' }, { ...mailing, country: 'CA' })).toBe('ABSENTEE_FOREIGN')
    },
  )
})

test('an owner key does not depend on the order of names and words, case or blanks', () => {
  const owned = fc.tuple(fc.uniqueArray(person, { minLength: 1, maxLength: 3 }), place)
  check(
    owned.chain(([people, at]) =>
      fc.tuple(
        fc.constant({ people, at }),
        fc.shuffledSubarray(people, { minLength: people.length }),
        respell(at.address),
      ),
    ),
    ([{ people, at }, shuffled, address]) => {
      const turned = shuffled.map((name) => name.toLowerCase().split(' ').reverse().join('  '))
      expect(toOwnerKey(turned, { ...at, address })).toBe(toOwnerKey(people, at))
    },
  )
})

test('normalizing a normalized name changes nothing', () => {
  check(person, (name) => expect(normalizeName(normalizeName(name))).toBe(normalizeName(name)))
})

test('the owner type ignores case and blanks, and a person with a company counts as the company', () => {
  check(
    person.chain((name) => fc.tuple(fc.constant(name), respell(name))),
    ([name, again]) => {
      expect(classifyOwner([again])).toBe(classifyOwner([name]))
      expect(classifyOwner([name, `${name} HOLDINGS LLC`])).toBe('LLC')
    },
  )
})

test('balance and equity add up to the value, and their shares to a hundred', () => {
  const loans = fc.array(fc.record({ amount: fc.nat({ max: 5_000_000 }) }), { maxLength: 3 })
  check(fc.tuple(fc.integer({ min: 1, max: 10_000_000 }), loans), ([value, open]) => {
    const { openBalance, equityAmount, equityPercent, ltvPercent } = computeEquity(value, open)
    expect((openBalance ?? 0) + (equityAmount ?? 0)).toBe(value)
    expect((equityPercent ?? 0) + (ltvPercent ?? 0)).toBeCloseTo(100, 6)
    const more = computeEquity(value, [...open, { amount: 1_000 }])
    expect(more.equityAmount ?? 0).toBe((equityAmount ?? 0) - 1_000)
  })
})

test('no property has both high and low equity, and unknown loans produce no signals', () => {
  const facts = fc.record({
    ownerType: fc.constantFrom(...ownerTypes.values),
    occupancy: fc.constantFrom(...occupancies.values),
    assetClass: fc.constant(null),
    boughtInCash: fc.constant(false),
    openLoans: fc.option(fc.nat({ max: 3 })),
    ltvPercent: fc.option(fc.integer({ min: 0, max: 150 })),
  })
  check(facts, (said) => {
    const signals = deriveSignals(said)
    expect(signals.includes('HIGH_EQUITY') && signals.includes('LOW_EQUITY')).toBe(false)
    const ofLoans = signals.filter((signal) => ['HIGH_EQUITY', 'LOW_EQUITY', 'FREE_AND_CLEAR'].includes(signal))
    if (said.openLoans === null && said.ltvPercent === null) expect(ofLoans).toEqual([])
  })
})

test('every use maps to a sub-group and its class, for any number of dwellings', () => {
  const uses = fc.constantFrom(...assetUseTypes.values, ...assetSubGroups.values)
  check(fc.tuple(uses, fc.option(fc.nat({ max: 400 }))), ([use, units]) => {
    const { assetClass, subGroup, useType } = resolveUse(use, units)
    expect(assetClass).toBe(assetClassBySubGroup[subGroup])
    expect([null, use]).toContain(useType)
  })
})

test('a parcel id depends on its county, and not on spaces or case in its number', () => {
  const apn = fc.stringMatching(/^[0-9A-Z]{1,4}[- ][0-9A-Z]{1,6}$/)
  check(
    apn.chain((number) => fc.tuple(fc.constant(number), respell(number))),
    ([number, again]) => {
      expect(toPropertyId('47037', again)).toBe(toPropertyId('47037', number))
      expect(toPropertyId('47039', number)).not.toBe(toPropertyId('47037', number))
    },
  )
})
