import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findForeignTables, tableOwners } from './lib/table-owners.ts'

// Every table is written by one module; other modules read it through that module's exports.

const server = join(import.meta.dirname, '..', 'server')
const problems: string[] = []

for await (const path of glob(['*.ts', '{modules,platform,cli}/**/*.ts'], { cwd: server })) {
  if (/\.(test|torture|fixture|gen)\.ts$/.test(path)) continue
  problems.push(...findForeignTables({ path, text: await readFile(join(server, path), 'utf8') }))
}
const types = await readFile(join(server, 'platform/postgres/schema.gen.ts'), 'utf8')
const tables = [...types.slice(types.indexOf('interface DB')).matchAll(/^ {2}(\w+): \w+;$/gm)].map(
  ([, name = '']) => name,
)
const owned = new Set(Object.values(tableOwners).flat())
for (const table of tables) {
  const name = table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  if (!owned.delete(name)) problems.push(`${name} has no owner in scripts/lib/table-owners.ts`)
}
for (const name of owned) problems.push(`${name} is no table`)
for (const problem of problems.sort()) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
