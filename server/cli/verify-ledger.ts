import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { selectPayments } from '../modules/billing/index.ts'
import { problemInWords, readHeads, verifyLedger } from '../modules/credits/index.ts'
import { plural } from '../platform/format.ts'
import { type Command, runProgram } from './lib/command.ts'
import { withStores } from './lib/with-stores.ts'

// Reads the whole ledger of credits and proves that it adds up: each account's entries follow from one another, their sums
// are its balance, what is held is what the holds say, and each payment gave what it brought. What was written anew as a
// whole, or taken out with its account, shows only to somebody who noted how far each account was: --save notes it, and
// --expect says whether it is still so.

const usage = `Usage: npm run ledger:verify -- [--expect FILE] [--save FILE]
  --expect FILE   what --save wrote earlier: every account of it is there, and goes on from where it was
  --save FILE     write a new file with the number of entries and the newest hash of every account`

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: { expect: { type: 'string' }, save: { type: 'string' } } }).values
  } catch {
    throw new Error(usage)
  }
}

export const main: Command = async ({ args, env, console }) => {
  const { expect, save } = readOptions(args)
  const noted = expect === undefined ? undefined : readHeads(await readFile(expect, 'utf8'))
  await withStores(env, async (open) => {
    const { db } = await open()
    const heads: string[] = []
    const proof = await verifyLedger(db, selectPayments, {
      noted,
      onHead: (line) => void (save && heads.push(`${line}\n`)),
    })
    const { isIntact, accounts, entries, digest, problems } = proof
    const size = `${plural(entries, 'entry', 'entries')} of ${plural(accounts, 'account')}`
    const [first, ...others] = problems.map(problemInWords)
    if (!isIntact) throw new Error([`The ledger of ${size} is BROKEN.`, `First: ${first}`, ...others].join('\n'))
    console.log(`The ledger is intact: ${size}, whose sums are the balances.`)
    if (noted) console.log(`It goes on from what was noted: ${plural(noted.length, 'account')}.`)
    // A file that is there is what somebody noted, and stays.
    if (save) await writeFile(save, heads.join(''), { flag: 'wx' })
    console.log(`SHA-256 of what --save ${save ? 'wrote' : 'would write'}: ${digest}`)
  })
}

if (import.meta.main) await runProgram(main)
