import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findCrowdedFolders } from './lib/crowded-folders.ts'
import { findRetiredWords } from './lib/retired-words.ts'
import { listSourceFiles, root } from './lib/source-files.ts'

// `words`: names, comments, texts and documents use standard words. `folders`: a folder has at most 15 entries.

const paths = await listSourceFiles()

async function checkWords(): Promise<string[]> {
  const problems: string[] = []
  for (const path of paths) problems.push(...findRetiredWords({ path, text: await readFile(join(root, path), 'utf8') }))
  return problems
}

const problems = process.argv[2] === 'folders' ? findCrowdedFolders(paths) : await checkWords()
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
