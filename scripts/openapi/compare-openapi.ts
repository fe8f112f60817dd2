import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

// npm run openapi:compare -- <git ref>: the differences of the API between that commit and the working tree, without
// descriptions and examples. Compares the OpenAPI document, the server options of each endpoint, and the messages and
// source of all checks.

const root = join(import.meta.dirname, '../..')
const [ref] = process.argv.slice(2)
if (!ref) throw new Error('Name the commit to compare with: npm run openapi:compare -- main')

/** Runs inside either tree: everything that callers of the API could notice, as JSON. */
const describeApi = `
  import { allEndpoints, endpointNames } from './contract/src/all.ts'
  import { z } from './node_modules/zod/index.js'
  import { openApiDocument } from './server/platform/http/openapi.ts'

  // OpenAPI shows neither the messages of checks nor refinements and transforms.
  const describe = (value, key = '') => {
    if (typeof value === 'function') return key === 'error' ? value({ code: '' }) : String(value).replace(/\\s+/g, ' ')
    if (value instanceof RegExp) return String(value)
    if (typeof value !== 'object' || value === null) return value
    if (value._zod) {
      const { shape, ...def } = value._zod.def
      const checks = def.checks?.length ? def.checks : undefined
      return describe({ ...def, checks, ...(value instanceof z.ZodObject && { shape: value.shape }) })
    }
    if (Array.isArray(value)) return value.map((one) => describe(one))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, describe(one, name)]))
  }

  const entries = allEndpoints.map((endpoint) => [endpointNames.get(endpoint), describe(endpoint)])
  const document = openApiDocument(allEndpoints, 'http://localhost:3000')
  console.log(JSON.stringify({ document, endpoints: Object.fromEntries(entries) }))
`

/** Unpacks a commit with the dependencies of the working tree, but with its own contract. */
function unpack(commit: string, folder: string): void {
  const archive = join(folder, 'tree.tar')
  execFileSync('git', ['archive', '--output', archive, commit, 'contract', 'server'], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  mkdirSync(join(folder, 'node_modules/@dooryard'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@dooryard') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  symlinkSync(join(folder, 'contract'), join(folder, 'node_modules/@dooryard/contract'))
}

const readApi = (cwd: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', describeApi], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 512 * 1024 * 1024,
    }),
  )

const proseKeys = ['description', 'summary', 'example', 'examples']
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** All differences between two documents; a field that is named `description` is not a description. */
function listDifferences(before: unknown, after: unknown, path: string[] = []): string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (path.at(-1) === 'required' && Array.isArray(before) && Array.isArray(after))
    if (isDeepStrictEqual(before.toSorted(), after.toSorted())) return []
  if (!isObject(before) || !isObject(after))
    return [`${path.join('.')}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`]
  const isFields = ['properties', 'shape', 'paths', 'schemas'].includes(path.at(-1) ?? '')
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => isFields || !proseKeys.includes(name))
    .flatMap((name) => listDifferences(before[name], after[name], [...path, name]))
}

const folder = mkdtempSync(join(tmpdir(), 'dooryard-openapi-'))
try {
  unpack(ref, folder)
  const differences = listDifferences(readApi(folder), readApi(root))
  for (const difference of differences) console.log(difference)
  console.log(differences.length === 0 ? `The API is as it was at ${ref}.` : `${differences.length} differences`)
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
