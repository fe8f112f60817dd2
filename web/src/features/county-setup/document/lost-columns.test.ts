import { expect, test } from 'vitest'
import { listUnsettled } from './lost-columns.tsx'

const renamed = { place: 'USES' as const, fileId: null, column: 'LAND_USE', renamedTo: 'LANDUSE', doubt: 'Renamed' }
const gone = { ...renamed, column: 'KIND', renamedTo: null, doubt: 'Gone' }

test('a lost column is marked until another one is chosen than the suggested', () => {
  const list = (read: string[]) => listUnsettled({ proposal: { lost: [renamed, gone] }, isShown: () => true, read })
  expect(list(['LANDUSE', 'KIND'])).toEqual([renamed, gone])
  expect(list(['USE_CODE'])).toEqual([])
  expect(listUnsettled({ proposal: undefined, isShown: () => true, read: ['KIND'] })).toEqual([])
})
