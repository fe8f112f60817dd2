import { expect, test } from 'vitest'
import { detectLayout, getHeaderError } from './columns-rules.ts'

test('columns are found in any order, whatever their case, spaces and punctuation', () => {
  const header =
    'E-Mail 1,Phone Type 2,PHONE_2,phone1,Phone 1 Line Type,MAIL ZIP,Owner 2 Name,owner_1,Mailing City'.split(',')
  expect(
    detectLayout([...header, 'mailing address 1', 'mailing address 2', 'Mailing State', 'FIPS', 'Parcel No.']),
  ).toEqual({
    names: [6, 7],
    mailing: { street: 9, unit: 10, city: 8, state: 11, zip: 5 },
    countyFips: 12,
    apn: 13,
    phones: [
      { number: 2, lineType: 1, called: 'phone2' },
      { number: 3, lineType: 4, called: 'phone1' },
    ],
    emails: [0],
  })
})

test('the type of a phone comes from the column of the same number, the next column or the header', () => {
  const kinds = (header: string) =>
    detectLayout(header.split(',')).phones.map(({ lineType, called }) => [lineType, called])
  expect(kinds('phone,line type')).toEqual([[1, 'phone']])
  expect(kinds('phone1,type,phone2,type')).toEqual([
    [1, 'phone1'],
    [3, 'phone2'],
  ])
  expect(kinds('Mobile 1,Landline')).toEqual([
    [undefined, 'mobile1'],
    [undefined, 'landline'],
  ])
})

test.each([
  ['owner,mailing address,mailing zip,phone'],
  ['first name,last name,mailing street,mailing city,cell 1'],
  ['county_fips,apn,email'],
  ['owner_key,phone 12'],
])('%s is a sufficient header', (header) => expect(getHeaderError(header.split(','))).toBeNull())

test.each([['owner,mailing address,phone'], ['apn,phone'], ['owner_key,fax'], ['a'], ['']])(
  '%j is not a sufficient header',
  (header) => expect(getHeaderError(header.split(','))).toMatch(/^The file needs columns for /),
)
