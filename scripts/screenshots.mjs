import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap } from './bootstrap.mjs'
import { buildWebWhenStale } from './lib/build-web.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { fail, ownNode, root, run, runAsSelf } from './lib/run.mjs'

// npm run screenshots -- --out DIR [words…]: screenshots of every screen, or of those with one of the words in their
// name.
// npm run screenshots -- --guide [--out DIR]: the pictures of the guide in docs/data-sources.md.
// npm run screenshots -- --compare BEFORE AFTER [words…] [--out DIFFDIR]: compares two folders of them.

const options = { out: { type: 'string' }, compare: { type: 'boolean' }, guide: { type: 'boolean' } }
const { values, positionals } = parseArgs({ options, allowPositionals: true })

await bootstrap()
if (values.compare) compare()
else process.exit(await take())

function compare() {
  const [before, after, ...words] = positionals
  if (!after) fail('Say what to compare: npm run screenshots -- --compare BEFORE AFTER')
  const out = values.out ?? `${after}-diff`
  const folders = [before, after, out].map((folder) => resolve(folder))
  runAsSelf('e2e/screenshots/compare-screenshots.ts', [...folders, ...words])
}

async function take() {
  const out = values.out ?? (values.guide ? join(root, 'docs', 'images') : undefined)
  if (!out) fail('Say where to put the pictures: npm run screenshots -- --out DIR')
  const { path, problem } = await findChromium({ isWholeRun: false })
  if (problem) fail(problem)
  const status = await buildWebWhenStale()
  if (status !== 0) return status
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const asked = { out: resolve(out), words: positionals }
  const env = { ...process.env, CHROMIUM_PATH: path, SCREENSHOTS: JSON.stringify(asked) }
  const file = `e2e/screenshots/take-${values.guide ? 'guide' : 'screenshots'}.ts`
  return run(ownNode, [vitest, 'run', '--project', 'screenshots', file], { env })
}
