import { expect, test } from 'vitest'
import { parsePosition } from './position.ts'

test('a typed position is parsed, and the beginning of an address is not', () => {
  expect(parsePosition(' 36.1512, -86.8533 ')).toEqual({ lat: 36.1512, lng: -86.8533 })
  expect(parsePosition('36.1512 -86.8533')).toEqual({ lat: 36.1512, lng: -86.8533 })
  for (const text of ['12 100', '36.1512', '1208 Example', '96.1, -86.8', '36.1, -186.8', ''])
    expect(parsePosition(text)).toBeUndefined()
})
