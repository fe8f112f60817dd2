import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Allowed, type Finding, findingsIn, type Lock, type NpmAudit, sortOut } from './lib/advisories.ts'

// npm run audit:dependencies: the advisories that are known of what package-lock.json installs. The exit status is 0 where
// none is open, 1 where some are, and 2 where no registry could be asked, which says nothing of the dependencies.

const root = join(import.meta.dirname, '..')
const readJson = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8'))

/** What npm says of advisories, by its own client; null and its reason where the registry gives none. */
function askNpm(): Promise<{ audit: NpmAudit | null; reason: string }> {
  const npm = process.env['npm_execpath']
  const [file, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const args = [
    ...first,
    'audit',
    '--json',
    '--package-lock-only',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  ]
  return new Promise((resolve) => {
    execFile(file, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const answer = parsed(stdout)
      // It ends with 1 for findings as well as for a registry that cannot be reached.
      if (answer?.vulnerabilities) return resolve({ audit: answer as NpmAudit, reason: '' })
      resolve({ audit: null, reason: answer?.message ?? answer?.error?.summary ?? (stderr.trim() || String(error)) })
    })
  })
}

type Answer = Partial<NpmAudit> & { message?: string; error?: { summary?: string } }

function parsed(text: string): Answer | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const lineOf = ({ severity, name, title, url, range }: Finding) => `  ${severity}: ${name} ${range}, ${title} (${url})`

function print(heading: string, findings: readonly Finding[]) {
  console.log(`${heading}: ${findings.length === 0 ? 'none' : findings.length}`)
  for (const finding of findings) console.log(lineOf(finding))
}

async function main(): Promise<number> {
  const { audit, reason } = await askNpm()
  if (!audit) {
    console.error(`No advisories could be read, so nothing is known of the dependencies: ${reason}`)
    console.error('Run this where a registry gives advisories, or name one with npm_config_registry.')
    return 2
  }
  const lock: Lock = await readJson('package-lock.json')
  const allowed: Allowed[] = await readJson('scripts/lib/allowed-advisories.json')
  const today = new Date().toISOString().slice(0, 10)
  const { production, development, accepted, unused } = sortOut(findingsIn(audit, lock), allowed, today)
  console.log(`Advisories for ${Object.keys(lock.packages).length - 1} installed packages`)
  print('Open, in what the portal runs with', production)
  print('Open, in what it is built and tested with', development)
  for (const { finding, reason: why, until } of accepted)
    console.log(`${lineOf(finding)}\n    accepted until ${until}: ${why}`)
  for (const { advisory } of unused)
    console.log(`  ${advisory} is accepted, and applies no more: take it off the list.`)
  return production.length + development.length > 0 ? 1 : 0
}

process.exitCode = await main()
