import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

// The headless shell of the same browser, which renders without a window.
const headlessShell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The browser for the tests: CHROMIUM_PATH or an installed one, preferably headless shell. On Debian as root, headless
 * shell is installed for a whole run, and any browser where there is none. Returns its `path`, or the `problem`.
 */
export async function findChromium({ isWholeRun }) {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath)
    return isExecutable(configuredPath)
      ? { path: configuredPath }
      : { problem: `CHROMIUM_PATH is ${configuredPath}, which is not a program.` }
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  // Earlier releases of Debian lack the package; another browser will do then.
  if (canInstall && !(isWholeRun ? findProgram(headlessShell) : findInstalled()))
    await installWithApt(headlessShell, 'ignore')
  if (canInstall && !findInstalled()) await installWithApt('chromium', 'inherit')
  const path = findInstalled()
  const problem = 'The browser tests need Chromium: install it ("apt-get install chromium"), or set CHROMIUM_PATH.'
  return path ? { path } : { problem }
}

const findInstalled = () => findProgram(headlessShell, ...names) ?? applications.find(isExecutable)

function findProgram(...programs) {
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
