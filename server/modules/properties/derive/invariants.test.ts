import { assetUseTypes, classOfSubGroup } from '@dooryard/contract/asset-use-types'
import { assetSubGroups, occupancies, ownerTypes } from '@dooryard/contract/vocabularies'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAlmostSamePlace, isSamePlace, normaliseAddress } from './address.ts'
import { equityOf } from './equity.ts'
import { propertyIdOf } from './ids.ts'
import { occupancyOf } from './occupancy.ts'
import { normaliseName, ownerKeyOf } from './owner-names.ts'
import { ownerTypeOf } from './owner-type.ts'
import { signalsOf } from './segments.ts'
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

const respelt = (text: string) => fc.constantFrom(text, text.toLowerCase(), text.replaceAll(' ', '   '), ` ${text} `)
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

test('an address in one spelling is its own spelling', () => {
  check(line, (written) => {
    const once = normaliseAddress(written)
    expect(normaliseAddress(once.street, once.unit)).toEqual(once)
  })
})

test('letter case and blanks make no other address', () => {
  check(
    line.chain((written) => fc.tuple(fc.constant(written), respelt(written))),
    ([written, again]) => expect(normaliseAddress(again)).toEqual(normaliseAddress(written)),
  )
})

test('two addresses are the same place whichever is asked first, and the same are almost the same', () => {
  check(fc.tuple(line, line), ([one, other]) => {
    const [a, b] = [normaliseAddress(one), normaliseAddress(other)]
    expect(isSamePlace(a, a)).toBe(true)
    expect(isSamePlace(a, b)).toBe(isSamePlace(b, a))
    expect(isAlmostSamePlace(a, b)).toBe(isAlmostSamePlace(b, a))
    if (isSamePlace(a, b)) expect(isAlmostSamePlace(a, b)).toBe(true)
  })
})

test('whoever gets the tax bill at the property itself lives there, in whatever spelling', () => {
  check(
    place.chain((situs) => fc.tuple(fc.constant(situs), respelt(situs.address))),
    ([situs, address]) => {
      const mailing = { ...situs, address, country: '' }
      expect(occupancyOf({ ...situs, unit: '' }, mailing)).toBe('OWNER_OCCUPIED')
      expect(occupancyOf({ ...situs, unit: '' }, { ...mailing, state: 'WY' })).toBe('ABSENTEE_OUT_OF_STATE')
      expect(occupancyOf({ ...situs, unit: '' }, { ...mailing, country: 'CA' })).toBe('ABSENTEE_FOREIGN')
    },
  )
})

test('an owner’s key is the same for any order of the names, of the words in them, case and blanks', () => {
  const owned = fc.tuple(fc.uniqueArray(person, { minLength: 1, maxLength: 3 }), place)
  check(
    owned.chain(([people, at]) =>
      fc.tuple(
        fc.constant({ people, at }),
        fc.shuffledSubarray(people, { minLength: people.length }),
        respelt(at.address),
      ),
    ),
    ([{ people, at }, shuffled, address]) => {
      const turned = shuffled.map((name) => name.toLowerCase().split(' ').reverse().join('  '))
      expect(ownerKeyOf(turned, { ...at, address })).toBe(ownerKeyOf(people, at))
    },
  )
})

test('a name in one spelling is its own spelling', () => {
  check(person, (name) => expect(normaliseName(normaliseName(name))).toBe(normaliseName(name)))
})

test('the kind of an owner does not depend on case and blanks, and a person with a company is the company', () => {
  check(
    person.chain((name) => fc.tuple(fc.constant(name), respelt(name))),
    ([name, again]) => {
      expect(ownerTypeOf([again])).toBe(ownerTypeOf([name]))
      expect(ownerTypeOf([name, `${name} HOLDINGS LLC`])).toBe('LLC')
    },
  )
})

test('what is owed and what is owned make the value, and their shares a hundred', () => {
  const loans = fc.array(fc.record({ amount: fc.nat({ max: 5_000_000 }) }), { maxLength: 3 })
  check(fc.tuple(fc.integer({ min: 1, max: 10_000_000 }), loans), ([value, open]) => {
    const { openBalance, equityAmount, equityPercent, ltvPercent } = equityOf(value, open)
    expect((openBalance ?? 0) + (equityAmount ?? 0)).toBe(value)
    expect((equityPercent ?? 0) + (ltvPercent ?? 0)).toBeCloseTo(100, 6)
    const more = equityOf(value, [...open, { amount: 1_000 }])
    expect(more.equityAmount ?? 0).toBe((equityAmount ?? 0) - 1_000)
  })
})

test('no property has both high and low equity, and nothing follows from loans that nobody knows', () => {
  const facts = fc.record({
    ownerType: fc.constantFrom(...ownerTypes.values),
    occupancy: fc.constantFrom(...occupancies.values),
    assetClass: fc.constant(null),
    boughtInCash: fc.constant(false),
    openLoans: fc.option(fc.nat({ max: 3 })),
    ltvPercent: fc.option(fc.integer({ min: 0, max: 150 })),
  })
  check(facts, (said) => {
    const signals = signalsOf(said)
    expect(signals.includes('HIGH_EQUITY') && signals.includes('LOW_EQUITY')).toBe(false)
    const ofLoans = signals.filter((signal) => ['HIGH_EQUITY', 'LOW_EQUITY', 'FREE_AND_CLEAR'].includes(signal))
    if (said.openLoans === null && said.ltvPercent === null) expect(ofLoans).toEqual([])
  })
})

test('every use leads to a sub-group and the class of it, however many dwellings there are', () => {
  const uses = fc.constantFrom(...assetUseTypes.values, ...assetSubGroups.values)
  check(fc.tuple(uses, fc.option(fc.nat({ max: 400 }))), ([use, units]) => {
    const { assetClass, subGroup, useType } = resolveUse(use, units)
    expect(assetClass).toBe(classOfSubGroup[subGroup])
    expect([null, use]).toContain(useType)
  })
})

test('a parcel’s id depends on its county, and not on how its number is spaced or cased', () => {
  const apn = fc.stringMatching(/^[0-9A-Z]{1,4}[- ][0-9A-Z]{1,6}$/)
  check(
    apn.chain((number) => fc.tuple(fc.constant(number), respelt(number))),
    ([number, again]) => {
      expect(propertyIdOf('47037', again)).toBe(propertyIdOf('47037', number))
      expect(propertyIdOf('47039', number)).not.toBe(propertyIdOf('47037', number))
    },
  )
})
