import { describe, expect, test } from 'vitest'
import {
  formatAddressRange,
  getClientAddress,
  isAddressAllowed,
  parseAddressRange,
  toAddressBlock,
} from './client-address.ts'

const parseRanges = (...texts: string[]) =>
  texts.map((text) => parseAddressRange(text) ?? expect.fail(`${text} is no range`))

const proxy = '10.0.0.5'
const trusted = parseRanges('10.0.0.0/8', '2001:db8:aaaa::/48')

describe('the client address', () => {
  test.each<[what: string, peer: string, forwardedFor: string | undefined, expected: string]>([
    ['the peer, where it is nobody trusted', '203.0.113.9', undefined, '203.0.113.9'],
    ['still the peer, whatever that claims', '203.0.113.9', '1.2.3.4, 10.0.0.7', '203.0.113.9'],
    ['whom a trusted proxy names', proxy, '203.0.113.9', '203.0.113.9'],
    ['the last that a trusted proxy did not write', proxy, '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['past as many proxies as are trusted', proxy, '1.2.3.4,203.0.113.9 , 10.9.9.9,2001:db8:aaaa::1', '203.0.113.9'],
    ['the first hop, where all are trusted', proxy, '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['the proxy, where it names nobody', proxy, undefined, proxy],
    ['the proxy, where it names nothing', proxy, '', proxy],
    ['the last good hop before what is no address', proxy, '203.0.113.9, unknown, 10.0.0.7', '10.0.0.7'],
    ['the last good hop before a port', proxy, '203.0.113.9:4711', proxy],
    ['no address in octal, hexadecimal or short', proxy, '0313.0.0161.9', proxy],
    ['no number', proxy, '3405803785', proxy],
    ['the IPv4 that an IPv6 spells', '::ffff:10.0.0.5', '::ffff:203.0.113.9', '203.0.113.9'],
    ['IPv6 in one form', proxy, '2001:0DB8:0:0::0001', '2001:db8::1'],
    ['nowhere, when the connection is gone', '', '203.0.113.9', ''],
  ])('%s', (_, peer, forwardedFor, expected) => {
    expect(getClientAddress(peer, forwardedFor, trusted)).toBe(expected)
  })

  test('a forged header of ten thousand hops changes nothing', () => {
    expect(getClientAddress('203.0.113.9', '10.0.0.1,'.repeat(10_000), trusted)).toBe('203.0.113.9')
  })
})

describe('an address range', () => {
  test.each([
    '',
    'proxy',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '::/129',
    '::ffff:10.0.0.0/95',
  ])('rejects %j', (text) => expect(parseAddressRange(text)).toBeNull())

  test('is a single address, or all with the same prefix, in either notation', () => {
    expect(getClientAddress('10.0.0.5', '203.0.113.9', parseRanges('10.0.0.5'))).toBe('203.0.113.9')
    expect(getClientAddress('10.0.0.6', '203.0.113.9', parseRanges('10.0.0.5'))).toBe('10.0.0.6')
    expect(getClientAddress('10.0.0.6', '203.0.113.9', parseRanges('::ffff:10.0.0.0/104'))).toBe('203.0.113.9')
    expect(getClientAddress('11.0.0.6', '203.0.113.9', parseRanges('::ffff:10.0.0.0/104'))).toBe('11.0.0.6')
    expect(getClientAddress('2001:db8::7', '203.0.113.9', parseRanges('0.0.0.0/0'))).toBe('2001:db8::7')
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.77/24', '203.0.113.0/24'],
  ['::ffff:203.0.113.77/120', '203.0.113.0/24'],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
  ['203.0.113.7/33', null],
  ['example.com', null],
])('%s is written as %s', (text, expected) => expect(formatAddressRange(text)).toBe(expected))

test('an address is allowed if one of the ranges has it', () => {
  const allowed = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.9']
  for (const address of ['203.0.113.255', '::ffff:203.0.113.1', '2001:db8:1::5', '198.51.100.9'])
    expect(isAddressAllowed(address, allowed)).toBe(true)
  for (const address of ['203.0.114.0', '2001:db9::', '198.51.100.8', ''])
    expect(isAddressAllowed(address, allowed)).toBe(false)
})

test('the addresses of one customer are one unit: a /64 of IPv6, a single IPv4', () => {
  expect(toAddressBlock('2001:db8:1:2::1')).toBe(toAddressBlock('2001:db8:1:2:ffff:ffff:ffff:ffff'))
  expect(toAddressBlock('2001:db8:1:3::1')).not.toBe(toAddressBlock('2001:db8:1:2::1'))
  expect(toAddressBlock('203.0.113.9')).not.toBe(toAddressBlock('203.0.113.8'))
})
