import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// npm test in a temporary tree, with a stub check and a stub vitest that record their arguments.

let tree: string

const write = async (file: string, text: string) => {
  await mkdir(dirname(join(tree, file)), { recursive: true })
  await writeFile(join(tree, file), text)
}

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'dooryard-test-runner-'))
  const isScript = (path: string) => !path.endsWith('.test.ts')
  await cp(import.meta.dirname, join(tree, 'scripts'), { recursive: true, filter: isScript })
  for (const folder of ['clients', 'contract']) await mkdir(join(tree, folder))
  await write('package.json', '{"type":"module"}')
  const lock = '{"packages":{}}'
  await write('package-lock.json', lock)
  await write('node_modules/.package-lock.json', lock)
  await mkdir(join(tree, 'node_modules/.bin'))
  await symlink(process.execPath, join(tree, 'node_modules/.bin/node'))
  await write('node_modules/vite/package.json', '{}')
  await write('node_modules/vite/bin/vite.js', `require('node:fs').mkdirSync('dist/assets', { recursive: true })`)
  await write(
    'scripts/check.ts',
    `import { writeFileSync } from 'node:fs'
    console.log('checked')
    writeFileSync(process.argv[3], '{"passed":7,"failed":0,"failures":[]}')`,
  )
  await write(
    'node_modules/vitest/vitest.mjs',
    `import { writeFileSync } from 'node:fs'
    console.log('vitest ' + process.argv.slice(2).filter((word) => !word.startsWith('--reporter')).join(' '))
    const reports = JSON.parse(process.env.REPORTS)
    const report = process.argv.includes('e2e') ? reports.browser : reports.server
    if (report) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
    process.exit(report?.failed === 0 ? 0 : 1)`,
  )
  await write('server/orders/refund-order.test.ts', `test('a refund returns what was paid', () => {})`)
  await write('server/orders/ledger.torture.test.ts', `test('a million entries are proved', () => {})`)
  await write('bench/refund-answers.test.ts', `test('both sides refund as much', () => {})`)
  await write('web/src/refund.test.tsx', `test('a refund is shown', () => {})`)
  await write('e2e/billing/billing.test.ts', `test('somebody pays', () => {})`)
})
afterAll(() => rm(tree, { recursive: true }))

const counts = { passed: 2, failed: 0, skipped: 0, failures: [] as string[] }
const file = (path: string, seconds: number) => ({
  project: 'server',
  path,
  ...counts,
  leftOut: [] as string[],
  seconds,
})
const green = { ...counts, files: [file('server/a.test.ts', 3)] }

function npmTest(
  words: string[],
  reports: { server?: object; browser?: object } = { server: green, browser: green },
  given = {},
) {
  const own = {
    CHROMIUM_PATH: process.execPath,
    REPORTS: JSON.stringify(reports),
    TEST_SEED: '7',
    DOORYARD_TORTURE: '',
  }
  const env = { ...process.env, ...own, ...given }
  return new Promise<{ status: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, [join(tree, 'scripts/test.mjs'), ...words], { env }, (_, out, err) =>
      resolve({ status: child.exitCode ?? -1, output: out + err }),
    )
  })
}

test('builds, checks and tests everything, and prints slow files, the time of each part, the seed and the counts', async () => {
  const { status, output } = await npmTest([])
  expect(output).toContain('checked\nvitest run --project server --project web')
  expect(output).toContain('vitest run --project e2e')
  expect(output).toMatch(/Slowest files\n +3\.0 s {2}server\/a\.test\.ts/)
  expect(output).toMatch(
    / s {2}installation\n.* s {2}browser\n.* s {2}build\n.* s {2}check\n.* s {2}server and web tests\n.* s {2}browser tests\n.* in all\n/,
  )
  expect(output).toMatch(/TEST_SEED=7 .*\n11 passed, 0 failed\n$/)
  expect(status).toBe(0)
})

test('fails and says what failed when a test fails, when a run leaves no report, and when a file takes more than 40 s of its own', async () => {
  const name = 'server/a.test.ts: a refund returns what was paid: expected 1 to be 2'
  const failing = await npmTest([], { server: { ...green, failed: 1, failures: [name] }, browser: green })
  expect(failing.output).toContain(`\nFailed\n  ${name}\n`)
  expect(failing).toMatchObject({ status: 1, output: expect.stringMatching(/\n11 passed, 1 failed\n$/) })
  const silent = await npmTest([], { server: green })
  expect(silent.output).toContain('\nFailed\n  a run that left no report\n')
  expect(silent).toMatchObject({ status: 1, output: expect.stringMatching(/\n9 passed, 1 failed\n$/) })
  const slow = await npmTest([], { server: { ...green, files: [file('server/slow.test.ts', 40.1)] }, browser: green })
  expect(slow.output).toContain('server/slow.test.ts took longer than the 40 s a file may take.')
  expect(slow).toMatchObject({ status: 1, output: expect.stringMatching(/\n11 passed, 1 failed\n$/) })
})

