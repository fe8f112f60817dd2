import { expect, test } from 'vitest'
import { formatMapView, parseMapView } from './finder-state.ts'

test('a map view survives a round trip through the URL', () => {
  const text = formatMapView({ lat: 36.151_234_9, lng: -86.853_3, zoom: 11.256 })
  expect(text).toBe('36.15123,-86.8533,11.26')
  expect(parseMapView(text)).toEqual({ lat: 36.15123, lng: -86.8533, zoom: 11.26 })
})

test.each(['', ',,', '36,-86', '91,0,3', '0,181,3', '0,0,-1', '0,0,25', '1,2,3,4', 'here', '36,,4'])(
  'an invalid map view %j is ignored',
  (text) => {
    expect(parseMapView(text)).toBeUndefined()
  },
)
