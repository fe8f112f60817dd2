import type { OwnerType } from '@dooryard/contract/vocabularies'
import { expect, test } from 'vitest'
import { joinOwnerNames, normaliseName, ownerKeyOf } from './owner-names.ts'
import { ownerTypeOf } from './owner-type.ts'

const types: [OwnerType, string[]][] = [
  [
    'INDIVIDUAL',
    [
      'TESTWELL AVERY J',
      'AVERY TESTWELL & CASEY TESTWELL',
      'CHURCH MARY A',
      'SAMPLETON CHRISTIAN J',
      'TEMPLE RAY JR',
      'KIM HOA',
      'TESTWELL, LEE & CHARITY',
    ],
  ],
  [
    'LLC',
    [
      'SAMPLE HOLDINGS LLC',
      'EXAMPLE AND TEMPLE L.L.C.',
      '12 PLACEHOLDER STREET LC',
      'MOCKFORD LTD LIABILITY COMPANY',
      'SAMPLE LIMITED LIABILI',
    ],
  ],
  [
    'CORPORATION',
    ['SAMPLE INC', 'EXAMPLE PARTNERS INC', 'PLACEHOLDER CO', 'MOCKFORD REAL ESTATE', 'SAMPLE MANUFACTURING CORPORA'],
  ],
  [
    'PARTNERSHIP',
    [
      'SAMPLE TERRACE LP',
      'EXAMPLE LIMITED PARTNERSHIP',
      'MOCKFORD ASSOCIATES',
      'SAMPLE RUN, G.P.',
      'EXAMPLE-MOCKFORD JV',
    ],
  ],
  [
    'TRUST',
    [
      'TESTWELL AVERY TR',
      'TESTWELL FAMILY TRUST',
      'SAMPLETON REVOC FAM TRST',
      'MOCKFORD LEE TRUSTEE',
      'TESTWELL TR AVERY L',
      '12 EXAMPLE ORCHARD LAND TRUST, THE',
      'SAMPLE CUSTODIAN FBO AVERY TESTWELL IRA',
    ],
  ],
  ['ESTATE', ['ESTATE OF AVERY TESTWELL', 'TESTWELL AVERY EST', 'SAMPLETON HEIRS']],
  [
    'LENDER',
    [
      'PLACEHOLDER SAVINGS BANK',
      'EXAMPLE BANK NATIONAL ASSOCIATION TR',
      'SAMPLE FEDERAL CREDIT UNION',
      'MOCK LOAN SERVICING LLC',
      'EXAMPLE SAVING LOAN ASSOC',
    ],
  ],
  [
    'GOVERNMENT',
    [
      'CITY OF SAMPLETON',
      'SAMPLETON CITY OF',
      'EXAMPLE HOUSING AUTHORITY',
      'SAMPLETON LAND BANK',
      'SCHOOL DISTRICT OF EXAMPLE',
      'SEC OF HUD',
    ],
  ],
  [
    'NONPROFIT',
    [
      'FIRST EXAMPLE CHURCH',
      'SAMPLE UNIVERSITY',
      'MOCKFORD COMMUNITY LAND TRUST',
      'BISHOP OF SAMPLETON',
      'IGLESIA DE EJEMPLO',
      'EXAMPLE BAPTIST CHURCH INC',
    ],
  ],
  ['ASSOCIATION', ['SAMPLE RUN HOMEOWNERS ASSOC', 'EXAMPLE CONDOMINIUM ASSOCIATION']],
  ['BUILDER', ['MOCKFORD BUILDERS LLC', 'SAMPLE DEVELOPMENT GROUP LLC', 'EXAMPLE CONSTRUCTION INC']],
]

test.each(types)('%s is known by names such as %s', (type, names) => {
  for (const name of names) expect([name, ownerTypeOf([name])]).toEqual([name, type])
})

test('of several owners the one that is no person decides, and nobody named is unknown', () => {
  expect(ownerTypeOf(['TESTWELL AVERY', 'SAMPLE HOLDINGS LLC'])).toBe('LLC')
  expect(ownerTypeOf([])).toBe('UNKNOWN')
  expect(ownerTypeOf([' '])).toBe('UNKNOWN')
})

test('a life estate is held by the living', () => {
  expect(ownerTypeOf(['TESTWELL AVERY LIFE ESTATE'])).toBe('INDIVIDUAL')
})

test('a name that runs over into the next field is one owner', () => {
  expect(joinOwnerNames(['REDEVELOPMENT AUTHORITY', 'OF SAMPLETON'])).toEqual(['REDEVELOPMENT AUTHORITY OF SAMPLETON'])
  expect(joinOwnerNames(['TESTWELL AVERY AND', 'CASEY H/W'])).toEqual(['TESTWELL AVERY AND CASEY H/W'])
  expect(joinOwnerNames(['EXAMPLE  FAMILY', 'TRUST'])).toEqual(['EXAMPLE FAMILY TRUST'])
  expect(joinOwnerNames(['TESTWELL AVERY', 'SAMPLETON LEE', ''])).toEqual(['TESTWELL AVERY', 'SAMPLETON LEE'])
})

test('names are compared without punctuation, marks of tenancy and word order', () => {
  expect(normaliseName('Testwell, Avery J., et al')).toBe(normaliseName('AVERY J TESTWELL'))
  expect(normaliseName('SAMPLE HOLDINGS, L.L.C.')).toBe(normaliseName('SAMPLE HOLDINGS LLC'))
  expect(normaliseName('SAMPLE HOLDINGS II LLC')).not.toBe(normaliseName('SAMPLE HOLDINGS LLC'))
})

test('one owner has one key, however the address is written, and two of one name have two', () => {
  const at = (address: string, zip = '37064') => ({ address, city: 'FRANKLIN', state: 'TN', zip })
  const key = ownerKeyOf(['SAMPLE HOLDINGS LLC'], at('40 Sample Plaza, Suite 4'))
  expect(typeof key).toBe('bigint')
  expect(ownerKeyOf(['Sample Holdings L.L.C.'], at('40 SAMPLE PLZ STE 4', '37064-1234'))).toBe(key)
  expect(ownerKeyOf(['SAMPLE HOLDINGS LLC'], at('41 SAMPLE PLZ STE 4'))).not.toBe(key)
})

test('without a name or an address nobody is taken for somebody else', () => {
  const nowhere = { address: '', city: '', state: '', zip: '' }
  expect(ownerKeyOf(['TESTWELL AVERY'], nowhere)).toBeNull()
  expect(ownerKeyOf([], { ...nowhere, address: '40 SAMPLE PLZ', zip: '37064' })).toBeNull()
})
