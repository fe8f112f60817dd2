import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = { name: string; sql: string; checksum: string }
export type AppliedMigration = { name: string; checksum: string }

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const numbers = new Map<string, string>()
  for (const file of files) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]
    if (!number) throw new Error(`The migration ${file} must be called like 0001-what-it-does.sql.`)
    const twin = numbers.get(number)
    if (twin) throw new Error(`The migrations ${twin} and ${file} have the same number.`)
    numbers.set(number, file)
  }
  return Promise.all(files.map((file) => readMigration(folder, file)))
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  // A checkout on Windows may have changed the line ends, which changes no meaning.
  const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  return { name: file.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** Throws for a store made by a newer version, and for an edited history. */
export function listPendingMigrations(all: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const pending = new Map(all.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const known = pending.get(name)
    if (!known)
      throw new Error(`The store has migration ${name}, which this version does not know: start a newer version.`)
    if (known.checksum !== checksum)
      throw new Error(`Migration ${name} was edited after it had been applied: restore it and add a new one instead.`)
    pending.delete(name)
  }
  const last =
    applied
      .map(({ name }) => name)
      .sort()
      .at(-1) ?? ''
  for (const name of pending.keys())
    if (name < last)
      throw new Error(`Migration ${name} comes before ${last}, which is already applied: number it higher.`)
  return [...pending.values()]
}
