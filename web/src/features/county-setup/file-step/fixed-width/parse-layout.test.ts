import { expect, test } from 'vitest'
import { formatColumns, toggleStart } from './fixed-columns.ts'
import { parseLayout } from './parse-layout.ts'

const columns = [
  { name: 'PARCEL', start: 1, length: 12 },
  { name: 'OWNER NAME', start: 13, length: 30 },
  { name: 'VALUE', start: 43, length: 9 },
]

test.each([
  ['the list of the screen', formatColumns(columns)],
  ['a header with start and length', 'Field Name,Start,Length\nPARCEL,1,12\nOWNER NAME,13,30\nVALUE,43,9\n'],
  [
    'a header with start and end',
    'No.\tField\tBegin\tEnd\n1\tPARCEL\t1\t12\n2\tOWNER NAME\t13\t42\n3\tVALUE\t43\t51\n',
  ],
  ['a header with ranges', 'Name|Position|Length\nPARCEL|1-12|12\nOWNER NAME|13-42|30\nVALUE|43-51|9'],
  ['lengths alone', 'Column;Width\r\nPARCEL;12\r\nOWNER NAME;30\r\nVALUE;9'],
  [
    'blanks, ranges and no header',
    'ASSESSMENT FILE LAYOUT\n\nPARCEL       1-12\nOWNER NAME   13-42\nVALUE        43-51',
  ],
  ['first and last characters without a header', 'PARCEL 1 12\nOWNER NAME 13 42\nVALUE 43 51'],
  [
    'a header with numbers of the fields',
    'Field No,Field Name,Start,End,Length\n1,PARCEL,1,12,12\n2,OWNER NAME,13,42,30\n3,VALUE,43,51,9',
  ],
  ['lines below a title with a year', 'Columns for tax year 2025\nPARCEL  1  12\nOWNER NAME  13  30\nVALUE  43  9'],
  ['lengths below a title with a year', 'Roll of 2025\nPARCEL 12\nOWNER NAME 30\nVALUE 9'],
  [
    'quoted descriptions',
    'PARCEL,"Parcel number",C,1,12\nOWNER NAME,"Owner name, last first",C,13,30\nVALUE,,N,43,9\n',
  ],
  ['numbered lines', '1  PARCEL  1  12\n2  OWNER NAME  13  30\n3 VALUE 43 9'],
])('a layout is read from %s', (_, text) => {
  expect(parseLayout(text)).toEqual({ columns })
})

test('a layout without columns, or with columns that overlap, is refused with the place', () => {
  expect(parseLayout('About this file')).toMatchObject({ problem: expect.stringMatching(/^No columns were found/) })
  expect(parseLayout('A, 1, 5\nB, 4, 2')).toEqual({ problem: 'The column B begins within the one before it.' })
  expect(parseLayout('A, 1, 5\nB, 6\nC, 8, 2')).toEqual({
    problem: expect.stringMatching(/^The line of B has 1 number/),
  })
  expect(parseLayout('A, 0, 5\nB, 6, 2')).toMatchObject({ problem: expect.stringMatching(/^The column A/) })
})

test('a sign of inches is no quote', () => {
  expect(parseLayout('PIPE 5", 1, 3\nVALUE, 4, 2')).toMatchObject({ columns: [{ start: 1, length: 3 }, { start: 4 }] })
})

test('columns with their first character alone reach to the next one', () => {
  const text = 'Name,Start\nPARCEL,1\nOWNER NAME,13\nVALUE,43'
  const [parcel, owner, value] = columns
  expect(parseLayout(text)).toEqual({ columns: [parcel, owner, { ...value, length: 4_000 }] })
})

test('a click splits a column, and a click on its beginning joins it to the one before', () => {
  const split = toggleStart(columns, 20)
  expect(split.map(({ name, start, length }) => [name, start, length])).toEqual([
    ['PARCEL', 1, 12],
    ['OWNER NAME', 13, 7],
    ['Column 4', 20, 23],
    ['VALUE', 43, 9],
  ])
  expect(toggleStart(split, 20)).toEqual(columns)
  expect(toggleStart(columns, 1)).toEqual(columns.slice(1))
  expect(toggleStart([], 1)).toEqual([{ name: 'Column 1', start: 1, length: 4000 }])
})
