import { expect, test } from 'vitest'
import { listUnplacedFiles } from './dataset-formats.ts'
import { buildPlanSchema, toPlan, toPlanValues } from './plan-form.ts'

const sourceFiles = ['parcels', 'sales']
const empty = toPlanValues({ sourceFiles, refresh: null })

test('a new plan is weekly, and asks where each file is', () => {
  expect(toPlan({ ...empty, locations: [' https://a.example/p.csv ', 'sales-*.csv'] }, sourceFiles)).toEqual({
    locations: [
      { file: 'parcels', location: 'https://a.example/p.csv' },
      { file: 'sales', location: 'sales-*.csv' },
    ],
    schedule: { every: 'WEEK', weekday: 1, hour: 6 },
  })
})

test.each([
  { every: 'DAY', hour: 4 },
  { every: 'MONTH', day: 3, hour: 7 },
  { every: 'CRON', cron: '30 6 * * 1' },
  null,
] as const)('the schedule %o is shown and saved as it is', (schedule) => {
  const locations = sourceFiles.map((file) => ({ file, location: 'a.csv' }))
  const idle = { nextRunAt: null, pauseReason: null, lastRunAt: null, lastOutcome: null, lastMessage: null }
  const refresh = { locations, schedule, ...idle }
  expect(toPlan(toPlanValues({ sourceFiles, refresh }), sourceFiles)).toEqual({ locations, schedule })
})

test('errors appear at the fields that they are about', () => {
  const values = { ...empty, locations: ['a.csv', ''], every: 'CRON', cron: 'daily' }
  const { error } = buildPlanSchema(sourceFiles).safeParse(values)
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['locations.1', 'Give an https:// URL, an s3:// object, or a file below the import folder'],
    ['cron', 'Give a cron expression of five parts, such as 30 6 * * 1'],
  ])
})

test('a new plan starts with the locations that the files came from, and a saved one keeps its own', () => {
  const loadedFrom = [{ file: 'sales', location: 'davidson/sales.csv' }]
  expect(toPlanValues({ sourceFiles, refresh: null }, loadedFrom).locations).toEqual(['', 'davidson/sales.csv'])
  const locations = sourceFiles.map((file) => ({ file, location: 'a.csv' }))
  const idle = { nextRunAt: null, pauseReason: null, lastRunAt: null, lastOutcome: null, lastMessage: null }
  const planned = { sourceFiles, refresh: { locations, schedule: null, ...idle } }
  expect(toPlanValues(planned, loadedFrom).locations).toEqual(['a.csv', 'a.csv'])
  const added = { sourceFiles, refresh: { ...planned.refresh, locations: locations.slice(0, 1) } }
  expect(toPlanValues(added, loadedFrom).locations).toEqual(['a.csv', 'davidson/sales.csv'])
  expect([listUnplacedFiles(planned), listUnplacedFiles(added)]).toEqual([[], ['sales']])
})
