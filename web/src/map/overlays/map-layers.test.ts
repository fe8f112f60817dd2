import { expect, test } from 'vitest'
import { formatMapLayers, overlays, parseMapLayers } from './map-layers.ts'

test('the layers of a map come back from its URL, and the usual ones need no words in it', () => {
  for (const { key: overlay } of overlays)
    for (const matches of [true, false])
      for (const parcels of [true, false]) {
        const layers = { matches, parcels, overlay }
        expect(parseMapLayers(formatMapLayers(layers), true)).toEqual(layers)
      }
  expect(formatMapLayers(parseMapLayers(undefined, true))).toBeUndefined()
  expect(parseMapLayers('nonsense.prices', true)).toEqual({ matches: true, parcels: true, overlay: 'prices' })
})

test('an administrator, who has no leads, gets no layer of them from a URL', () => {
  expect(parseMapLayers('leads', false)).toEqual({ matches: true, parcels: true, overlay: 'none' })
})
