import { describe, expect, test } from 'vitest'
import { isOpenIn, sidebarCookie } from './use-sidebar.ts'

describe('whether the sidebar is open', () => {
  test('is kept for a week in a cookie of this host alone, which an encrypted site sends by TLS only', () => {
    expect(sidebarCookie(false, 'https:')).toBe(
      '__Host-sidebar_state=false; path=/; max-age=604800; samesite=strict; secure',
    )
  })

  test('is kept without TLS where there is none, as on the own machine', () => {
    expect(sidebarCookie(true, 'http:')).toBe('sidebar_state=true; path=/; max-age=604800; samesite=strict')
  })

  test.each(['https:', 'http:'])('is read from where it was written: %s', (protocol) => {
    const written = (isOpen: boolean) => `other=1; ${sidebarCookie(isOpen, protocol).split(';')[0]}`
    expect(isOpenIn(written(false), protocol)).toBe(false)
    expect(isOpenIn(written(true), protocol)).toBe(true)
    expect(isOpenIn('', protocol)).toBe(true)
  })
})
