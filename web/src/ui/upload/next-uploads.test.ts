import { expect, test } from 'vitest'
import { nextUploads, type Upload } from './next-uploads.ts'

const upload = (id: string, state: Upload['state']): Upload => ({ id, state, fileName: `${id}.txt`, share: 0 })

test('uploads begin in their order, as many as may be at a time; a failed one holds nobody up', () => {
  const begun = (uploads: Upload[], atOnce: number | null) => nextUploads(uploads, atOnce).map(({ id }) => id)
  const waiting = ['208', '615', '629'].map((id) => upload(id, 'WAITING'))
  expect(begun(waiting, 2)).toEqual(['208', '615'])
  expect(begun([upload('423', 'SENDING'), upload('731', 'FAILED'), ...waiting], 2)).toEqual(['208'])
  expect(begun([upload('423', 'SENDING'), upload('901', 'SENDING'), ...waiting], 2)).toEqual([])
  expect(begun(waiting, null)).toHaveLength(3)
})
