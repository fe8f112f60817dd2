import { describe, expect, test } from 'vitest'
import { buildSidebarCookie, isSidebarOpen } from './use-sidebar.ts'

describe('whether the sidebar is open', () => {
  test('is stored for a week in a cookie of this host alone, sent over TLS only on an HTTPS site', () => {
    expect(buildSidebarCookie(false, 'https:')).toBe(
      '__Host-sidebar_state=false; path=/; max-age=604800; samesite=strict; secure',
    )
  })

  test('is stored without TLS where there is none, as on localhost', () => {
    expect(buildSidebarCookie(true, 'http:')).toBe('sidebar_state=true; path=/; max-age=604800; samesite=strict')
  })

  test.each(['https:', 'http:'])('is read from where it was stored: %s', (protocol) => {
    const written = (isOpen: boolean) => `other=1; ${buildSidebarCookie(isOpen, protocol).split(';')[0]}`
    expect(isSidebarOpen(written(false), protocol)).toBe(false)
    expect(isSidebarOpen(written(true), protocol)).toBe(true)
    expect(isSidebarOpen('', protocol)).toBe(true)
  })
})
