import { parseArgs } from 'node:util'
import { verifyAuditChain } from '../modules/audit-log/index.ts'
import { pluralize } from '../platform/util/format.ts'
import { type Command, runProgram } from './lib/command.ts'
import { withStores } from './lib/with-stores.ts'

// Entries cut off at the end can only be detected with a hash noted earlier: --expect checks whether it is still in
// the log.

const usage = 'Usage: npm run audit:verify -- [--expect <a hash noted earlier: 64 hexadecimal digits>]'

function readExpectedHash(args: string[]): string | undefined {
  const { values } = parseArgs({ args, options: { expect: { type: 'string' } } })
  const expected = values.expect?.trim().toLowerCase()
  if (expected !== undefined && !/^[0-9a-f]{64}$/.test(expected)) throw new Error(usage)
  return expected
}

export const main: Command = async ({ args, env, console }) => {
  const expected = readExpectedHash(args)
  await withStores(env, async (open) => {
    const { db } = await open()
    let hasExpected = expected === undefined
    const onHash = (hash: string) => {
      hasExpected ||= hash === expected
    }
    const { isIntact, entries, brokenAt, newestHash } = await verifyAuditChain(db, { onHash })
    const count = pluralize(entries, 'entry', 'entries')
    if (!isIntact)
      throw new Error(`The audit log of ${count} is BROKEN: entry ${brokenAt} does not follow from the one before.`)
    if (!hasExpected)
      throw new Error(
        `The audit log of ${count} is BROKEN: it has no entry with the hash that was noted, ` +
          'so its end was cut off or it was written anew.',
      )
    console.log(`The audit log is intact: ${count}, each of which follows from the one before.`)
    if (newestHash) console.log(`Newest hash, to be noted elsewhere: ${newestHash}`)
  })
}

if (import.meta.main) await runProgram(main)
