import { roles } from '@dooryard/contract/api/roles'
import { expect, test } from 'vitest'
import { listGoKeys } from './go-keys.ts'
import { listShortcutAreas } from './shortcut-areas.ts'

test.each(roles)('each letter after G leads %s to one screen, and is no shortcut of its own', (role) => {
  const letters = listGoKeys(role).map(({ letter }) => letter)
  expect(letters).toContain('H')
  expect(new Set(letters).size).toBe(letters.length)
  for (const letter of ['M', 'T', 'F', 'G', '/', '?']) expect(letters).not.toContain(letter)
})

test('a role sees the shortcuts of its own screens only', () => {
  const listTitles = (role: (typeof roles)[number]) => listShortcutAreas(role, 'Ctrl').map(({ title }) => title)
  expect(listTitles('CONSUMER_USER')).toContain('Lead finder')
  expect(listTitles('ENTERPRISE_USER')).toEqual(['Everywhere', 'Go to', 'Lists', 'Today'])
  expect(listTitles('AFFILIATE_USER')).toEqual(['Everywhere', 'Go to'])
})
