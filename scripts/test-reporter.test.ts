import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const reporter = join(import.meta.dirname, 'lib/test-reporter.mjs')

const failing = `
  afterAll(() => { throw new Error('hook of the file') })
  describe('a group', () => {
    beforeAll(() => { throw new Error('hook of the group\\nand where') })
    test('never runs', () => {})
  })
  test('adds', () => expect(1).toBe(2))
  test('passes', () => {})
  test.skip('is left out', () => {})`

test('the report of a run names failed tests, failed hooks and files that do not load, each with its error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-test-reporter-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'failing.test.js'), failing)
  await writeFile(join(folder, 'broken.test.js'), `throw new Error('not to be loaded')`)
  const env = { ...process.env, TEST_REPORT: join(folder, 'report.json') }
  const args = [vitest, 'run', '--globals', '--root', folder, `--reporter=${reporter}`]
  await new Promise((resolve) => execFile(process.execPath, args, { env }, resolve))
  const report = JSON.parse(await readFile(env.TEST_REPORT, 'utf8'))
  expect(report).toMatchObject({ passed: 1, failed: 2, skipped: 2 })
  const failures: string[] = report.failures
  expect(failures.map((failure) => failure.replace(/^.*(?=(broken|failing)\.)/, '')).toSorted()).toEqual([
    'broken.test.js: not to be loaded',
    'failing.test.js: adds: expected 1 to be 2 // Object.is equality',
    'failing.test.js: hook of the file',
    'failing.test.js: hook of the group',
  ])
})
