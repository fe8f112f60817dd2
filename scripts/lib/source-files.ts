import { glob } from 'node:fs/promises'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

const folders = 'bench,clients,contract,docs,e2e,scripts,server,web'

/** Returns the paths of our hand-written code and documents, from the root of the repository. */
export async function listSourceFiles(): Promise<string[]> {
  const patterns = ['*.{md,ts,mjs}', `{${folders}}/**/*.{ts,tsx,mjs,css,md}`]
  const exclude = (path: string) => /(^|\/)(node_modules|dist|coverage)(\/|$)|\.gen\.ts$/.test(path)
  const paths: string[] = []
  for await (const path of glob(patterns, { cwd: root, exclude })) paths.push(path)
  return paths.filter((path) => !exclude(path)).sort()
}
