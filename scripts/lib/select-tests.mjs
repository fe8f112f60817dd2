import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const folders = ['bench', 'clients', 'contract', 'e2e', 'scripts', 'server', 'web']

/**
 * Selects tests by words: the test files with all words in their path, ignoring case, or else the tests with all words
 * in their name, matching case. Returns the paths, and the name pattern where names decide; no paths where nothing
 * matches.
 */
export function selectTests(words, { isTorture }) {
  const files = folders.flatMap(testFilesIn).filter((path) => isTorture || !path.includes('.torture.'))
  const byPath = files.filter((path) => words.every((word) => path.toLowerCase().includes(word.toLowerCase())))
  if (byPath.length > 0) return { files: byPath }
  const name = words.join(' ')
  return { name, files: files.filter((path) => readFileSync(join(root, path), 'utf8').includes(name)) }
}

const testFilesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))
