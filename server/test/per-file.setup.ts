import fc from 'fast-check'
import { afterAll, vi } from 'vitest'
import { seed } from './random/seeded-random.ts'

fc.configureGlobal({ seed })

// Files share a process: a stub that one leaves would stand in for the real thing in the next.
afterAll(() => {
  vi.unstubAllGlobals()
})
