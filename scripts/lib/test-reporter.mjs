import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './run.mjs'

/**
 * Writes the results of a run to the file that TEST_REPORT names: `{ passed, failed, skipped, failures, files }`, the
 * failures by name, and each file with its project, path, number of tests, skipped tests, and its own seconds: loading,
 * hooks and tests.
 */
export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const files = modules.map(summarizeModule)
    const sum = (key) => files.reduce((total, file) => total + file[key], 0)
    const failures = [
      ...modules.flatMap(listFailures),
      ...unhandledErrors.map((error) => `outside tests: ${describe(error)}`),
    ]
    const counts = { passed: sum('passed'), failed: sum('failed') + unhandledErrors.length, skipped: sum('skipped') }
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ ...counts, failures, files }))
  }
}

/** The failed tests of a file, each with its first error, and the errors of its loading and its hooks. */
function listFailures(module) {
  const path = relative(root, module.moduleId)
  const outside = [module, ...module.children.allSuites()].flatMap((group) => group.errors())
  return [
    ...outside.map((error) => `${path}: ${describe(error)}`),
    ...[...module.children.allTests('failed')].map(
      (test) => `${path}: ${test.fullName}: ${describe(test.result().errors[0])}`,
    ),
  ]
}

function describe(error) {
  return error?.message?.trim().split('\n')[0] ?? 'no error was reported'
}

function summarizeModule(module) {
  const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
  for (const test of module.children.allTests()) counts[test.result().state] += 1
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  const state = module.state()
  return {
    project: module.project.name,
    path: relative(root, module.moduleId),
    passed: counts.passed,
    // A file that fails to load has no test that could fail.
    failed: state === 'failed' ? Math.max(counts.failed, 1) : 0,
    skipped: counts.skipped + counts.pending,
    leftOut: [...new Set([...module.children.allTests('skipped')].map(getOutermostName))],
    seconds: (collectDuration + setupDuration + duration) / 1000,
  }
}

/** The outermost group of a test, which states why it is skipped; the name of the test where it has none. */
function getOutermostName(test) {
  let outermost = test
  while (outermost.parent.type === 'suite') outermost = outermost.parent
  return outermost.name
}
