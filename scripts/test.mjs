import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { buildWebWhenStale } from './lib/build-web.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { fail, ownNode, root, run } from './lib/run.mjs'
import { selectTests } from './lib/select-tests.mjs'

// npm test: the checks and all tests. With words, only the tests that match them. The end of the output names what
// failed; the last line has the counts; the exit status is the result.

// A file that still runs when all others are done delays the run. It may take 40 s of the eleven minutes that all
// tests may take, and the same share on a slower machine.
const longestFileSeconds = 40
const longestFileShare = longestFileSeconds / (11 * 60)
// The default run always uses the same order. Other orders are covered by the torture tests, or by setting TEST_SEED.
const gateSeed = 37_242_307
const isTorture = Boolean(process.env.DOORYARD_TORTURE)
const searchWords = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const flags = process.argv.slice(2).filter((word) => word.startsWith('-'))

const selected = searchWords.length > 0 ? selectTests(searchWords, { isTorture }) : { files: [] }
if (searchWords.length > 0) requireSelection(searchWords.join(' '))
const isSelected = (isWanted) => searchWords.length === 0 || selected.files.some(isWanted)

process.env.TEST_SEED ||= String(isTorture ? randomInt(2 ** 31) : gateSeed)
if (!/^\d{1,10}$/.test(process.env.TEST_SEED)) fail(`TEST_SEED is ${process.env.TEST_SEED}, which is no whole number.`)
// Named like the other temporary folders of a run, so that the next run removes what a killed one left.
const reports = mkdtempSync(join(tmpdir(), `dooryard-tests-${process.pid}-`))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
const total = { passed: 0, failed: 0, skipped: 0 }
const parts = []
const files = []
const failures = []

const hasBrowser = isSelected((path) => path.startsWith('e2e/'))
// The browser may have to be installed too, from another source.
const findingBrowser = hasBrowser ? findChromium({ isWholeRun: searchWords.length === 0 }) : undefined
await timed('installation', bootstrap)
if (hasBrowser) {
  const { path, problem } = await timed('browser', () => findingBrowser)
  if (problem) fail(problem)
  process.env.CHROMIUM_PATH = path
}
// First, because the browser tests are served from the build.
if (hasBrowser) await timed('build', runBuild)
if (searchWords.length === 0) await timed('check', runCheck)
if (isSelected((path) => !path.startsWith('e2e/')))
  await timed('server and web tests', () => runTests(['server', 'web', ...(isTorture ? ['torture'] : [])]))
if (hasBrowser) await timed('browser tests', () => runTests(['e2e', ...(isTorture ? ['e2e-torture'] : [])]))
summarize()
process.exit(total.failed === 0 ? 0 : 1)

/**
 * Fails where nothing is selected, or where the words only match test names here but are in the path of a torture
 * test.
 */
function requireSelection(searchText) {
  const long = selectTests(searchWords, { isTorture: true })
  const isLongOnly = long.files.length > 0 && (selected.files.length === 0 || (selected.name && !long.name))
  if (isLongOnly) fail(`Only long proofs have "${searchText}" in their path or name: npm run torture -- ${searchText}`)
  if (selected.files.length === 0) fail(`No test has "${searchText}" in its name, and no test file in its path.`)
}

async function timed(name, work) {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    parts.push({ name, seconds: (performance.now() - startedAt) / 1000 })
  }
}

async function runBuild() {
  if ((await buildWebWhenStale()) === 0) return
  addReport({ passed: 0, failed: 1, skipped: 0, failures: ['build of the web client'] })
}

async function runCheck() {
  const file = join(reports, 'check.json')
  const status = await run(ownNode, ['scripts/check.ts', '--report', file], {
    env: { ...process.env, TMPDIR: reports },
  })
  addReport({ skipped: 0, ...readReport(status, file) })
}

async function runTests(projects) {
  const file = join(reports, `${projects[0]}.json`)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts', 'lib', 'test-reporter.mjs')}`]
  const only = [...selected.files, ...(selected.name ? ['--testNamePattern', escapeRegExp(selected.name)] : [])]
  const args = [vitest, 'run', ...projects.flatMap((name) => ['--project', name]), ...reporters, ...only, ...flags]
  // A portal is started for each concurrent file, which takes longer than most files.
  const workers = searchWords.length > 0 && { TEST_FILES: String(selected.files.length) }
  const status = await run(ownNode, args, { env: { ...process.env, TEST_REPORT: file, ...workers } })
  const report = readReport(status, file)
  addReport(report)
  files.push(...(report.files ?? []))
}

/** A failed run counts as at least one failure, even without a report or with a report without failures. */
function readReport(status, file) {
  const report = parsed(file)
  if (status === 0 || report.failed > 0) return report
  return { ...report, failed: 1, failures: [`a run that ended with status ${status}`] }
}

function parsed(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ['a run that left no report'] }
  }
}

function addReport(report) {
  for (const key of Object.keys(total)) total[key] += report[key]
  failures.push(...report.failures)
}

function summarize() {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds)
  console.log('\nSlowest files')
  for (const { path, seconds } of slowest.slice(0, 10)) console.log(`${formatSeconds(seconds)}  ${path}`)
  if (isTorture) printProofs(slowest.filter(({ project }) => project.endsWith('torture')))
  // With a name given, all other tests are skipped.
  const leftOut = selected.name ? [] : files.filter((file) => file.leftOut.length > 0)
  if (leftOut.length > 0) console.log('\nSkipped')
  for (const { path, leftOut: names } of leftOut) for (const name of names) console.log(`  ${path}: ${name}`)
  console.log('\nParts')
  for (const { name, seconds } of parts) console.log(`${formatSeconds(seconds)}  ${name}`)
  console.log(`${formatSeconds(sumSeconds(parts))}  in all`)
  const testParts = parts.filter(({ name }) => name.endsWith('tests'))
  const longest = Math.max(longestFileSeconds, sumSeconds(testParts) * longestFileShare)
  const tooSlow = isTorture ? [] : slowest.filter(({ seconds }) => seconds > longest)
  total.failed += tooSlow.length
  failures.push(...tooSlow.map(({ path }) => `${path} took longer than the ${longest.toFixed(0)} s a file may take.`))
  if (failures.length > 0) console.log('\nFailed')
  for (const failure of failures) console.log(`  ${failure}`)
  if (searchWords.length > 0 && total.passed + total.failed === 0 && leftOut.length === 0) {
    console.log(`\nNo test has "${searchWords.join(' ')}" in its name.`)
    total.failed = 1
  }
  console.log(
    `\nTEST_SEED=${process.env.TEST_SEED} repeats the order of the tests in each file, and their random choices.`,
  )
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
}

function sumSeconds(timed) {
  return timed.reduce((sum, { seconds }) => sum + seconds, 0)
}

function printProofs(proofs) {
  console.log('\nLong proofs')
  for (const { path, seconds, passed, failed } of proofs)
    console.log(`${formatSeconds(seconds)}  ${path}: ${passed} passed, ${failed} failed`)
}

function formatSeconds(seconds) {
  return `${seconds.toFixed(1).padStart(7)} s`
}

function escapeRegExp(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
