import { expect, test } from 'vitest'
import { hidePath } from './url-rules.ts'

test.each([
  ['https://hooks.example.com/in/3f9c2a71b0', 'https://hooks.example.com/…'],
  ['https://hooks.example.com/?key=3f9c2a71b0', 'https://hooks.example.com/…'],
  ['https://casey:3f9c2a71b0@hooks.example.com:8443/in', 'https://hooks.example.com:8443/…'],
  ['https://hooks.example.com/', 'https://hooks.example.com/'],
])('%s is shown as %s', (url, shown) => {
  expect(hidePath(url)).toBe(shown)
})
