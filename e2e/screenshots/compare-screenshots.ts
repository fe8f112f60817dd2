import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { hasWord } from './names.ts'

// npm run screenshots -- --compare BEFORE AFTER [words…] [--out DIFFDIR]: the share of differing pixels of each
// screenshot.

/** The share of pixels that may differ without a review. */
const allowedShare = 0.001
/** The distance between colors that count as the same, as a part of that from black to white. */
const threshold = 0.03

const [before = '', after = '', out = '', ...words] = process.argv.slice(2)

const red = [255, 0, 0, 255]

/** Enlarges an image: the added area is transparent, which no screen is. */
function extend(image: PNG, width: number, height: number): PNG {
  if (image.width === width && image.height === height) return image
  const larger = new PNG({ width, height })
  PNG.bitblt(image, larger, 0, 0, image.width, image.height, 0, 0)
  return larger
}

/** The share of differing pixels, and an image with them in red. */
function compareImages(before: PNG, after: PNG): { share: number; diff: PNG } {
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)]
  const [commonWidth, commonHeight] = [Math.min(before.width, after.width), Math.min(before.height, after.height)]
  const diff = new PNG({ width, height })
  const [one, other] = [extend(before, width, height), extend(after, width, height)]
  pixelmatch(one.data, other.data, diff.data, width, height, { threshold, includeAA: true, checkerboard: false })
  let count = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const isMissing = x >= commonWidth || y >= commonHeight
      if (isMissing) diff.data.set(red, at)
      if (isMissing || (diff.data[at] === 255 && diff.data[at + 1] === 0)) count++
    }
  return { share: count / (width * height), diff }
}

const listScreenshots = async (folder: string) =>
  (await readdir(folder)).filter((file) => file.endsWith('.png') && hasWord(file, words)).sort()

type Difference = { file: string; share: number; diff?: PNG }

async function compareFile(file: string): Promise<Difference> {
  const [one, other] = await Promise.all([readFile(join(before, file)), readFile(join(after, file))])
  if (one.equals(other)) return { file, share: 0 }
  return { file, ...compareImages(PNG.sync.read(one), PNG.sync.read(other)) }
}

const formatPercent = (share: number) => `${(share * 100).toFixed(3).padStart(8)} %`

const [ofBefore, ofAfter] = await Promise.all([listScreenshots(before), listScreenshots(after)])
const missing = ofBefore.filter((file) => !ofAfter.includes(file))
const added = ofAfter.filter((file) => !ofBefore.includes(file))
const differences: Omit<Difference, 'diff'>[] = []
await mkdir(out, { recursive: true })
for (const file of ofBefore.filter((name) => ofAfter.includes(name))) {
  const { share, diff } = await compareFile(file)
  differences.push({ file, share })
  if (diff && share > allowedShare) await writeFile(join(out, file), PNG.sync.write(diff))
}
const sorted = differences.toSorted((one, other) => other.share - one.share)
const tooDifferent = sorted.filter(({ share }) => share > allowedShare)
const slight = sorted.filter(({ share }) => share > 0 && share <= allowedShare)

for (const { file, share } of slight.toReversed()) console.log(`${formatPercent(share)}  ${file}`)
console.log(`\nAbove ${formatPercent(allowedShare).trim()}, with what differs in red in ${out}:`)
for (const { file, share } of tooDifferent) console.log(`${formatPercent(share)}  ${file}`)
for (const file of missing) console.log(`   missing  ${file}`)
for (const file of added) console.log(`       new  ${file}`)
console.log(
  `\n${sorted.length} compared: ${sorted.length - slight.length - tooDifferent.length} the same, ${slight.length} slightly different, ` +
    `${tooDifferent.length} more than that; ${missing.length} missing, ${added.length} new`,
)
process.exitCode = tooDifferent.length + missing.length + added.length === 0 ? 0 : 1
