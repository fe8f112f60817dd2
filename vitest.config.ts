import { defineConfig } from 'vitest/config'

// As the program itself is started: a query of the embedded property store holds a thread while it runs.
process.env.UV_THREADPOOL_SIZE ??= '16'

const shared = {
  // The embedded property store ends the process that loads it in a thread.
  pool: 'forks',
  testTimeout: 20_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
} as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{contract,server,scripts}/**/*.test.ts'],
          globalSetup: ['server/test/postgres-setup.ts'],
        },
      },
      { test: { ...shared, name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/portal-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          // After the others: a browser that shares its cores with them waits longer than any test should.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
