/** At most this many entries, so that a listing shows the design. */
const maxEntries = 15

/** Their listings mirror something else: the URLs, and the features of the client, one folder each. */
const mirrors = [/^web\/src\/routes(\/|$)/, /^web\/src\/features$/]

const isTestFile = (path: string) => !path.startsWith('e2e/') && /\.(test|fixture|setup)\.tsx?$/.test(path)

/** Returns each folder of hand-written code that has too many files and folders; the tests beside files don't count. */
export function findCrowdedFolders(paths: readonly string[]): string[] {
  const entriesByFolder = new Map<string, Set<string>>()
  for (const path of paths) {
    if (isTestFile(path) || /\.gen\.ts$/.test(path) || !/\.(ts|tsx|mjs|css)$/.test(path)) continue
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      const entries = entriesByFolder.get(folder) ?? new Set()
      entriesByFolder.set(folder, entries.add(parts[depth] ?? ''))
    }
  }
  return [...entriesByFolder]
    .filter(([folder, entries]) => entries.size > maxEntries && !mirrors.some((mirror) => mirror.test(folder)))
    .map(
      ([folder, entries]) => `${folder} has ${entries.size} entries, and ${maxEntries} are allowed: name a part of it`,
    )
}
