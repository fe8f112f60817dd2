import { expect, test } from 'vitest'
import { toSafeRedirect } from './safe-redirect.ts'

const paths = ['/', '/portal', '/portal/campaigns?page=2&search=%22oak%20st%22', '/portal#facts', '/portal/../terms']

const attacks = [
  '//evil',
  '///evil',
  '/\\evil',
  '\\\\evil',
  '/%09/evil',
  '/\t/evil',
  '/%5Cevil',
  '/%2Fevil',
  '/%0a/evil',
  '/..//evil',
  '/.//evil',
  '/portal/..//evil',
  '/%2e%2e//evil',
  '/%2E//evil',
  '/%252e%252e//evil',
  'https:evil',
  'https://evil',
  'javascript:alert(1)',
]

test.each(paths)('%s is kept', (path) => {
  expect(toSafeRedirect(path)).toBe(path)
})

test.each([undefined, '', 'portal', ' /portal', '/%', ...attacks])('%s is rejected', (path) => {
  expect(toSafeRedirect(path)).toBeUndefined()
})

test('some of these bypass a guard that only checks for a leading slash', () => {
  const site = 'https://portal.example.com'
  const leaves = (path: string) => new URL(path, site).origin !== site
  expect(attacks.filter((path) => path.startsWith('/') && leaves(path))).toEqual([
    '//evil',
    '///evil',
    '/\\evil',
    '/\t/evil',
  ])
})
