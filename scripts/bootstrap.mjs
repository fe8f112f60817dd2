import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run } from './lib/run.mjs'

// Has to run before anything is installed, so it uses nothing but Node.

const oldestNode = 20

/** Installs what package-lock.json asks for, unless it is there; the first time that takes a while, and says so. */
export async function bootstrap() {
  if (Number(process.versions.node.split('.')[0]) < oldestNode)
    fail(
      `Dooryard needs Node ${oldestNode} or newer to start, and this is ${process.versions.node}: see https://nodejs.org.`,
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

/** Whether every package of the lock file is in node_modules in its version; npm notes what it put there as its last act. */
function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted) fail('The file package-lock.json is missing or damaged: restore it from the repository.')
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      // What is optional may be of another platform; where it is installed, it has to be in its version too.
      !path.startsWith('node_modules/') || (present?.[path]?.version ?? (optional && version)) === version,
  )
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function withElapsed(words, work) {
  const begun = Date.now()
  const ticker = setInterval(() => console.log(`${words} (${Math.round((Date.now() - begun) / 1000)} s)`), 15_000)
  try {
    return await work()
  } finally {
    clearInterval(ticker)
  }
}
