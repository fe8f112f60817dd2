import { describe, expect, test } from 'vitest'
import { detectLayout } from './columns-rules.ts'
import { readRow } from './entry-rules.ts'

const read = (header: string, row: string[]) => {
  const result = readRow(detectLayout(header.split(',')), (place) => (place === undefined ? '' : (row[place] ?? '')))
  return 'reason' in result ? result.reason : result.entries.map(({ kind, zip, value }) => `${kind} ${zip} ${value}`)
}

describe('a row lists', () => {
  const columns = 'Address,Unit,City,State,Zip'
  test.each<[row: string[], listed: string]>([
    [['123 Main Street', 'Apt. 4', 'Nashville', 'TN', '37209'], 'ADDRESS 37209 123 MAIN ST 4'],
    [['123 MAIN ST #4', '', '', '', '37209-1234'], 'ADDRESS 37209 123 MAIN ST 4'],
    [['9 N. O’Mock Ln', '', '', '', '2134'], 'ADDRESS 02134 9 N OMOCK LN'],
    [['P.O. Box 12', '', '', '', '372091234'], 'ADDRESS 37209 PO BOX 12'],
    [['123 Main St', '', 'Nashville', 'TN 37209', ''], 'ADDRESS 37209 123 MAIN ST'],
    [['123 Main St, Nashville, TN 37209', '', '', '', ''], 'ADDRESS 37209 123 MAIN ST'],
  ])('%j', (row, listed) => expect(read(columns, row)).toEqual([listed]))

  test.each<[address: string, listed: string]>([
    ['123 Main St, Apt 4, Nashville, TN 37209', 'ADDRESS 37209 123 MAIN ST 4'],
    ['123 Main St, Nashville, Tennessee, 37209-1234, USA', 'ADDRESS 37209 123 MAIN ST'],
    ['123 Main St, Nashville TN 37209', 'ADDRESS 37209 123 MAIN ST'],
    ['123 Main St Apt 4 Nashville TN 37209', 'LINE 37209 123 MAIN ST 4 NASHVILLE TN'],
    ['123 Main St Nashville, TN 37209', 'LINE 37209 123 MAIN ST NASHVILLE TN'],
  ])('in one column %s', (address, listed) => expect(read('Address', [address])).toEqual([listed]))

  test('a property id, its address and its mailing address', () => {
    const header = 'Property ID,Property Address,Property ZIP,Mailing Address,Mailing ZIP'
    const row = ['0018446744073709551615'.slice(2), '1 Oak Ct', '37209', 'PO Box 7', '37064']
    expect(read(header, row)).toEqual([
      'PROPERTY  18446744073709551615',
      'ADDRESS 37209 1 OAK CT',
      'ADDRESS 37064 PO BOX 7',
    ])
    expect(read(header, ['18446744073709551616', '1 Oak Ct', '37209', '', ''])).toEqual(['ADDRESS 37209 1 OAK CT'])
  })
})

describe('a row is rejected', () => {
  test.each<[header: string, row: string[], reason: string]>([
    ['Address,Zip', ['', ''], 'It has no address and no property id.'],
    ['Address,Zip', ['123 Main St', ''], 'Its address has no ZIP of five digits.'],
    ['Address,Zip', ['123 Main St', 'K1A 0B1'], 'Its address has no ZIP of five digits.'],
    ['Address,Zip', ['-', '37209'], 'Its address has no street.'],
    ['Address,Zip', ['x'.repeat(201), '37209'], 'Its address is too long.'],
    ['Property ID', ['1.84467E+19'], 'Its property id is not the number of a property.'],
    ['Property ID', ['18446744073709551616'], 'Its property id is not the number of a property.'],
  ])('%s: %j', (header, row, reason) => expect(read(header, row)).toBe(reason))
})
