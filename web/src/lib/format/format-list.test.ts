import { expect, test } from 'vitest'
import { formatList } from './format-list.ts'

test('lists are joined like a sentence, and long ones are shortened', () => {
  expect(formatList(['LLC'])).toBe('LLC')
  expect(formatList(['LLC', 'Trust'])).toBe('LLC or Trust')
  expect(formatList(['LLC', 'Trust', 'Estate'])).toBe('LLC, Trust or Estate')
  expect(formatList(['A', 'B', 'C', 'D', 'E'])).toBe('A, B and 3 more')
  expect(formatList(['A', 'B'], 'and')).toBe('A and B')
})
