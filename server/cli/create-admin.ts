import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { NewAccount } from '@dooryard/contract/users'
import type { z } from 'zod'
import { createUser } from '../modules/identity/index.ts'
import { withStores } from './with-stores.ts'

// Makes a SUPER_ADMIN. The password is asked for, or read from standard input, so that it stands in no history.

const usage =
  'Usage: npm run admin:create -- --email you@example.com --first-name Ada --last-name Example --phone 615-555-0100'

/** Asks without showing what is typed; without a terminal it is the first line of standard input. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stderr.write('Password: ')
  const password = await terminal.question('')
  terminal.close()
  process.stderr.write('\n')
  return password
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message ?? usage)
  return parsed.data
}

async function main() {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    options: { email: option, 'first-name': option, 'last-name': option, phone: option },
  })
  const { email, phone, 'first-name': firstName, 'last-name': lastName } = values
  if (!email || !phone || !firstName || !lastName) throw new Error(usage)
  const facts = checked(NewAccount.omit({ password: true }), { email, phone, firstName, lastName })
  await withStores(async (open) => {
    const { password } = checked(NewAccount.pick({ password: true }), { password: await askPassword() })
    const made = await createUser(await open(), { ...facts, password, role: 'SUPER_ADMIN' })
    if (!made) throw new Error(`${email} has an account already.`)
    console.log(`${email} can sign in now.`)
  })
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
