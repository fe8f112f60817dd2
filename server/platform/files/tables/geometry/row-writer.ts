import { writeSync } from 'node:fs'
import { toCsvField } from '../../content/cell-text.ts'
import { toUtf8Lines } from '../text/text-decoding.ts'
import type { LayerRead } from './gdal-request.ts'
import { findInnerPoint } from './inner-point.ts'
import { measureSqft, toOutlineHex } from './outline.ts'
import { parseWkt } from './wkt.ts'

const bytesPerWrite = 64 * 1024
const [quote, lineFeed] = Buffer.from('"\n')
// A lake or a highway: as text it would fill the line that a table may have.
const maxOutlineDigits = 1024 * 1024

/**
 * Takes the CSV of GDAL in pieces, with the geometry in the first column when there is one, and writes lines of CSV
 * with point, area and outline at the end. The header is left out: the caller knows it.
 */
export function createRowWriter({ dateFields, hasGeometry, isProjected, keepsLine }: LayerRead) {
  let waiting: Buffer[] = []
  let size = 0
  let header: string[] | undefined
  let isDate: boolean[] = []
  const out: string[] = []
  let outLength = 0

  function takeHeader(cells: string[]): void {
    header = hasGeometry ? cells.slice(1) : cells
    isDate = header.map((name) => dateFields.includes(name))
  }

  function takeRow(cells: string[]): void {
    if (header === undefined) {
      takeHeader(cells)
      return
    }
    const values = hasGeometry ? cells.slice(1) : cells
    const fields = values.map((value, at) => toCsvField((isDate[at] ? toIsoDay(value) : value).trim()))
    const wkt = isProjected ? (cells[0] ?? '') : ''
    const shape = !hasGeometry ? [] : keepsLine ? [toCsvField(wkt)] : toShapeCells(wkt)
    const line = `${[...fields, ...shape].join(',')}\n`
    out.push(line)
    outLength += line.length
    if (outLength >= bytesPerWrite) flush()
  }

  function flush(): void {
    writeAll(Buffer.from(out.splice(0).join('')))
    outLength = 0
  }

  function readWaiting(): void {
    const bytes = Buffer.concat(waiting, size)
    const end = readRows(bytes, takeRow)
    const rest = Buffer.from(bytes.subarray(end))
    waiting = rest.length > 0 ? [rest] : []
    size = rest.length
  }

  return {
    push: (bytes: Uint8Array) => {
      waiting.push(Buffer.from(bytes))
      size += bytes.length
      if (size >= bytesPerWrite) readWaiting()
    },
    end: () => {
      readWaiting()
      flush()
    },
  }
}

/** GDAL writes a day as 2026/01/31, and of some files with a time that means nothing. */
const toIsoDay = (value: string) => value.replaceAll('/', '-').replace(/ 00:00:00(\.0+)?(\+00)?$/, '')

/** Reads all whole rows and returns where the last one ends. A line end within quotes ends no row. */
function readRows(bytes: Buffer, take: (cells: string[]) => void): number {
  let start = 0
  let isQuoted = false
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === quote) isQuoted = !isQuoted
    if (bytes[at] !== lineFeed || isQuoted) continue
    take(readCells(bytes.subarray(start, at)))
    start = at + 1
  }
  return start
}

function readCells(record: Buffer): string[] {
  // A byte that is no UTF-8 comes from a table that names no encoding.
  const text = toUtf8Lines(record).toString('utf8')
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    if (text.charCodeAt(at) === quote) {
      let close = text.indexOf('"', at + 1)
      while (close >= 0 && text.charCodeAt(close + 1) === quote) close = text.indexOf('"', close + 2)
      const end = close < 0 ? text.length : close
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 2
      if (end + 1 >= text.length) break
    } else {
      const next = text.indexOf(',', at)
      const end = next < 0 ? text.length : next
      cells.push(text.slice(at, end))
      at = end + 1
    }
  }
  return cells
}

function toShapeCells(wkt: string): string[] {
  const geometry = wkt === '' ? null : parseWkt(wkt)
  const point = geometry && findInnerPoint(geometry)
  if (!geometry || !point || Math.abs(point.x) > 180 || Math.abs(point.y) > 90) return ['', '', '', '']
  const area = measureSqft(geometry)
  const outline = toOutlineHex(geometry)
  return [
    point.y.toFixed(7),
    point.x.toFixed(7),
    area > 0 ? area.toFixed(0) : '',
    outline.length > maxOutlineDigits ? '' : outline,
  ]
}

/** Waits while the reader is behind: a pipe of this program may be one that does not block. */
function writeAll(bytes: Buffer): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let at = 0; at < bytes.length; )
    try {
      at += writeSync(1, bytes, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 5)
    }
}
