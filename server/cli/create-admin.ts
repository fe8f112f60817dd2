import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { NewAccount } from '@dooryard/contract/identity/users'
import type { z } from 'zod'
import { createUser } from '../modules/identity/index.ts'
import { type Command, runProgram, type Terminal } from './lib/command.ts'
import { withStores } from './lib/with-stores.ts'

// The password is prompted for or read from standard input, so that it appears in no shell history.

const usage =
  'Usage: npm run admin:create -- --email you@example.com --first-name Ada --last-name Example --phone 615-555-0100'

/** Without a terminal, the password is the first line of standard input. */
async function askPassword({ stdin, stderr }: Pick<Terminal, 'stdin' | 'stderr'>): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/, 1)[0] ?? ''
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: stdin, output: silent, terminal: true })
  stderr.write('Password: ')
  const password = await terminal.question('')
  terminal.close()
  stderr.write('\n')
  return password
}

function parseOrThrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message ?? usage)
  return parsed.data
}

export const main: Command = async ({ args, env, console, stdin, stderr }) => {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { email: option, 'first-name': option, 'last-name': option, phone: option },
  })
  const { email, phone, 'first-name': firstName, 'last-name': lastName } = values
  if (!email || !phone || !firstName || !lastName) throw new Error(usage)
  const facts = parseOrThrow(NewAccount.omit({ password: true }), { email, phone, firstName, lastName })
  await withStores(env, async (open) => {
    const { password } = parseOrThrow(NewAccount.pick({ password: true }), {
      password: await askPassword({ stdin, stderr }),
    })
    const made = await createUser(await open(), { ...facts, password, role: 'SUPER_ADMIN' })
    if (!made) throw new Error(`${email} has an account already.`)
    console.log(`${email} can sign in now.`)
  })
}

if (import.meta.main) await runProgram(main)
