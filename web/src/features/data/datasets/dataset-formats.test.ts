import type { DatasetVersion } from '@dooryard/contract/data/datasets/versions'
import { expect, test } from 'vitest'
import { formatVersionOutcome } from './dataset-formats.ts'

const loaded = {
  status: 'LOADED',
  message: null,
  reasons: ['The file has 15% fewer rows that can be used: 17 instead of 20.', 'Year built is filled in fewer rows.'],
  changes: { added: 2, removed: 1, sold: 0, ownerChanged: 0, valueChanged: 0 },
  decidedBy: null,
  rowsRead: 21,
  rowsRejected: 1,
} as unknown as DatasetVersion

test.each([
  [{}, '21 rows, 1 rejected. 2 added, 1 removed.'],
  [{ decidedBy: 'ada@example.com' }, '21 rows, 1 rejected. 2 added, 1 removed. Accepted by ada@example.com.'],
  [
    { status: 'REJECTED', decidedBy: 'ada@example.com' },
    'The file has 15% fewer rows that can be used: 17 instead of 20. 1 further reason. Rejected by ada@example.com.',
  ],
] as const)(
  'the result of a version says its rows and changes, or why it was not loaded, and who decided: %o',
  (own, text) => expect(formatVersionOutcome({ ...loaded, ...own })).toBe(text),
)
