import { parseArgs } from 'node:util'
import { importContacts, refuseImplausibleDay } from '../modules/contacts/index.ts'
import { formatNumber as n } from '../platform/util/format.ts'
import { type Command, runProgram } from './lib/command.ts'
import { withStores } from './lib/with-stores.ts'

// Imports owner contacts: npm run contacts:import -- owners.csv --name "Davidson owners" --as-of 2026-10-28

const usage = `Usage: npm run contacts:import -- FILE --name "Davidson owners, skip traced" --as-of 2026-10-28
  --name NAME      what the file is; another one of the same name takes its place
  --as-of DATE     the day on which the contacts were gathered`

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

export const main: Command = async ({ args, env, console }) => {
  const option = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args,
    options: { name: option, 'as-of': option },
    allowPositionals: true,
  })
  const [path, ...more] = positionals
  const { name, 'as-of': asOf } = values
  if (!path || more.length > 0 || !name?.trim() || name.length > 100 || !asOf || !day.test(asOf)) throw new Error(usage)
  refuseImplausibleDay(asOf, new Date())
  await withStores(env, async (open) => {
    const imported = await importContacts(await open(), { name: name.trim(), asOf, path })
    console.log(
      [
        `${name.trim()} is loaded, as of ${asOf}.`,
        `  read      ${n(imported.rowsRead)} rows`,
        `  taken     ${n(imported.rowsTaken)}`,
        `  rejected  ${n(imported.rowsRejected)}`,
        ...imported.rejected.map(({ line, reason }) => `            line ${n(line)}: ${reason}`),
        `  made      ${n(imported.phones)} phones and ${n(imported.emails)} emails of ${n(imported.owners)} owners`,
        ...(imported.message ? [imported.message] : []),
      ].join('\n'),
    )
  })
}

if (import.meta.main) await runProgram(main)
