import { expect, test } from 'vitest'
import { type DncDraft, draftSchema, emptyDraft, toImportQuery } from './import-draft.ts'

const file = new File(['615,5550142'], '615.txt')
const good: DncDraft = { ...emptyDraft, san: '10000-0000001', accessedOn: '2026-11-01', file }

function faults(draft: DncDraft) {
  const { error } = draftSchema('2026-11-02').safeParse(draft)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('nothing filled in, each field says what it wants', () => {
  expect(faults(emptyDraft)).toEqual({
    san: 'Enter the subscription account number',
    accessedOn: 'Enter the day on which the list was fetched',
    file: 'Choose a file',
  })
})

test('a list is of a day that was, under an account number that may be one', () => {
  expect(faults(good)).toEqual({})
  expect(faults({ ...good, accessedOn: '2026-11-02' })).toEqual({})
  expect(faults({ ...good, accessedOn: '2026-11-03' })).toEqual({
    accessedOn: 'A list cannot have been fetched on a day to come',
  })
  expect(faults({ ...good, san: '12' })).toEqual({ san: 'A subscription account number is like 10000-0000001' })
})

test('a state list names its state, and no account number is sent with it', () => {
  expect(faults({ ...good, list: 'STATE' })).toEqual({ state: 'Choose a state' })
  expect(toImportQuery({ ...good, list: 'STATE', state: 'TN' })).toEqual({
    list: 'STATE',
    kind: 'FULL',
    state: 'TN',
    accessedOn: '2026-11-01',
    fileName: '615.txt',
  })
})
