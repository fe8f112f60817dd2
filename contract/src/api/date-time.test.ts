import { expect, test } from 'vitest'
import { isoDateTime, rangeBound } from './date-time.ts'

const getIssueMessages = (text: string) =>
  isoDateTime('Enter a date and time')
    .safeParse(text)
    .error?.issues.map((one) => one.message)

test.each([
  '2026-11-02T09:30:00Z',
  '2026-11-02T09:30:00.123+05:30',
  '2000-01-01T00:00:00Z',
  '1999-12-31T23:00:00-01:00',
  '9998-12-31T23:59:59.999Z',
])('%s is a valid instant', (text) => expect(getIssueMessages(text)).toBeUndefined())

test.each([
  '9999-12-31T23:59:59-23:59',
  '9998-12-31T23:59:59-00:01',
  '9999-01-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
  '2000-01-01T00:00:00+00:01',
])('%s is rejected because of its year in UTC', (text) =>
  expect(getIssueMessages(text)).toEqual(['The year must be between 2000 and 9998']),
)

test.each(['', 'today', '2026-11-02', '2026-11-02T09:30:00', '2026-02-30T00:00:00Z'])('"%s" is rejected', (text) =>
  expect(getIssueMessages(text)).toContain('Enter a date and time'),
)

test('the message of a range names its end, and any year is accepted', () => {
  const message = 'To must be an instant like 2026-11-02T09:30:00Z'
  expect(rangeBound('To').safeParse('soon').error?.issues).toMatchObject([{ message }])
  expect(rangeBound('To').safeParse('0002-11-02T09:30:00Z').success).toBe(true)
})
