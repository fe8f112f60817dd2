import Bowser from 'bowser'

export type DeviceKind = 'computer' | 'phone' | 'tablet' | 'program'

export type Device = { name: string; kind: DeviceKind }

const kinds: Record<string, DeviceKind> = { desktop: 'computer', tv: 'computer', mobile: 'phone', tablet: 'tablet' }

/** `Chrome on Linux` from a browser's user agent; the first word for other programs. */
export function parseDevice(userAgent: string): Device {
  if (!userAgent.trim()) return { name: 'Unknown device', kind: 'program' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const kind = kinds[platform.type ?? '']
  const name = [browser.name, os.name].filter(Boolean).join(' on ')
  if (kind && name) return { name, kind }
  return { name: userAgent.split(/[\s/]/)[0] || 'Unknown device', kind: 'program' }
}
