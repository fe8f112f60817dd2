import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { buildWebWhenStale } from './lib/build-web.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { fail, ownNode, root, run } from './lib/run.mjs'
import { selectTests } from './lib/select-tests.mjs'

// npm test: the gate and every test. With words, only the tests that match them. The last line counts, and the exit
// status tells.

// A file that still runs when all others are done holds up the end. It may take 40 s of the eleven minutes that all tests may
// take, and as large a share where a slow machine takes longer for all of them.
const longestFileSeconds = 40
const longestFileShare = longestFileSeconds / (11 * 60)
// The gate is the same every time. Other orders are found out by the torture, and by whoever gives a TEST_SEED.
const seedOfGate = 37_242_307
const isTorture = Boolean(process.env.DOORYARD_TORTURE)
const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const flags = process.argv.slice(2).filter((word) => word.startsWith('-'))

const selected = words.length > 0 ? selectTests(words, { isTorture }) : { files: [] }
if (words.length > 0) refuseNothing(words.join(' '))
const isAsked = (isWanted) => words.length === 0 || selected.files.some(isWanted)

process.env.TEST_SEED ||= String(isTorture ? randomInt(2 ** 31) : seedOfGate)
if (!/^\d{1,10}$/.test(process.env.TEST_SEED)) fail(`TEST_SEED is ${process.env.TEST_SEED}, which is no whole number.`)
// Named as the other folders of a run, so that what is left of a killed one goes with the next.
const reports = mkdtempSync(join(tmpdir(), `dooryard-tests-${process.pid}-`))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
const total = { passed: 0, failed: 0, skipped: 0 }
const parts = []
const files = []

const hasBrowser = isAsked((path) => path.startsWith('e2e/'))
// It may have to be installed too, from somewhere else.
const findingBrowser = hasBrowser ? findChromium({ isWholeRun: words.length === 0 }) : undefined
await timed('installation', bootstrap)
if (hasBrowser) {
  const { path, problem } = await timed('browser', () => findingBrowser)
  if (problem) fail(problem)
  process.env.CHROMIUM_PATH = path
}
// First, for the browser tests are served from it.
if (hasBrowser) await timed('build', build)
if (words.length === 0) await timed('check', check)
if (isAsked((path) => !path.startsWith('e2e/')))
  await timed('server and web tests', () => tests(['server', 'web', ...(isTorture ? ['torture'] : [])]))
if (hasBrowser) await timed('browser tests', () => tests(['e2e', ...(isTorture ? ['e2e-torture'] : [])]))
summarize()
process.exit(total.failed === 0 ? 0 : 1)

/** Says where nothing is selected, or only by what happens to stand in a file while the path of a long proof has it. */
function refuseNothing(asked) {
  const long = selectTests(words, { isTorture: true })
  const isOfLong = long.files.length > 0 && (selected.files.length === 0 || (selected.name && !long.name))
  if (isOfLong) fail(`Only long proofs have "${asked}" in their path or name: npm run torture -- ${asked}`)
  if (selected.files.length === 0) fail(`No test has "${asked}" in its name, and no test file in its path.`)
}

async function timed(name, work) {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    parts.push({ name, seconds: (performance.now() - begun) / 1000 })
  }
}

async function build() {
  add({ passed: 0, failed: (await buildWebWhenStale()) === 0 ? 0 : 1, skipped: 0 })
}

async function check() {
  const file = join(reports, 'check.json')
  const status = await run(ownNode, ['scripts/check.ts', '--report', file], {
    env: { ...process.env, TMPDIR: reports },
  })
  add({ skipped: 0, ...readReport(status, file) })
}

async function tests(projects) {
  const file = join(reports, `${projects[0]}.json`)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts', 'lib', 'test-reporter.mjs')}`]
  const only = [...selected.files, ...(selected.name ? ['--testNamePattern', escapeRegExp(selected.name)] : [])]
  const args = [vitest, 'run', ...projects.flatMap((name) => ['--project', name]), ...reporters, ...only, ...flags]
  // A portal is started for each file that runs at a time, which takes longer than most files.
  const asked = words.length > 0 && { TEST_FILES: String(selected.files.length) }
  const status = await run(ownNode, args, { env: { ...process.env, TEST_REPORT: file, ...asked } })
  const report = readReport(status, file)
  add(report)
  files.push(...(report.files ?? []))
}

/** A run that ended badly counts as one failure at least, even when it left no report or one that knows of none. */
function readReport(status, file) {
  const report = parsed(file)
  return status !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report
}

function parsed(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function add(counts) {
  for (const key of Object.keys(total)) total[key] += counts[key]
}

function summarize() {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds)
  console.log('\nSlowest files')
  for (const { path, seconds } of slowest.slice(0, 10)) console.log(`${inColumn(seconds)}  ${path}`)
  if (isTorture) tabulate(slowest.filter(({ project }) => project.endsWith('torture')))
  // With a name given, all others are left out.
  const leftOut = selected.name ? [] : files.filter((file) => file.leftOut.length > 0)
  if (leftOut.length > 0) console.log('\nSkipped')
  for (const { path, leftOut: names } of leftOut) for (const name of names) console.log(`  ${path}: ${name}`)
  console.log('\nParts')
  for (const { name, seconds } of parts) console.log(`${inColumn(seconds)}  ${name}`)
  console.log(`${inColumn(sumOf(parts))}  in all`)
  const ofTests = parts.filter(({ name }) => name.endsWith('tests'))
  const longest = Math.max(longestFileSeconds, sumOf(ofTests) * longestFileShare)
  const tooSlow = isTorture ? [] : slowest.filter(({ seconds }) => seconds > longest)
  for (const { path } of tooSlow) console.log(`\n${path} took longer than the ${longest.toFixed(0)} s a file may take.`)
  total.failed += tooSlow.length
  if (words.length > 0 && total.passed + total.failed === 0 && leftOut.length === 0) {
    console.log(`\nNo test has "${words.join(' ')}" in its name.`)
    total.failed = 1
  }
  console.log(
    `\nTEST_SEED=${process.env.TEST_SEED} repeats the order of the tests in each file, and their random choices.`,
  )
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
}

function sumOf(timed) {
  return timed.reduce((sum, { seconds }) => sum + seconds, 0)
}

function tabulate(proofs) {
  console.log('\nLong proofs')
  for (const { path, seconds, passed, failed } of proofs)
    console.log(`${inColumn(seconds)}  ${path}: ${passed} passed, ${failed} failed`)
}

function inColumn(seconds) {
  return `${seconds.toFixed(1).padStart(7)} s`
}

function escapeRegExp(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