test('on a machine that is slower for all tests, a file may take the same share of the time', async () => {
  // A second of this clock is a microsecond.
  await write('slow-machine.mjs', 'const now = performance.now.bind(performance); performance.now = () => now() * 1e6')
  const onSlowMachine = (seconds: number) => {
    const server = { ...green, files: [file('server/long.test.ts', seconds)] }
    return npmTest([], { server, browser: green }, { NODE_OPTIONS: `--import=${join(tree, 'slow-machine.mjs')}` })
  }
  expect(await onSlowMachine(400)).toMatchObject({
    status: 0,
    output: expect.stringMatching(/\n11 passed, 0 failed\n$/),
  })
  const { status, output } = await onSlowMachine(400_000_000)
  expect(output).toMatch(/\n11 passed, 1 failed\n$/)
  expect(status).toBe(1)
  const parseSeconds = (line: RegExp) => Number(line.exec(output)?.[1])
  const tests = parseSeconds(/([\d.]+) s {2}server and web tests\n/) + parseSeconds(/([\d.]+) s {2}browser tests\n/)
  expect(parseSeconds(/long\.test\.ts took longer than the (\d+) s a file may take/)).toBeCloseTo(
    (tests / 660) * 40,
    -1,
  )
})

test('lists skipped tests by group, which states the reason, and does not fail when a file has only skipped tests', async () => {
  const leftOut = { ...file('server/orders/refund-order.test.ts', 1), leftOut: ['in a spreadsheet (needs one)'] }
  const report = { ...counts, passed: 0, skipped: 3, files: [leftOut] }
  const { status, output } = await npmTest(['refund'], { server: report })
  expect(output).toContain('\nSkipped\n  server/orders/refund-order.test.ts: in a spreadsheet (needs one)\n')
  expect(output).toMatch(/\n0 passed, 0 failed, 3 skipped\n$/)
  expect(status).toBe(0)
})

test('with torture tests runs them too, lists them, and has no time limit per file', async () => {
  const proof = { ...file('server/orders/ledger.torture.test.ts', 400), project: 'torture' }
  const reports = { server: { ...green, files: [proof] }, browser: green }
  const { status, output } = await npmTest([], reports, { DOORYARD_TORTURE: '1' })
  expect(output).toContain('vitest run --project server --project web --project torture\n')
  expect(output).toContain('vitest run --project e2e --project e2e-torture\n')
  expect(output).toMatch(/Long proofs\n +400\.0 s {2}server\/orders\/ledger\.torture\.test\.ts: 2 passed, 0 failed\n/)
  expect(status).toBe(0)
})

test('with words runs the files that have them in their path, without the checks and without a browser', async () => {
  const { status, output } = await npmTest(['refund'])
  expect(output).not.toContain('checked')
  const paths = 'bench/refund-answers.test.ts server/orders/refund-order.test.ts web/src/refund.test.tsx'
  expect(output).toContain(`vitest run --project server --project web ${paths}\n`)
  expect(output).toMatch(/\n2 passed, 0 failed\n$/)
  expect(status).toBe(0)
})

test('with words that are in no path runs the tests that have them in their name', async () => {
  const { output } = await npmTest(['what', 'was', 'paid'])
  expect(output).toContain('server/orders/refund-order.test.ts --testNamePattern what was paid\n')
})

test('with words of a browser test requires the browser, and with unknown words prints so', async () => {
  expect((await npmTest(['billing'])).output).toContain('vitest run --project e2e e2e/billing/billing.test.ts\n')
  expect(await npmTest(['nothing'])).toEqual({
    status: 1,
    output: 'No test has "nothing" in its name, and no test file in its path.\n',
  })
})

test('with words that only match a torture test prints how to run it', async () => {
  expect(await npmTest(['Ledger'])).toEqual({
    status: 1,
    output: 'Only long proofs have "Ledger" in their path or name: npm run torture -- Ledger\n',
  })
})

test('rejects a seed that is not a number', async () => {
  expect(await npmTest([], {}, { TEST_SEED: '7x' })).toEqual({
    status: 1,
    output: 'TEST_SEED is 7x, which is no whole number.\n',
  })
})
