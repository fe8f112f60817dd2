import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

// The same browser without a window around its pages, which is drawn even where nobody sees it.
const withoutWindow = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The browser for the tests: the one of CHROMIUM_PATH or an installed one, best without a window. On Debian as root the
 * one without a window is installed for a whole run, and any where there is none. Gives its `path`, or the `problem`.
 */
export async function findChromium({ isWholeRun }) {
  const given = process.env.CHROMIUM_PATH
  if (given)
    return isExecutable(given) ? { path: given } : { problem: `CHROMIUM_PATH is ${given}, which is not a program.` }
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  // Earlier releases of Debian do not have it, and then another will do.
  if (canInstall && !(isWholeRun ? installed(withoutWindow) : anyInstalled()))
    await installWithApt(withoutWindow, 'ignore')
  if (canInstall && !anyInstalled()) await installWithApt('chromium', 'inherit')
  const path = anyInstalled()
  const problem = 'The browser tests need Chromium: install it ("apt-get install chromium"), or set CHROMIUM_PATH.'
  return path ? { path } : { problem }
}

const anyInstalled = () => installed(withoutWindow, ...names) ?? applications.find(isExecutable)

function installed(...programs) {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function installWithApt(name, errors) {
  console.log(`Installing ${name} for the browser tests.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quietly = { env, stdio: ['ignore', 'ignore', errors] }
  if ((await run('apt-get', ['update', '-q'], quietly)) !== 0) return
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], quietly)
}
