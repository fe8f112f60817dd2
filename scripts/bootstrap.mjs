import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run } from './lib/run.mjs'

// Runs before anything is installed, so it uses only Node.

const minNodeVersion = 20

/** Installs what package-lock.json requires, unless it is installed; the first time takes a while, and prints so. */
export async function bootstrap() {
  if (Number(process.versions.node.split('.')[0]) < minNodeVersion)
    fail(
      `Dooryard needs Node ${minNodeVersion} or newer to start, and this is ${process.versions.node}: see https://nodejs.org.`,
    )
  if (isInstalled()) return
  console.log('Installing what Dooryard needs: about 400 MB to download, 1.2 GB unpacked. This happens once.')
  const status = await withElapsed('Still installing', install)
  if (status !== 0)
    fail(
      'The installation failed, most often for want of a network: see what npm says above, and run the same command again.',
    )
  console.log('Installed.')
}

const install = () =>
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']).catch(() =>
    fail('The command npm was not found: install Node with npm from https://nodejs.org.'),
  )

/** Whether every package of the lock file is in node_modules in its version; npm writes its own lock file last. */
function isInstalled() {
  const required = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (!required) fail('The file package-lock.json is missing or damaged: restore it from the repository.')
  return Object.entries(required).every(
    ([path, { version, optional }]) =>
      // Optional packages may be for another platform; where installed, they must have the right version too.
      !path.startsWith('node_modules/') || (present?.[path]?.version ?? (optional && version)) === version,
  )
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function withElapsed(label, work) {
  const startedAt = Date.now()
  const ticker = setInterval(() => console.log(`${label} (${Math.round((Date.now() - startedAt) / 1000)} s)`), 15_000)
  try {
    return await work()
  } finally {
    clearInterval(ticker)
  }
}
