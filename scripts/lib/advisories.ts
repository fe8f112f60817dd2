/** What is read of the answer of `npm audit --json`, of report version 2. */
export type NpmAudit = { vulnerabilities: Record<string, { nodes: string[]; via: (string | Advisory)[] }> }
type Advisory = { name: string; title: string; url: string; severity: string; range: string }

/** What is read of package-lock.json: where each package lies, and whether development alone needs it. */
export type Lock = { packages: Record<string, { dev?: boolean }> }

/**
 * An advisory that is accepted: its GHSA id, why it does no harm here, and the last day on which that is believed, which
 * counts only once it is near.
 */
export type Allowed = { advisory: string; reason: string; until: string }

export type Finding = Advisory & { isProduction: boolean }

/** How many days ahead an advisory may be accepted: SECURITY.md says so. */
const mostDaysAhead = 90

const severities = ['critical', 'high', 'moderate', 'low', 'info']

/**
 * Each advisory once, the worst first. It is one of production where any place that it applies to is installed there; a
 * package that depends on another that has one is no finding of its own.
 */
export function findingsIn({ vulnerabilities }: NpmAudit, { packages }: Lock): Finding[] {
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

/** An advisory is named by the last part of its address, such as GHSA-xxxx-xxxx-xxxx. */
const isOf = ({ advisory }: Allowed, { url }: Finding) => url.split('/').at(-1) === advisory

/** Parts findings into those that are open and those accepted on a day (YYYY-MM-DD), and tells what is accepted in vain. */
export function sortOut(findings: readonly Finding[], allowed: readonly Allowed[], today: string) {
  const latest = new Date(Date.parse(today) + mostDaysAhead * 86_400_000).toISOString().slice(0, 10)
  const counts = ({ until }: Allowed) => today <= until && until <= latest
  const entryOf = (finding: Finding) => allowed.find((entry) => isOf(entry, finding) && counts(entry))
  const open = findings.filter((finding) => !entryOf(finding))
  const accepted = findings.flatMap((finding) => {
    const entry = entryOf(finding)
    return entry ? [{ finding, ...entry }] : []
  })
  return {
    production: open.filter(({ isProduction }) => isProduction),
    development: open.filter(({ isProduction }) => !isProduction),
    accepted,
    unused: allowed.filter((entry) => !findings.some((finding) => isOf(entry, finding))),
  }
}
