import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// As the program itself is started: a query of the embedded property store holds a thread while it runs.
process.env.UV_THREADPOOL_SIZE ??= '16'
// Days are shown as the reader's clock has them, and the tests say which.
process.env.TZ = 'UTC'
// The order of the tests in each file and every random choice of a test follow from it. Workers inherit it.
process.env.TEST_SEED ??= String(randomInt(2 ** 31))

const isTorture = Boolean(process.env.DOORYARD_TORTURE)
const tortureTests = '**/*.torture.test.ts'

const shared = {
  // The embedded property store ends the process that loads it in a thread.
  pool: 'forks' as const,
  setupFiles: ['server/test/per-file.setup.ts'],
  sequence: { shuffle: { tests: true } },
  restoreMocks: true,
  // These only end what hangs: a machine may be many times as slow as another.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
}

// Each file waits for its stores and browsers a third of its time, so three keep two cores busy.
const workers = Math.min(3, Number(process.env.TEST_FILES ?? 3))

/** The files of a worker share its modules, most of all those of the server. */
const sideBySide = { maxWorkers: Math.max(workers, availableParallelism() - 1), isolate: false }

const inServer = { ...shared, globalSetup: ['server/test/postgres-setup.ts'] }

const inBrowsers = {
  ...shared,
  globalSetup: ['e2e/portal-setup.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 120_000 } },
}

/** Long proofs: kill tests, measurements and volumes, one file at a time and each in a process of its own. */
const torture = [
  {
    test: {
      ...inServer,
      name: 'torture',
      include: [`{bench,clients,contract,server,scripts}/${tortureTests}`],
      maxWorkers: 1,
      testTimeout: 3_600_000,
      sequence: { ...shared.sequence, groupOrder: 2 },
    },
  },
  {
    test: {
      ...inBrowsers,
      name: 'e2e-torture',
      include: [`e2e/${tortureTests}`],
      env: { IN_REAL_TIME: '1' },
      maxWorkers: 1,
      testTimeout: 3_600_000,
      sequence: { ...shared.sequence, groupOrder: 3 },
    },
  },
]

/** The pictures of `npm run screenshots`, which are no test. */
const screenshots = {
  test: {
    ...inBrowsers,
    name: 'screenshots',
    include: ['e2e/screenshots/take-{guide,screenshots}.ts'],
    maxWorkers: 1,
    testTimeout: 3_600_000,
    disableConsoleIntercept: true,
  },
}

export default defineConfig({
  test: {
    sequence: { seed: Number(process.env.TEST_SEED) },
    projects: [
      {
        test: {
          ...inServer,
          ...sideBySide,
          name: 'server',
          include: ['{bench,clients,contract,server,scripts}/**/*.test.ts'],
          exclude: [tortureTests],
        },
      },
      {
        test: {
          ...shared,
          ...sideBySide,
          name: 'web',
          globalSetup: ['scripts/lib/route-tree.ts'],
          include: ['web/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...inBrowsers,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [tortureTests],
          // Each has a whole portal of its own, with stores and generated data, and a browser that its files share.
          maxWorkers: workers,
          isolate: false,
          // After the others: a browser that shares its cores with them waits longer than any test should.
          sequence: { ...shared.sequence, groupOrder: 1 },
        },
      },
      ...(isTorture ? torture : []),
      ...(process.env.SCREENSHOTS ? [screenshots] : []),
    ],
  },
})
