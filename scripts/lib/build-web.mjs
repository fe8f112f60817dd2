import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { ownNode, root, run } from './run.mjs'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const dist = join(root, 'web', 'dist')
const stamp = join(dist, '.source-hash')
const sources = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json']
// The route tree is written by the build and by the checks.
const skipped = new Set(['dist', 'node_modules', 'routeTree.gen.ts'])

/** Builds the web client unless what is built came from the sources as they are; gives an exit status. */
export async function buildWebWhenStale() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash()) return 0
  console.log('Building the web client.')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const status = await run(ownNode, [vite, 'build', '--logLevel', 'warn'], { cwd: join(root, 'web') })
  if (status !== 0) return status
  await compress()
  writeFileSync(stamp, sourceHash())
  return 0
}

/** Puts beside each file what the server sends to browsers that take it compressed, which is all of them. */
async function compress() {
  const files = filesOf(dist).filter((name) => /\.(css|js|mjs|json|svg)$/.test(name))
  const compressOne = async (file) => {
    const content = readFileSync(file)
    writeFileSync(`${file}.br`, await brotli(content))
    writeFileSync(`${file}.gz`, await gzipped(content, { level: 9 }))
  }
  await Promise.all(files.map(compressOne))
}

function sourceHash() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesOf(join(root, source))))
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => !skipped.has(name))
  return names.sort().flatMap((name) => filesOf(join(path, name)))
}
