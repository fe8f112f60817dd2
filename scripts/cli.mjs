import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { fail, root, runAsSelf } from './lib/run.mjs'

// node scripts/cli.mjs <command> …: installs when necessary, then runs that command of server/cli.

const folder = join(root, 'server', 'cli')
const commands = readdirSync(folder).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? [])
const [command = '', ...args] = process.argv.slice(2)
if (!commands.includes(command) || !existsSync(join(folder, `${command}.ts`)))
  fail(`There is no command ${JSON.stringify(command)}: choose one of ${commands.join(', ')}.`)
await bootstrap()
runAsSelf(`server/cli/${command}.ts`, args)
