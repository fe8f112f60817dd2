import { expect, test } from 'vitest'
import { hostOnly, withoutAddress } from './address-rules.ts'

test.each([
  ['https://hooks.example.com/in/3f9c2a71b0', 'https://hooks.example.com/…'],
  ['https://hooks.example.com/?key=3f9c2a71b0', 'https://hooks.example.com/…'],
  ['https://casey:3f9c2a71b0@hooks.example.com:8443/in', 'https://hooks.example.com:8443/…'],
  ['https://hooks.example.com/', 'https://hooks.example.com/'],
])('%s is shown as %s', (url, shown) => {
  expect(hostOnly(url)).toBe(shown)
})

const url = 'https://hooks.example.com/services/T024%20A/3f9c2a71b0?key=s3cr3t-of-casey'

test.each([
  ['Cannot POST /services/T024%20A/3f9c2a71b0?key=s3cr3t-of-casey', 'Cannot POST …'],
  ['Cannot POST /services/T024 A/3f9c2a71b0', 'Cannot POST …'],
  [`{"url":"${url}"}`, '{"url":"…"}'],
  ['no hook 3f9c2a71b0 for s3cr3t-of-casey', 'no hook … for …'],
  ['{"ok":true}', '{"ok":true}'],
])('%s is shown as %s', (text, shown) => {
  expect(withoutAddress(text, url)).toBe(shown)
})

test('an address without a path takes nothing out of a text', () => {
  expect(withoutAddress('/ is here', 'https://hooks.example.com/')).toBe('/ is here')
})
