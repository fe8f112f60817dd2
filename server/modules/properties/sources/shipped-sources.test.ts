import { Use, useLists } from '@dooryard/contract/data/sources/source-document'
import { expect, test } from 'vitest'
import { validateSource } from './compile/compile-source.ts'
import { genericDocument, shippedSources } from './shipped-sources.ts'
import { createListLookup, readUseList } from './use-lists/use-lists.ts'

const fileLists = useLists.filter((list) => list !== 'dooryard')

test('every shipped source can be used, under the name of its file', () => {
  expect(shippedSources.map(({ source }) => source)).toEqual([
    'broward-fl-sales',
    'easthampton-ma',
    'nashville-tn',
    'philadelphia-pa',
  ])
  for (const document of [...shippedSources, genericDocument])
    expect([document.source, validateSource(document)]).toEqual([document.source, []])
})

test.each(fileLists)('the list %s has a use of ours and a description for each code', (list) => {
  const { codes, name, publisher, digits = 0 } = readUseList(list)
  expect(name && publisher).toBeTruthy()
  for (const [code, [use, description]] of Object.entries(codes)) {
    expect([code, Use.safeParse(use).success, description !== '']).toEqual([code, true, true])
    // A shorter one stands for all codes that begin with it.
    if (code.length >= digits) expect(createListLookup(list)(code)).toEqual({ use, description })
  }
})

test.each([
  ['new-york-orpts', '210', 'DETACHED_HOUSE'],
  ['new-york-orpts', '220.0', 'DUPLEX'],
  ['new-york-orpts', '719', 'INDUSTRIAL_OTHER'],
  ['new-jersey-mod-iv', '4C', 'APARTMENT'],
  ['new-jersey-mod-iv', '4', undefined],
  ['texas-sptd', 'a1', 'SINGLE_FAMILY'],
  ['texas-sptd', 'D1', 'FARM'],
  ['texas-sptd', 'APARTMENTS', undefined],
  ['florida-dor', '66', 'ORCHARD'],
  ['dooryard', 'Row house', 'ROW_HOUSE'],
] as const)('in the list %s, %s is %s', (list, code, use) => {
  expect(createListLookup(list)(code)?.use).toBe(use)
})
