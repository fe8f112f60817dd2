import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser for the tests: the one of CHROMIUM_PATH, an installed one, or on Debian as root one that it installs. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return isExecutable(given) ? given : fail(`CHROMIUM_PATH is ${given}, which is not a program.`)
  const found = installed()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version') && (await installWithApt())) {
    const now = installed()
    if (now) return now
  }
  return fail('The browser tests need Chromium: install it ("apt-get install chromium"), or set CHROMIUM_PATH.')
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...applications].find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function installWithApt() {
  console.log('Installing Chromium for the browser tests.')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quietly = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  if ((await run('apt-get', ['update', '-q'], quietly)) !== 0) return false
  return (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], quietly)) === 0
}
