import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { acceptWaiting, type RefreshResult, refreshFromLocations } from '../modules/properties/index.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { formatNumber as n } from '../platform/util/format.ts'
import { type Command, runProgram } from './lib/command.ts'
import { withStores } from './lib/with-stores.ts'

// Refreshes a county dataset from where it is published: npm run data:refresh -- --source philadelphia-pa

const usage = `Usage: npm run data:refresh -- --source NAME [--accept]
  --source NAME   the dataset, as data:import -- --list names it; its refresh is set up on the Data screen
  --accept        load the version that waits for a decision, instead of reading the file again`

const options = {
  source: { type: 'string' },
  accept: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export const main: Command = async ({ args, env, console }) => {
  const { values } = parseArgs({ args, options })
  if (values.help) return console.log(usage)
  const { source, accept } = values
  if (!source) throw new Error(usage)
  const { privateTargets, importDir, uploadLimits } = readConfig(env)
  const outbound = createOutbound({ allowPrivate: privateTargets })
  try {
    await withStores(env, async (open) => {
      const services = await open()
      const remote = { outbound, importDir, maxFileBytes: uploadLimits.maxFileBytes, now: services.clock.now, env }
      const result = accept
        ? await acceptWaiting(services, source)
        : await refreshFromLocations(services, remote, { source, trigger: 'SHELL' })
      if (!result) throw new Error(accept ? nothingWaits : noPlan)
      console.log(formatResult(source, result))
    })
  } finally {
    await outbound.close()
  }
}

const nothingWaits = 'No version of this dataset waits for a decision.'
const noPlan = 'There is no refresh of this dataset: set it up on the Data screen first.'

function formatResult(source: string, { outcome, message, report }: RefreshResult): string {
  if (outcome === 'UNCHANGED') return `${source} is unchanged.${message ? ` ${message}` : ''}`
  if (outcome === 'REJECTED') return `${source} was not changed. ${message}`
  if (outcome === 'WAITING')
    return `${source} was not changed: the new file looks worse than the loaded one.\n  ${message}\n  Load it with --accept.`
  const { added = 0, removed = 0, sold = 0, ownerChanged = 0, valueChanged = 0 } = report?.changes ?? {}
  return [
    `${source} is refreshed: ${n(report?.properties ?? 0)} properties.`,
    `  ${n(added)} added, ${n(removed)} removed, ${n(sold)} sold`,
    `  ${n(ownerChanged)} with a new owner, ${n(valueChanged)} with a new value`,
  ].join('\n')
}

if (import.meta.main) await runProgram(main)
