import { expect, test } from 'vitest'
import { readMapView, writeMapView } from './finder-state.ts'

test('where the map looks survives the address', () => {
  const text = writeMapView({ lat: 36.151_234_9, lng: -86.853_3, zoom: 11.256 })
  expect(text).toBe('36.15123,-86.8533,11.26')
  expect(readMapView(text)).toEqual({ lat: 36.15123, lng: -86.8533, zoom: 11.26 })
})

test.each(['', ',,', '36,-86', '91,0,3', '0,181,3', '0,0,-1', '0,0,25', '1,2,3,4', 'here', '36,,4'])(
  'an address that says %j of the map says nothing',
  (text) => {
    expect(readMapView(text)).toBeUndefined()
  },
)
