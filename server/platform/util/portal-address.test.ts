import { expect, test } from 'vitest'
import { getPortalAddress, toCallersPortal } from './portal-address.ts'

const local = { publicUrl: 'http://localhost:3000' }
const live = { publicUrl: 'https://portal.example.com', publicAliases: ['https://www.example.com'] }

test.each([
  [local, 'http://127.0.0.1:3000'],
  [local, 'http://[::1]:3000'],
  [local, 'http://localhost:3000'],
  [{ publicUrl: 'http://127.0.0.1:3000' }, 'http://localhost:3000'],
  [live, 'https://www.example.com'],
])('with %j a caller from %s stays there', (portal, origin) => {
  expect(getPortalAddress(origin, portal)).toBe(origin)
})

test.each([
  [local, undefined],
  [local, 'null'],
  [local, 'http://127.0.0.1:3001'],
  [local, 'https://127.0.0.1:3000'],
  [local, 'http://127.0.0.1.evil.test:3000'],
  [local, 'http://192.168.1.5:3000'],
  [local, 'http://localhost:3000@evil.test'],
  [local, 'http://127.0.0.1:3000/portal'],
  [live, 'http://127.0.0.1:3000'],
  [live, 'https://portal.example.com.evil.test'],
  [live, 'http://www.example.com'],
])('with %j a caller from %s is sent to the public address', (portal, origin) => {
  expect(getPortalAddress(origin, portal)).toBe(portal.publicUrl)
})

test.each([
  ['https://portal.example.com', 'https://www.example.com', 'https://www.example.com'],
  ['https://portal.example.com', 'http://www.example.com', 'https://portal.example.com'],
  ['https://portal.example.com', undefined, 'https://portal.example.com'],
  ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://portal.example.com', 'https://www.example.com', 'https://www.example.com'],
])('with %s a mail that a caller from %s asked for names %s', (publicUrl, portalAddress, named) => {
  expect(toCallersPortal({ publicUrl, portalAddress })).toEqual({ publicUrl: named })
})
