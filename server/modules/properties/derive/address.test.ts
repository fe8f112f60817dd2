import { expect, test } from 'vitest'
import { looksLikeStreet, looksLikeUnit, normalizeAddress } from './address.ts'

const spellings: [line: string, street: string, unit: string][] = [
  ['41 Example Street #12', '41 EXAMPLE ST', '12'],
  ['41 EXAMPLE ST 6', '41 EXAMPLE ST', '6'],
  ['41 EXAMPLE ST UN62', '41 EXAMPLE ST', '62'],
  ['41 EXAMPLE ST - U39', '41 EXAMPLE ST', '39'],
  ['355 SAMPLE AVENUE UN-N', '355 SAMPLE AVE', 'N'],
  ['201 S 18TH ST APT 0150', '201 S 18TH ST', '150'],
  ['5022 SPECIMEN STREET 2ND FL', '5022 SPECIMEN ST', '2ND'],
  ['21 FIFTH AVENUE SUITE 200', '21 5TH AVE', '200'],
  ['1616-22 McMOCK ST.', '1616 MCMOCK ST', ''],
  ['1616 MC MOCK STREET', '1616 MCMOCK ST', ''],
  ['12 North Sample  Road', '12 N SAMPLE RD', ''],
  ['12 NORTH ST', '12 NORTH ST', ''],
  ['10 SAMPLE AVE W', '10 SAMPLE AVE W', ''],
  ['2200 Saint Example Place', '2200 ST EXAMPLE PL', ''],
  ['P.O. Box 12', 'PO BOX 12', ''],
  ['POST OFFICE BOX 12', 'PO BOX 12', ''],
]

test.each(spellings)('%s is normalized to its street and unit', (line, street, unit) => {
  expect(normalizeAddress(line)).toEqual({ street, unit })
})

test('a street line is distinguished from a name by its number and suffix', () => {
  expect(['12 SAMPLE ST', '70 N 12TH STREET   STE 9', 'PO BOX 7'].every(looksLikeStreet)).toBe(true)
  expect(['SAMPLE HOLDINGS LLC', '1719', 'STE 600', '53RD PARTNERS'].some(looksLikeStreet)).toBe(false)
  expect(['STE 600', '#4', 'APT 2B', '16TH FLOOR'].every(looksLikeUnit)).toBe(true)
  expect(['STERLING SAMPLETON', 'UNITED EXAMPLE', 'FLORA TESTWELL'].some(looksLikeUnit)).toBe(false)
})
