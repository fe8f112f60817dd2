import { expect, test } from 'vitest'
import { buildDncDraftSchema, type DncDraft, emptyDraft, toImportQuery } from './import-draft.ts'

const file = new File(['615,5550142'], '615.txt')
const validDraft: DncDraft = { ...emptyDraft, san: '10000-0000001', accessedOn: '2026-11-01', file }

function listErrors(draft: DncDraft) {
  const { error } = buildDncDraftSchema('2026-11-02').safeParse(draft)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('an empty form reports an error on each field', () => {
  expect(listErrors(emptyDraft)).toEqual({
    san: 'Enter the subscription account number',
    accessedOn: 'Enter the day on which the list was fetched',
    file: 'Choose a file',
  })
})

test('a list needs a date no later than today and a valid account number', () => {
  expect(listErrors(validDraft)).toEqual({})
  expect(listErrors({ ...validDraft, accessedOn: '2026-11-02' })).toEqual({})
  expect(listErrors({ ...validDraft, accessedOn: '2026-11-03' })).toEqual({
    accessedOn: 'Enter a day that is not in the future',
  })
  expect(listErrors({ ...validDraft, san: '12' })).toEqual({
    san: 'A subscription account number is like 10000-0000001',
  })
})

test('a state list needs its state and sends no account number', () => {
  expect(listErrors({ ...validDraft, list: 'STATE' })).toEqual({ state: 'Choose a state' })
  expect(toImportQuery({ ...validDraft, list: 'STATE', state: 'TN' })).toEqual({
    list: 'STATE',
    kind: 'FULL',
    state: 'TN',
    accessedOn: '2026-11-01',
    fileName: '615.txt',
  })
})
