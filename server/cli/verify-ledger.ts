import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { selectPayments } from '../modules/billing/index.ts'
import { formatLedgerProblem, parseCheckpoints, verifyLedger } from '../modules/credits/index.ts'
import { pluralize } from '../platform/util/format.ts'
import { type Command, runProgram } from './lib/command.ts'
import { withStores } from './lib/with-stores.ts'

// Reads the whole credit ledger and verifies it: each account's entries form a chain, their sums equal its balance,
// held credits equal the holds, and each payment granted the credits it paid for. A ledger rewritten as a whole, or an
// account removed with its entries, can only be detected with the account heads noted earlier: --save writes them, and
// --expect compares them.

const usage = `Usage: npm run ledger:verify -- [--expect FILE] [--save FILE]
  --expect FILE   what --save wrote earlier: every account of it is there, and continues from where it was
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
  const noted = expect === undefined ? undefined : parseCheckpoints(await readFile(expect, 'utf8'))
  await withStores(env, async (open) => {
    const { db } = await open()
    const heads: string[] = []
    const proof = await verifyLedger(db, selectPayments, {
      noted,
      onHead: (line) => void (save && heads.push(`${line}\n`)),
    })
    const { isIntact, accounts, entries, digest, problems } = proof
    const size = `${pluralize(entries, 'entry', 'entries')} of ${pluralize(accounts, 'account')}`
    const [first, ...others] = problems.map(formatLedgerProblem)
    if (!isIntact) throw new Error([`The ledger of ${size} is BROKEN.`, `First: ${first}`, ...others].join('\n'))
    console.log(`The ledger is intact: ${size}, whose sums are the balances.`)
    if (noted) console.log(`It continues from what was noted: ${pluralize(noted.length, 'account')}.`)
    // An existing file holds heads noted earlier and is never overwritten.
    if (save) await writeFile(save, heads.join(''), { flag: 'wx' })
    console.log(`SHA-256 of what --save ${save ? 'wrote' : 'would write'}: ${digest}`)
  })
}

if (import.meta.main) await runProgram(main)
