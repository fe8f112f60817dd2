import { expect, test } from 'vitest'
import { selectNextUploads, type Upload } from './select-next-uploads.ts'

const upload = (id: string, state: Upload['state']): Upload => ({ id, state, fileName: `${id}.txt`, share: 0 })

test('uploads start in order, as many as allowed at a time, and a failed one does not block the others', () => {
  const listStarted = (uploads: Upload[], atOnce: number | null) =>
    selectNextUploads(uploads, atOnce).map(({ id }) => id)
  const waiting = ['208', '615', '629'].map((id) => upload(id, 'WAITING'))
  expect(listStarted(waiting, 2)).toEqual(['208', '615'])
  expect(listStarted([upload('423', 'SENDING'), upload('731', 'FAILED'), ...waiting], 2)).toEqual(['208'])
  expect(listStarted([upload('423', 'SENDING'), upload('901', 'SENDING'), ...waiting], 2)).toEqual([])
  expect(listStarted(waiting, null)).toHaveLength(3)
})
