import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { expect, test } from 'vitest'
import { getNextStep, getReachableStep, getStepProblem, listSteps } from './setup-steps.ts'

const buildTable = (id: string): CountySetup['tables'][number] => ({
  ...{ id, fileId: id, name: '', isUsed: true, isMain: id === 'roll', isReading: false, columns: ['APN'] },
  ...{ rowCount: 2, detected: {}, choices: {}, geometry: null, crsName: null, doubts: [], message: null },
})
const file: CountySetup['files'][number] = {
  ...{ id: 'roll', fileName: 'roll.csv', fileBytes: 9, location: null, share: 1, message: null },
  origin: 'UPLOAD',
  status: 'READY',
}

const setup = {
  status: 'OPEN',
  countyFips: null,
  files: [file],
  tables: [buildTable('roll')],
  proposal: { status: 'READY', message: null, refusal: null, schemaName: null },
  documentVersion: 1,
  check: null,
} satisfies Partial<CountySetup>

test('the step of the tables is skipped when there is only one', () => {
  expect(listSteps(setup)).toEqual(['file', 'columns', 'uses', 'check', 'import'])
  const both = { ...setup, tables: [buildTable('roll'), buildTable('sales')] }
  expect([getNextStep(setup, 'file'), getNextStep(both, 'file')]).toEqual(['columns', 'tables'])
  expect(getReachableStep(setup, 'tables')).toBe('file')
})

test('an address leads no further than what is done', () => {
  expect(getReachableStep(undefined, 'check')).toBe('file')
  expect(getReachableStep({ ...setup, files: [{ ...file, status: 'READING' }] }, 'columns')).toBe('file')
  expect(getReachableStep(setup, 'import')).toBe('check')
  expect(getReachableStep({ ...setup, status: 'IMPORTED' }, 'file')).toBe('import')
})

test('each step says what is missing', () => {
  expect(getStepProblem(undefined, 'file')).toBe('Add a file to continue')
  const refused = { ...setup, documentVersion: 0, proposal: { ...setup.proposal, refusal: 'It lists vehicles.' } }
  expect(getStepProblem(refused, 'file')).toBe('This is not a county dataset')
  const left = { ...setup, tables: [{ ...buildTable('roll'), isUsed: false }] }
  expect(getStepProblem(left, 'file')).toBe('Use at least one table')
  const empty = { ...setup, tables: [{ ...buildTable('roll'), isUsed: false, rowCount: 0 }] }
  expect(getStepProblem(empty, 'file')).toBe('The file has a header and no rows. Add another file')
  const unplaced = { ...setup, documentVersion: 0 }
  expect(getStepProblem(unplaced, 'file')).toBe('Choose the county')
  expect(getStepProblem(setup, 'check')).toBe('Check the file to continue')
})
