/** The used part of `npm audit --json`, report version 2. */
export type NpmAudit = { vulnerabilities: Record<string, { nodes: string[]; via: (string | Advisory)[] }> }
type Advisory = { name: string; title: string; url: string; severity: string; range: string }

/** The used part of package-lock.json: the path of each package, and whether only development needs it. */
export type Lock = { packages: Record<string, { dev?: boolean }> }

/**
 * An accepted advisory: its GHSA id, why it is harmless here, and the last day of the exception, which only counts
 * once it is near.
 */
export type Allowed = { advisory: string; reason: string; until: string }

export type Finding = Advisory & { isProduction: boolean }

/** How many days ahead an advisory may be accepted, as SECURITY.md states. */
const maxDaysAhead = 90

const severities = ['critical', 'high', 'moderate', 'low', 'info']

/**
 * Each advisory once, the most severe first. It affects production where any affected path is installed there; a
 * package that merely depends on an affected one is not a finding.
 */
export function listFindings({ vulnerabilities }: NpmAudit, { packages }: Lock): Finding[] {
  const found = new Map<string, Finding>()
  for (const { nodes, via } of Object.values(vulnerabilities)) {
    const isProduction = nodes.some((path) => packages[path]?.dev !== true)
    for (const advisory of via) {
      if (typeof advisory === 'string') continue
      const { name, title, url, severity, range } = advisory
      found.set(`${name} ${url}`, { name, title, url, severity, range, isProduction })
    }
  }
  const rank = ({ severity }: Finding) => severities.indexOf(severity)
  return [...found.values()].toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'))
}

/** The id of an advisory is the last part of its URL, such as GHSA-xxxx-xxxx-xxxx. */
const matchesFinding = ({ advisory }: Allowed, { url }: Finding) => url.split('/').at(-1) === advisory

/** Splits findings into open and accepted ones on a day (YYYY-MM-DD), and lists the exceptions that no longer apply. */
export function classifyFindings(findings: readonly Finding[], allowed: readonly Allowed[], today: string) {
  const latest = new Date(Date.parse(today) + maxDaysAhead * 86_400_000).toISOString().slice(0, 10)
  const counts = ({ until }: Allowed) => today <= until && until <= latest
  const findEntry = (finding: Finding) => allowed.find((entry) => matchesFinding(entry, finding) && counts(entry))
  const open = findings.filter((finding) => !findEntry(finding))
  const accepted = findings.flatMap((finding) => {
    const entry = findEntry(finding)
    return entry ? [{ finding, ...entry }] : []
  })
  return {
    production: open.filter(({ isProduction }) => isProduction),
    development: open.filter(({ isProduction }) => !isProduction),
    accepted,
    unused: allowed.filter((entry) => !findings.some((finding) => matchesFinding(entry, finding))),
  }
}
