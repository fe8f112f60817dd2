import { expect, test } from 'vitest'
import { formatHidden, formatInitials, formatOwner } from './owner-labels.ts'

test('a screen reader hears that an owner is hidden, and the initials', () => {
  expect(formatInitials('S••••• J••••• & A•••••')).toBe('S. J. & A.')
  expect(formatHidden('Owner', 'S••••• J•••••')).toBe('Owner hidden until purchased, initials S. J.')
  expect(formatHidden('Street', '•••••')).toBe('Street hidden until purchased')
})

test('only whole names are put in readable case', () => {
  expect(formatOwner('SAMPLER JANE', false)).toBe('Sampler Jane')
  expect(formatOwner('S••••• J•••••', true)).toBe('S••••• J•••••')
  expect(formatOwner(null, true)).toBe('–')
})
