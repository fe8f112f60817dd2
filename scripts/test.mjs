import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { buildWebWhenStale } from './lib/build-web.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { ownNode, root, run } from './lib/run.mjs'

// npm test: the gate and every test. The last line counts, and the exit status tells.

await bootstrap()
const chromium = await findChromium()
const reports = mkdtempSync(join(tmpdir(), 'dooryard-reports-'))
const total = { passed: 0, failed: 0, skipped: 0 }
try {
  // First, for the browser tests are served from it and the gate reads the route tree that it writes.
  add({ passed: 0, failed: (await buildWebWhenStale()) === 0 ? 0 : 1, skipped: 0 })
  add(await gate())
  add(await tests(process.argv.slice(2)))
} finally {
  rmSync(reports, { recursive: true, force: true })
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed === 0 ? 0 : 1)

async function gate() {
  const file = join(reports, 'check.json')
  const status = await run(ownNode, ['scripts/check.ts', '--report', file])
  return counted(status, file, ({ passed, failed }) => ({ passed, failed, skipped: 0 }))
}

async function tests(args) {
  const file = join(reports, 'tests.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const env = { ...process.env, CHROMIUM_PATH: chromium }
  const status = await run(ownNode, [vitest, 'run', ...reporters, ...args], { env })
  return counted(status, file, (report) => ({
    passed: report.numPassedTests,
    // A file that does not even load has no test that could fail.
    failed:
      report.numFailedTests +
      report.testResults.filter(
        (it) => it.status === 'failed' && !it.assertionResults.some((result) => result.status === 'failed'),
      ).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }))
}

/** A run that ended badly counts as one failure at least, even when it left no report or one that knows of none. */
function counted(status, file, read) {
  const counts = readReport(file, read)
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function add(counts) {
  for (const key of Object.keys(total)) total[key] += counts[key]
}
