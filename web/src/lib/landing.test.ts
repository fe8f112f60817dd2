import { expect, test } from 'vitest'
import { landingAfterSignIn, landingOfHome, mayEnter } from './landing.ts'

test.each([
  ['CONSUMER_USER', undefined, '/portal/campaigns/create'],
  ['ENTERPRISE_USER', undefined, '/portal/campaigns/create'],
  ['SUPER_ADMIN', undefined, '/portal'],
  ['AFFILIATE_USER', undefined, '/portal'],
  ['ENTERPRISE_USER', '/portal/campaigns?page=2', '/portal/campaigns?page=2'],
  ['SUPER_ADMIN', '/portal/lead-finder', '/portal/lead-finder'],
  ['ENTERPRISE_USER', '//evil.example', '/portal/campaigns/create'],
  ['AFFILIATE_USER', 'https:evil.example', '/portal'],
] as const)('%s signing in with redirect %s lands on %s', (role, redirect, landing) => {
  expect(landingAfterSignIn(role, redirect)).toBe(landing)
})

test('the site root leads to the orders screen, or to the login of those who are not signed in', () => {
  expect(landingOfHome(true)).toBe('/portal/campaigns')
  expect(landingOfHome(false)).toBe('/login')
})

test('an area admits its roles and nobody else', () => {
  expect(mayEnter('ENTERPRISE_USER', ['ENTERPRISE_USER'])).toBe(true)
  expect(mayEnter('CONSUMER_USER', ['ENTERPRISE_USER'])).toBe(false)
  expect(mayEnter(undefined, ['ENTERPRISE_USER'])).toBe(false)
})
