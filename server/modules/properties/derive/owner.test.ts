import type { OwnerType } from '@dooryard/contract/api/enums'
import { expect, test } from 'vitest'
import { joinOwnerNames, normalizeName, toOwnerKey } from './owner-names.ts'
import { classifyOwner } from './owner-type.ts'

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

test.each(types)('%s is recognized by names such as %s', (type, names) => {
  for (const name of names) expect([name, classifyOwner([name])]).toEqual([name, type])
})

test('of several owners the first that is not a person decides, and no names are UNKNOWN', () => {
  expect(classifyOwner(['TESTWELL AVERY', 'SAMPLE HOLDINGS LLC'])).toBe('LLC')
  expect(classifyOwner([])).toBe('UNKNOWN')
  expect(classifyOwner([' '])).toBe('UNKNOWN')
})

test('a life estate belongs to a living person', () => {
  expect(classifyOwner(['TESTWELL AVERY LIFE ESTATE'])).toBe('INDIVIDUAL')
})

test('a name continued in the next field is one owner', () => {
  expect(joinOwnerNames(['REDEVELOPMENT AUTHORITY', 'OF SAMPLETON'])).toEqual(['REDEVELOPMENT AUTHORITY OF SAMPLETON'])
  expect(joinOwnerNames(['TESTWELL AVERY AND', 'CASEY H/W'])).toEqual(['TESTWELL AVERY AND CASEY H/W'])
  expect(joinOwnerNames(['EXAMPLE  FAMILY', 'TRUST'])).toEqual(['EXAMPLE FAMILY TRUST'])
  expect(joinOwnerNames(['TESTWELL AVERY', 'SAMPLETON LEE', ''])).toEqual(['TESTWELL AVERY', 'SAMPLETON LEE'])
})

test('names are compared without punctuation, tenancy markers and word order', () => {
  expect(normalizeName('Testwell, Avery J., et al')).toBe(normalizeName('AVERY J TESTWELL'))
  expect(normalizeName('SAMPLE HOLDINGS, L.L.C.')).toBe(normalizeName('SAMPLE HOLDINGS LLC'))
  expect(normalizeName('SAMPLE HOLDINGS II LLC')).not.toBe(normalizeName('SAMPLE HOLDINGS LLC'))
})

test('one owner has one key for any spelling of the address, and two of the same name have two', () => {
  const at = (address: string, zip = '37064') => ({ address, city: 'FRANKLIN', state: 'TN', zip })
  const key = toOwnerKey(['SAMPLE HOLDINGS LLC'], at('40 Sample Plaza, Suite 4'))
  expect(typeof key).toBe('bigint')
  expect(toOwnerKey(['Sample Holdings L.L.C.'], at('40 SAMPLE PLZ STE 4', '37064-1234'))).toBe(key)
  expect(toOwnerKey(['SAMPLE HOLDINGS LLC'], at('41 SAMPLE PLZ STE 4'))).not.toBe(key)
})

test('owners without a name or an address are never merged', () => {
  const nowhere = { address: '', city: '', state: '', zip: '' }
  expect(toOwnerKey(['TESTWELL AVERY'], nowhere)).toBeNull()
  expect(toOwnerKey([], { ...nowhere, address: '40 SAMPLE PLZ', zip: '37064' })).toBeNull()
})
