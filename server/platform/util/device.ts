import Bowser from 'bowser'

/** `Chrome on Linux` from a browser's user agent; the first word for other programs. Without versions. */
export function formatDevice(userAgent: string): string {
  if (!userAgent.trim()) return 'Unknown device'
  const { browser, os, platform } = Bowser.parse(userAgent)
  const name = [browser.name, os.name].filter(Boolean).join(' on ')
  if (platform.type && name) return name
  return userAgent.split(/[\s/]/)[0] || 'Unknown device'
}
