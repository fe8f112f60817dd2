import type { ApiKeys } from './admit.ts'

/** Where nobody has an API key. */
export const noKeys: ApiKeys = {
  isKeyText: () => false,
  authenticate: async () => 'UNKNOWN',
  noteCall: () => undefined,
}
