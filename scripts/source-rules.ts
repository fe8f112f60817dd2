import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, matchesGlob } from 'node:path'
import vitestConfig from '../vitest.config.ts'
import { findCrowdedFolders } from './lib/crowded-folders.ts'
import { findOwnFormatting } from './lib/format-rules.ts'
import { findRetiredWords } from './lib/retired-words.ts'
import { listSourceFiles, root } from './lib/source-files.ts'
import { checkSpecification } from './lib/specification.ts'

// `words`: names, comments, texts and documents use standard words. `formats`: web/src/lib/format alone formats dates
// and numbers. `folders`: a folder has at most 15 entries. `specification`: every sentence of the specification has its
// check.

const paths = await listSourceFiles()

async function checkTexts(check: (file: { path: string; text: string }) => string[]): Promise<string[]> {
  const problems: string[] = []
  for (const path of paths) problems.push(...check({ path, text: await readFile(join(root, path), 'utf8') }))
  return problems
}

const suites = (vitestConfig.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project && project.test ? [project.test] : [],
)
const isMatched = (path: string, patterns: string[] = []) => patterns.some((pattern) => matchesGlob(path, pattern))

function readTestFile(path: string): string | null | undefined {
  if (!existsSync(join(root, path))) return undefined
  const isRun = suites.some(({ include, exclude }) => isMatched(path, include) && !isMatched(path, exclude))
  return isRun ? readFileSync(join(root, path), 'utf8') : null
}

const checks: Record<string, () => string[] | Promise<string[]>> = {
  words: () => checkTexts(findRetiredWords),
  formats: () => checkTexts(findOwnFormatting),
  folders: () => findCrowdedFolders(paths),
  specification: async () =>
    checkSpecification(await readFile(join(root, 'docs/specification.md'), 'utf8'), readTestFile),
}

const problems = (await checks[process.argv[2] ?? '']?.()) ?? [`one of ${Object.keys(checks).join(', ')} is required`]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
