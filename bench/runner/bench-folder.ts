import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const bytesPerProperty = 250
/** PostgreSQL's rows with their indexes, and one file during loading. */
const bytesPerPeerRow = 950
// On one core each, of a machine from 2024.
const secondsPerMillion = 4.5
const peerSecondsPerMillion = 18

/** The requirements of a run: gigabytes of disk, and minutes before it measures. */
export function estimateRequirements(rows: number, hasPeer: boolean) {
  return {
    gigabytes: (rows * (bytesPerProperty + (hasPeer ? bytesPerPeerRow : 0))) / 1e9,
    minutes: ((rows / 1e6) * (secondsPerMillion / 2 + (hasPeer ? peerSecondsPerMillion : 0))) / 60,
  }
}

export const freeGigabytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / 1e9
}

/** Increased whenever the generated rows change, so that old ones are not reused. */
const dataVersion = 3
const metadataFile = 'bench.json'

export type Folder = {
  path: string
  /** Whether the folder already has the rows. */
  isFilled: boolean
  filled: () => void
  /** Removes temporary data, in particular incomplete rows. */
  close: () => void
}

export function createTempFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'dooryard-bench-'))
  return { path, isFilled: false, filled: () => undefined, close: () => rmSync(path, { recursive: true, force: true }) }
}

/** Opens a folder that keeps generated rows; a folder that the bench did not create is left alone. */
export function openPersistentFolder(path: string, { rows, seed }: { rows: number; seed: number }): Folder {
  mkdirSync(path, { recursive: true })
  const file = join(path, metadataFile)
  const empty = () => {
    for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true })
  }
  if (existsSync(file)) {
    const known = JSON.parse(readFileSync(file, 'utf8'))
    if (known.isFilled && known.rows !== rows)
      throw new Error(`${path} holds ${known.rows} rows: ask for as many with --rows, or name another folder.`)
    if (known.isFilled && known.generation === dataVersion && known.seed !== seed)
      throw new Error(`${path} holds the rows of --seed ${known.seed}: ask for that, or name another folder.`)
    if (known.isFilled && known.generation === dataVersion)
      return { path, isFilled: true, filled: () => undefined, close: () => undefined }
    empty()
  } else if (readdirSync(path).length > 0) throw new Error(`${path} is not empty, and not a folder of the bench.`)
  let isFilled = false
  const write = () => writeFileSync(file, JSON.stringify({ rows, seed, generation: dataVersion, isFilled }))
  write()
  return {
    path,
    isFilled: false,
    filled: () => {
      isFilled = true
      write()
    },
    close: () => {
      if (!isFilled) empty()
    },
  }
}
