import { Use } from '@dooryard/contract/data/sources/source-document'
import useWords from './use-words.json' with { type: 'json' }

const patterns = useWords.map(([pattern = '', use]) => ({ pattern: new RegExp(pattern, 'i'), use: Use.parse(use) }))

/** The property type that the words of a county say; null where they say none. */
export const findUse = (words: string): Use | null =>
  words === '' ? null : (patterns.find(({ pattern }) => pattern.test(words))?.use ?? null)
