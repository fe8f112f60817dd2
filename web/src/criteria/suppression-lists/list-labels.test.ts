import { expect, test } from 'vitest'
import { describeUpload, formatListSize, suggestListName } from './list-labels.ts'

test('a list says its entries and what matches, as far as that is known', () => {
  expect(formatListSize({ entries: 1198, matches: 1163 })).toBe('1,198 entries, 1,163 properties match')
  expect(formatListSize({ entries: 1, matches: 1 })).toBe('1 entry, 1 property matches')
  expect(formatListSize({ entries: 2, matches: null })).toBe('2 entries')
})

test('an upload says what matches, and warns when nothing does', () => {
  expect(describeUpload({ name: 'Customers', entries: 1198, matches: 1163 })).toEqual({
    tone: 'good',
    text: '“Customers” is ready. 1,163 properties match now. New data is matched as it arrives.',
  })
  expect(describeUpload({ name: 'Customers', entries: 2, matches: null }).text).toBe(
    '“Customers” is ready. New data is matched as it arrives.',
  )
  expect(describeUpload({ name: 'Customers', entries: 2, matches: 0 })).toMatchObject({
    tone: 'warn',
    text: expect.stringContaining('no property matches it now'),
  })
  expect(describeUpload({ name: 'Do not mail', entries: 120, matches: 602 }).text).toBe(
    '“Do not mail” is ready. 602 properties match now. Each address excludes every property that is at it or whose ' +
      'owner gets mail there. New data is matched as it arrives.',
  )
})

test.each([
  ['customers_2026.csv', 'Customers 2026'],
  ['Returned mail.xlsx', 'Returned mail'],
  ['do-not-mail.v2.csv', 'Do not mail.v2'],
  ['.csv', ''],
])('a list from %s is called %j until it is renamed', (fileName, name) => {
  expect(suggestListName(fileName)).toBe(name)
})
