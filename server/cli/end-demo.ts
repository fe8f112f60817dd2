import { parseArgs } from 'node:util'
import { type DemoEndReport, forceEndDemo, keepGrants, previewDemoEnd, toReportLines } from '../modules/demo/index.ts'
import { type Command, runProgram } from './lib/command.ts'
import { withStores } from './lib/with-stores.ts'

// Shows what ending the demo takes back, and decides whether to take it back where an older version closed the demo
// and left that open.

const usage = `Usage: npm run demo:end -- [--take-back | --keep]
  neither       show what the end of the demo would take back, and change nothing
  --take-back   end the demo, and take back what its accounts gave
  --keep        leave what its accounts gave until now to the users who have it`

function readOptions(args: string[]) {
  const option = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({ args, options: { 'take-back': option, keep: option } })
    const { 'take-back': revokesGrants, keep } = values
    if (revokesGrants && keep) throw new Error('one of the two')
    return { revokesGrants, keep }
  } catch {
    throw new Error(usage)
  }
}

const nothingToDecide =
  'There is nothing to decide: no demo is on, and none was closed without taking back what it gave.'

function formatReport(report: DemoEndReport, isDone: boolean): string {
  const lines = toReportLines(report, { isDone })
  if (lines.length === 0) return 'The demo gave nothing to anyone.'
  return lines.flatMap(({ message, items = [] }) => [message, ...items.map((item) => `  ${item}`)]).join('\n')
}

export const main: Command = async ({ args, env, console }) => {
  const { revokesGrants, keep } = readOptions(args)
  await withStores(env, async (open) => {
    const services = await open()
    if (keep) return console.log((await keepGrants(services)) ? 'What the demo gave stays.' : nothingToDecide)
    const report = await (revokesGrants ? forceEndDemo : previewDemoEnd)(services)
    console.log(report ? formatReport(report, revokesGrants) : nothingToDecide)
    if (report && !revokesGrants) console.log('Nothing was changed.')
  })
}

if (import.meta.main) await runProgram(main)
