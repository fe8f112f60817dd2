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
    [['123 Main St, Nashville, TN 37209', '', '', '', '37209'], 'ADDRESS 37209 123 MAIN ST'],
    [['123 Main St, Nashville, TN 37209-1234, USA', 'Apt 4', '', '', '37209'], 'ADDRESS 37209 123 MAIN ST 4'],
    [['123 Main St, Nashville TN', '', 'Nashville', 'TN', '37209'], 'ADDRESS 37209 123 MAIN ST'],
    [['123 Main St Nashville TN 37209', '', '', '', '37209'], 'LINE 37209 123 MAIN ST NASHVILLE TN'],
    [['123 Main St, Unit MD', '', '', '', '37209'], 'ADDRESS 37209 123 MAIN ST MD'],
    [['123 Main St, 4', '', 'Nashville', 'TN', '37209'], 'ADDRESS 37209 123 MAIN ST 4'],
    [['5 Sample Ct', '4', '', 'TN 37209', ''], 'ADDRESS 37209 5 SAMPLE CT 4'],
  ])('%j', (row, listed) => expect(read(columns, row)).toEqual([listed]))

  test.each<[address: string, listed: string]>([
    ['123 Main St, Apt 4, Nashville, TN 37209', 'ADDRESS 37209 123 MAIN ST 4'],
    ['123 Main St, Nashville, Tennessee, 37209-1234, USA', 'ADDRESS 37209 123 MAIN ST'],
    ['123 Main St, Nashville TN 37209', 'ADDRESS 37209 123 MAIN ST'],
    ['123 Main St Apt 4 Nashville TN 37209', 'LINE 37209 123 MAIN ST 4 NASHVILLE TN'],
    ['123 Main St Nashville, TN 37209', 'LINE 37209 123 MAIN ST NASHVILLE TN'],
    ['123 Main St Nashville Tennessee 37209', 'LINE 37209 123 MAIN ST NASHVILLE TN'],
    ['123 Main St, Apt 4 Nashville, TN 37209', 'LINE 37209 123 MAIN ST 4 NASHVILLE TN'],
    ['123 Main St, Nashville, 37209', 'ADDRESS 37209 123 MAIN ST'],
    ['123 Main St\nNashville, TN 37209 United States', 'ADDRESS 37209 123 MAIN ST'],
    ['123 Main St 37209', 'ADDRESS 37209 123 MAIN ST'],
    ['123 Main St, 37209', 'ADDRESS 37209 123 MAIN ST'],
    ['5 Sample Ct 37013', 'ADDRESS 37013 5 SAMPLE CT'],
    ['5 Sample Rd Hartford Ct 06103', 'LINE 06103 5 SAMPLE RD HARTFORD CT'],
    ['123 Main St, Apt 4, 37209', 'ADDRESS 37209 123 MAIN ST 4'],
    ['123 Main St, Apt 4, TN 37209', 'ADDRESS 37209 123 MAIN ST 4'],
    ['123 Main St, # B, 37209', 'ADDRESS 37209 123 MAIN ST B'],
    ['123 Main St, Ste. Genevieve, MO 63670', 'ADDRESS 63670 123 MAIN ST'],
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
    ['Address', [`${' '.repeat(400_000)}x`], 'Its address is too long.'],
    ['Address,Zip', [`1 Main St${','.repeat(400)}`, '37209'], 'Its address is too long.'],
    ['Address,Zip', ['1 Main St', ' '.repeat(401)], 'Its address is too long.'],
    ['Property ID', ['1.84467E+19'], 'Its property id is not the number of a property.'],
    ['Property ID', ['18446744073709551616'], 'Its property id is not the number of a property.'],
  ])('%s: %j', (header, row, reason) => expect(read(header, row)).toBe(reason))
})
