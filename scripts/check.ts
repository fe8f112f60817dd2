import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeDatabaseTypes } from './lib/database-types.ts'
import { setup as writeRouteTree } from './lib/route-tree.ts'

// npm run check: every project rule that a machine can check. Two steps at a time, for the usual two cores.

const root = join(import.meta.dirname, '..')
const bin = (path: string) => join(root, 'node_modules', path)

type Step = { name: string; script: string; args: string[] }

const steps: Step[] = [
  { name: 'types of the server', script: bin('typescript/bin/tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web client', script: bin('typescript/bin/tsc'), args: ['-p', 'web/tsconfig.json'] },
  { name: 'types of the API client in step with the API', script: 'scripts/client-types.ts', args: ['--check'] },
  {
    name: 'format and lint',
    script: bin('@biomejs/biome/bin/biome'),
    args: ['ci', '--colors=off', '--error-on-warnings'],
  },
  {
    name: 'who imports whom',
    script: bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    args: ['--config', '.dependency-cruiser.mjs', 'clients', 'contract', 'server', 'web/src'],
  },
  { name: 'the API document is valid', script: 'scripts/openapi/lint-openapi.ts', args: [] },
  { name: 'who writes and reads which table', script: 'scripts/table-owners.ts', args: [] },
  { name: 'retired words', script: 'scripts/source-rules.ts', args: ['words'] },
  { name: 'formats of dates and numbers', script: 'scripts/source-rules.ts', args: ['formats'] },
  { name: 'entries of a folder', script: 'scripts/source-rules.ts', args: ['folders'] },
  {
    name: 'every sentence of the specification has its check',
    script: 'scripts/source-rules.ts',
    args: ['specification'],
  },
  { name: 'nothing unused', script: bin('knip/bin/knip.js'), args: [] },
]

const { values } = parseArgs({ options: { report: { type: 'string' } } })
await Promise.all([writeRouteTree(), writeDatabaseTypes()])
const queue = [...steps]
const outcomes: { name: string; ok: boolean }[] = []
await Promise.all([runQueue(), runQueue()])
const failures = outcomes.filter(({ ok }) => !ok).map(({ name }) => name)
const failed = failures.length
if (values.report)
  await writeFile(values.report, JSON.stringify({ passed: outcomes.length - failed, failed, failures }))
process.exitCode = failed === 0 ? 0 : 1

async function runQueue() {
  for (let step = queue.shift(); step; step = queue.shift()) {
    const startedAt = Date.now()
    const { ok, output } = await runStep(step)
    outcomes.push({ name: step.name, ok })
    console.log(`${ok ? '✓' : '✗'} ${step.name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
    if (!ok) console.log(output.trim())
  }
}

function runStep({ script, args }: Step): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: stdout + stderr }),
    )
  })
}
