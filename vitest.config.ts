import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// As the program itself is started: a query of the embedded property store holds a thread while it runs.
process.env.UV_THREADPOOL_SIZE ??= '16'
// Days are shown as the reader's clock has them, and the tests say which.
process.env.TZ = 'UTC'

const shared = {
  // The embedded property store ends the process that loads it in a thread.
  pool: 'forks',
  // They only end what hangs: a machine may be many times as slow as another.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
} as const

/** Files side by side: much of a test is waiting for a store, so two of them keep two cores busy. */
const sideBySide = { maxWorkers: Math.max(2, availableParallelism() - 1) } as const

const inBrowsers = {
  ...shared,
  globalSetup: ['e2e/portal-setup.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          ...sideBySide,
          name: 'server',
          include: ['{clients,contract,server,scripts}/**/*.test.ts'],
          globalSetup: ['server/test/postgres-setup.ts'],
        },
      },
      { test: { ...shared, ...sideBySide, name: 'web', include: ['web/*.test.ts', 'web/src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...inBrowsers,
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          // Each has a whole portal of its own, with stores and generated data.
          maxWorkers: 2,
          // After the others: a browser that shares its cores with them waits longer than any test should.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...inBrowsers,
          name: 'e2e-one-by-one',
          // They say how soon something shows, or have to catch a moment, with no other test beside them.
          include: ['e2e/one-by-one/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
