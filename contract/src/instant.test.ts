import { expect, test } from 'vitest'
import { instant, rangeEnd } from './instant.ts'

const saysOf = (text: string) =>
  instant('Enter a date and time')
    .safeParse(text)
    .error?.issues.map((one) => one.message)

test.each([
  '2026-11-02T09:30:00Z',
  '2026-11-02T09:30:00.123+05:30',
  '2000-01-01T00:00:00Z',
  '1999-12-31T23:00:00-01:00',
  '9998-12-31T23:59:59.999Z',
])('%s is an instant', (text) => expect(saysOf(text)).toBeUndefined())

test.each([
  '9999-12-31T23:59:59-23:59',
  '9998-12-31T23:59:59-00:01',
  '9999-01-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
  '2000-01-01T00:00:00+00:01',
])('%s is of a year that is not taken, as UTC has it', (text) =>
  expect(saysOf(text)).toEqual(['The year must be between 2000 and 9998']),
)

test.each(['', 'today', '2026-11-02', '2026-11-02T09:30:00', '2026-02-30T00:00:00Z'])('"%s" is none', (text) =>
  expect(saysOf(text)).toContain('Enter a date and time'),
)

test('an end of a range says which, and may be of any year', () => {
  const message = 'To must be an instant like 2026-11-02T09:30:00Z'
  expect(rangeEnd('To').safeParse('soon').error?.issues).toMatchObject([{ message }])
  expect(rangeEnd('To').safeParse('0002-11-02T09:30:00Z').success).toBe(true)
})
