import type { apiKeyPrefix } from '@dooryard/contract/api-keys'
import { textSearch } from '../../lib/search-params.ts'

// Spelled out, because every screen loads what an address is read with.
const prefix: typeof apiKeyPrefix = 'dyk_'

const wholeKey = new RegExp(`(${prefix}\\w{4})\\w`)

/** A search for keys in an address, which is kept and logged: a key that was pasted whole is looked for by how it begins. */
export const keySearch = textSearch.transform((text) => text && (wholeKey.exec(text)?.[1] ?? text))
