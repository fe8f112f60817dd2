import { exportColumns } from '@dooryard/contract/orders/export/export-columns'
import { presetLayouts } from '@dooryard/contract/orders/export/trade-presets'
import { fileHeaders } from '@dooryard/contract/orders/file-columns'
import { describe, expect, test } from 'vitest'
import { detectLayout, getHeaderError } from './columns-rules.ts'

/** The names of the columns that are read, in place of their numbers. */
const detectNames = (header: string[]) => {
  const { propertyId, addresses } = detectLayout(header)
  const name = (place: number | undefined) => (place === undefined ? undefined : header[place])
  return {
    ...(propertyId !== undefined && { propertyId: name(propertyId) }),
    addresses: addresses.map(({ street, unit, city, state, zip }) =>
      [street, unit, city, state, zip].map((place) => name(place) ?? '-').join(' | '),
    ),
  }
}

describe('addresses are found', () => {
  test.each<[header: string, addresses: string[]]>([
    ['Name,Address,City,State,Zip', ['Address | - | City | State | Zip']],
    ['STREET_ADDRESS,APT #,TOWN,ST,Postal Code', ['STREET_ADDRESS | APT # | TOWN | ST | Postal Code']],
    [
      'Address Line 1,Address Line 2,City,State,ZIP Code',
      ['Address Line 1 | Address Line 2 | City | State | ZIP Code'],
    ],
    ['Full Address', ['Full Address | - | - | - | -']],
    [
      'Mail Street,Mail Unit,Mail City,Mail State,Mail Zip',
      ['Mail Street | Mail Unit | Mail City | Mail State | Mail Zip'],
    ],
    ['Owner Address,Owner City State Zip', ['Owner Address | - | - | - | Owner City State Zip']],
    [
      'Property Address,City,State,Zip,Mailing Address,Mailing City,Mailing State,Mailing Zip',
      ['Property Address | - | City | State | Zip', 'Mailing Address | - | Mailing City | Mailing State | Mailing Zip'],
    ],
    ['Mailing Address,Unit,City,State,Zip', ['Mailing Address | Unit | City | State | Zip']],
    ['Situs Address,Situs Zip5,Address,Zip', ['Address | - | - | - | Zip', 'Situs Address | - | - | - | Situs Zip5']],
  ])('in %s', (header, addresses) => expect(detectNames(header.split(','))).toEqual({ addresses }))

  test("in our own order files and exports, and in the presets for others' programs", () => {
    const property = 'Property Address | Property Unit | Property City | Property State | Property ZIP'
    const mailing = 'Mailing Address | - | Mailing City | Mailing State | Mailing ZIP'
    expect(detectNames(Object.values(fileHeaders).flat())).toEqual({ addresses: [property, mailing] })
    const labels = new Map(exportColumns.terms.map(({ value, label }) => [value, label]))
    const exported = [...labels.values()]
    expect(detectNames(exported)).toMatchObject({
      propertyId: 'Property ID',
      addresses: [property, expect.any(String)],
    })
    for (const [preset, { columns }] of Object.entries(presetLayouts)) {
      const header = columns.map(({ column, header }) => header ?? labels.get(column) ?? '')
      expect([preset, getHeaderError(header)]).toEqual([preset, null])
    }
  })
})

test('a file without such columns is refused by the names that are looked for and those that it has', () => {
  expect(getHeaderError(['First Name', 'Units', 'County', ''])).toBe(
    'The file needs a header with columns for an address (such as “Address”, “City”, “State” and “ZIP”, “Mailing ' +
      'Address” and “Mailing ZIP”, or “Property Address” and “Property ZIP”) or for “Property ID”; it has First Name, ' +
      'Units, County.',
  )
  expect(getHeaderError([''])).toMatch(/; it has none\.$/)
})
