import type { ApiKeys } from './authenticate.ts'

/** API keys of a portal that has none. */
export const noKeys: ApiKeys = {
  isApiKeyFormat: () => false,
  authenticate: async () => 'UNKNOWN',
  recordCall: () => undefined,
}
