import type { apiKeyPrefix } from '@dooryard/contract/integrations/api-keys'
import { textSearch } from '../../lib/navigation/search-params.ts'

// Written out rather than imported, because every screen loads the search parameter schemas.
const prefix: typeof apiKeyPrefix = 'dyk_'

const fullKeyPattern = new RegExp(`(${prefix}(?:test_\\w{4}|(?!test_)\\w{4}))\\w`)

/** Parses a key search from the URL. URLs are stored and logged, so a complete key is reduced to its prefix. */
export const keySearch = textSearch.transform((text) => text && (fullKeyPattern.exec(text)?.[1] ?? text))
