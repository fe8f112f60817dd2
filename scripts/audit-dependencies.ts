import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Allowed,
  classifyFindings,
  type Finding,
  type Lock,
  listFindings,
  type NpmAudit,
} from './lib/advisories.ts'

// npm run audit:dependencies: the known advisories for what package-lock.json installs. The exit status is 0 where
// none is open, 1 where some are, and 2 where no registry could be reached, which says nothing about the dependencies.

const root = join(import.meta.dirname, '..')
const readJson = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8'))

/** Runs npm's own audit; null and a reason where the registry returns no advisories. */
function runNpmAudit(): Promise<{ audit: NpmAudit | null; reason: string }> {
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
      const output = parseOutput(stdout)
      // npm exits with 1 for findings as well as for an unreachable registry.
      if (output?.vulnerabilities) return resolve({ audit: output as NpmAudit, reason: '' })
      resolve({ audit: null, reason: output?.message ?? output?.error?.summary ?? (stderr.trim() || String(error)) })
    })
  })
}

type NpmAuditOutput = Partial<NpmAudit> & { message?: string; error?: { summary?: string } }

function parseOutput(text: string): NpmAuditOutput | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const formatFinding = ({ severity, name, title, url, range }: Finding) =>
  `  ${severity}: ${name} ${range}, ${title} (${url})`

function printFindings(heading: string, findings: readonly Finding[]) {
  console.log(`${heading}: ${findings.length === 0 ? 'none' : findings.length}`)
  for (const finding of findings) console.log(formatFinding(finding))
}

async function main(): Promise<number> {
  const { audit, reason } = await runNpmAudit()
  if (!audit) {
    console.error(`No advisories could be read, so nothing is known of the dependencies: ${reason}`)
    console.error('Run this where a registry gives advisories, or name one with npm_config_registry.')
    return 2
  }
  const lock: Lock = await readJson('package-lock.json')
  const allowed: Allowed[] = await readJson('scripts/lib/allowed-advisories.json')
  const today = new Date().toISOString().slice(0, 10)
  const { production, development, accepted, unused } = classifyFindings(listFindings(audit, lock), allowed, today)
  console.log(`Advisories for ${Object.keys(lock.packages).length - 1} installed packages`)
  printFindings('Open, in what the portal runs with', production)
  printFindings('Open, in what it is built and tested with', development)
  for (const { finding, reason: why, until } of accepted)
    console.log(`${formatFinding(finding)}\n    accepted until ${until}: ${why}`)
  for (const { advisory } of unused)
    console.log(`  ${advisory} is accepted, and applies no more: take it off the list.`)
  return production.length + development.length > 0 ? 1 : 0
}

process.exitCode = await main()
