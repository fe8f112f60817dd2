import { expect, test } from 'vitest'
import { listTilesAt } from './drawn-tiles.ts'

test('a place is in one tile of each zoom of parcels', () => {
  expect(listTilesAt({ lat: 36.1627, lng: -86.7816 })).toEqual(['14/4242/6424', '15/8484/12849', '16/16969/25698'])
})
