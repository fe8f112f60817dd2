import { expect, test } from 'vitest'
import { field, makeDocument } from './compile/read-field.fixture.ts'
import { previewFields } from './preview-fields.ts'

test('examples show cells before and values after, of joined files too, filled and different ones first', () => {
  const source = makeDocument({
    files: [{ id: 'roll', unknown: ['NA'] }, { id: 'buildings' }],
    joins: [{ file: 'buildings', on: [{ column: 'PIN', equals: 'PARCEL' }], take: { rows: 'FIRST' } }],
    property: {
      isVacant: field('VACANT'),
      yearBuilt: field('buildings.YEAR'),
      situsAddress: field(['HOUSE', 'buildings.STREET'], { type: 'JOIN' }),
      lotSqft: field('A', { type: 'FULL_AND_HALF' }), // A draft may be wrong in places.
    },
  })
  const tables = [
    {
      id: 'roll',
      header: ['PIN', 'VACANT', 'HOUSE'],
      rows: [
        ['1', 'NA', '12'],
        ['2', 'Y', ''],
        ['3', 'Y', '14'],
        ['4', '?', ''],
      ],
    },
    {
      id: 'buildings',
      header: ['PARCEL', 'YEAR', 'STREET'],
      rows: [
        ['1', '1925', 'EXAMPLE LN'],
        ['9', '2987', ''],
      ],
    },
  ]
  const previews = previewFields(source, tables, '2026-11-20')
  const examples = Object.fromEntries(
    previews.map((preview) => [`${preview.group}.${preview.field}`, preview.examples]),
  )
  expect(examples).toMatchObject({
    'key.key': [{ value: '1' }, { value: '2' }, { value: '3' }, { value: '4' }],
    'property.isVacant': [
      { cells: ['Y'], value: 'Yes', isImplausible: false },
      { cells: ['?'], value: null, isImplausible: true },
    ],
    'property.yearBuilt': [
      { cells: ['1925'], value: '1925' },
      { cells: ['2987'], value: null, isImplausible: true },
    ],
    'property.situsAddress': [
      { cells: ['12', 'EXAMPLE LN'], value: '12 EXAMPLE LN' },
      { cells: ['14', ''], value: '14' },
    ],
  })
  expect(examples).not.toHaveProperty('property.lotSqft')
})

test.each([
  ['8/5/2019', '12/1/2003'],
  ['2019', '900'],
  ['10-MAR-2019 00:00', '02-AUG-2003 00:00'],
])('of several rows with a key, the example is of the one that the import takes: %s before %s', (latest, earlier) => {
  const source = makeDocument({
    files: [{ id: 'roll' }, { id: 'sales' }],
    joins: [{ file: 'sales', on: [{ column: 'PIN', equals: 'PARCEL' }], take: { rows: 'LATEST', by: 'SEEN' } }],
    property: { situsAddress: field(['HOUSE', 'sales.STREET'], { type: 'JOIN' }) },
  })
  const rows = [
    ['1', earlier, 'EXAMPLE LN'],
    ['1', latest, 'SAMPLE ST'],
    ['1', '', 'ORCHARD RD'],
  ]
  const tables = [
    { id: 'roll', header: ['PIN', 'HOUSE'], rows: [['1', '12']] },
    { id: 'sales', header: ['PARCEL', 'SEEN', 'STREET'], rows },
  ]
  const preview = previewFields(source, tables, '2026-11-20').find(({ group }) => group === 'property')
  expect(preview?.examples.map(({ value }) => value)).toEqual(['12 SAMPLE ST'])
})

test('a column that is slow to read is read for its share of a second, and others to their end', () => {
  const clock = { ms: 0 }
  const property = { zoning: field('SLOW'), subdivision: field('QUICK'), yearBuilt: field('YEAR') }
  const rows = Array.from({ length: 1_000 }, (_, at) => {
    const row = [String(at), '', ...(at < 999 ? ['', ''] : ['SAMPLE', '1925'])]
    const readSlowly = () => {
      clock.ms += 10
      return at < 999 ? '' : 'R1'
    }
    return Object.defineProperty(row, 1, { get: readSlowly })
  })
  const tables = [{ id: 'roll', header: ['PIN', 'SLOW', 'QUICK', 'YEAR'], rows }]
  const previews = previewFields(makeDocument({ property }), tables, '2026-11-20', () => clock.ms)
  const values = Object.fromEntries(previews.map((one) => [one.field, one.examples.map(({ value }) => value)]))
  expect(values).toMatchObject({ zoning: [null], subdivision: ['SAMPLE'], yearBuilt: ['1925'] })
  // 250 ms of the four fields' second.
  expect(clock.ms).toBeLessThan(300)
})

test('slow patterns over long cells of one value do not stop the columns after them from being read', () => {
  const slow = field('TEXT', { type: 'CAPTURE', pattern: '(?:[A-Z ]?){240}$' })
  const property = { zoning: slow, subdivision: slow, condition: slow, yearBuilt: field('YEAR') }
  const rows = Array.from({ length: 5_000 }, (_, at) => [String(at), 'SAMPLE 1'.repeat(40), at < 4_999 ? '' : '1925'])
  const previews = previewFields(
    makeDocument({ property }),
    [{ id: 'roll', header: ['PIN', 'TEXT', 'YEAR'], rows }],
    '2026-11-20',
  )
  expect(previews.find((preview) => preview.field === 'zoning')).toMatchObject({ examples: [{ value: null }] })
  expect(previews.find((preview) => preview.field === 'yearBuilt')).toMatchObject({ examples: [{ value: '1925' }] })
})
