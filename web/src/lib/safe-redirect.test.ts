import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test.each(['/', '/portal', '/portal/campaigns?page=2&search=%22oak%20st%22', '/portal#facts'])('%s stays', (path) => {
  expect(safeRedirect(path)).toBe(path)
})

test.each([
  undefined,
  '',
  'portal',
  '//evil',
  '///evil',
  '/\\evil',
  '\\\\evil',
  '/%09/evil',
  '/\t/evil',
  '/%5Cevil',
  '/%2Fevil',
  '/%0a/evil',
  'https:evil',
  'https://evil',
  'javascript:alert(1)',
  '/%',
  ' /portal',
])('%s is refused', (path) => {
  expect(safeRedirect(path)).toBeUndefined()
})
