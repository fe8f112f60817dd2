import type { FieldKind } from '@dooryard/contract/data/sources/fields'
import { RE2JS } from 're2js'
import { type Cells, implausible, maxCellLength, type Reader } from '../mapping/reader.ts'
import { readAddressLines } from './address-lines.ts'
import { type AddressPart, readAddressPart } from './address-parts.ts'
import { type FieldTarget, kindNames } from './field-readers.ts'
import type { TextTransform } from './last-transforms.ts'
import { SourceProblem } from './source-problem.ts'

/** The text of a cell after transforms; '' when unknown. */
export type TextReader = (cell: Cells) => string | typeof implausible

type Change = (text: string) => string | typeof implausible

/** Adds a transform to texts; throws a `SourceProblem` when it does not fit. */
export function addTextTransform(
  texts: readonly TextReader[],
  transform: TextTransform,
  target: FieldTarget,
): readonly TextReader[] {
  switch (transform.type) {
    case 'TRIM':
      return changeEach(texts, createTrim(transform.characters ?? ''))
    case 'CAPTURE':
      return changeEach(texts, createCapture(transform))
    case 'LOOKUP':
      return changeEach(texts, createLookup(transform))
    case 'JOIN':
      return joinGroups(
        texts,
        transform.size ?? texts.length,
        target.name === 'key' ? joinKey(transform.separator) : joinFilled(transform.separator),
      )
    case 'ADDRESS_PART':
      requirePart(transform.part, transform.type, target)
      if (texts.length > 1)
        throw new SourceProblem('ADDRESS_PART reads one cell: join the columns first, or use ADDRESS_LINES.')
      return changeEach(texts, (cell) => readAddressPart(cell, transform.part))
    case 'ADDRESS_LINES':
      requirePart(transform.part, transform.type, target)
      return [combine(texts, (cells) => readAddressLines(cells, transform.part))]
  }
}

/** Reads texts as if they were cells: `createReader` is given the columns that stand for them, in order. */
export function readTexts<T>(
  needs: readonly string[],
  texts: readonly TextReader[],
  createReader: (columns: string[]) => Reader<T>,
): Reader<T> {
  const { read } = createReader(texts.map((_, at) => String(at)))
  const byColumn = new Map(texts.map((text, at) => [String(at), text]))
  const [only] = texts.length === 1 ? texts : []
  // One row is read at a time, so the lookup of its cells is not made anew for each.
  let row: Cells = () => ''
  let isImplausible = false
  const cells: Cells = (column) => {
    const text = (only ?? byColumn.get(column))?.(row) ?? ''
    if (text !== implausible) return text
    isImplausible = true
    return ''
  }
  return {
    needs,
    read: (cell, today) => {
      row = cell
      isImplausible = false
      const value = read(cells, today)
      return isImplausible ? implausible : value
    },
  }
}

const isReadable = (text: string | typeof implausible): text is string =>
  text !== implausible && text.length <= maxCellLength

const changeEach = (texts: readonly TextReader[], change: Change): TextReader[] =>
  texts.map((read) => (cell) => {
    const text = read(cell)
    if (text === '' || text === implausible) return text
    return text.length > maxCellLength ? implausible : change(text)
  })

const combine =
  (texts: readonly TextReader[], join: (cells: string[]) => string): TextReader =>
  (cell) => {
    const read = texts.map((text) => text(cell))
    return read.every(isReadable) ? join(read) : implausible
  }

function joinGroups(texts: readonly TextReader[], size: number, join: (cells: string[]) => string): TextReader[] {
  if (texts.length % size > 0)
    throw new SourceProblem(`JOIN reads ${size} columns each, and ${texts.length} are given.`)
  return Array.from({ length: texts.length / size }, (_, at) => combine(texts.slice(at * size, (at + 1) * size), join))
}

const joinFilled = (separator: string) => (cells: readonly string[]) =>
  cells.filter((cell) => cell !== '').join(separator)

/** Empty cells before the last filled one keep their place, so that lot 2 is not taken for qualifier 2. */
const joinKey = (separator: string) => (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(separator)

function createTrim(characters: string): Change {
  const trimmed = new Set(characters)
  const isTrimmed = (character = '') => trimmed.has(character) || character.trim() === ''
  return (text) => {
    let [from, to] = [0, text.length]
    while (from < to && isTrimmed(text[from])) from += 1
    while (to > from && isTrimmed(text[to - 1])) to -= 1
    return text.slice(from, to)
  }
}

function createCapture({ pattern, otherwise }: Extract<TextTransform, { type: 'CAPTURE' }>): Change {
  const compiled = compilePattern(pattern)
  const group = compiled.groupCount() > 0 ? 1 : 0
  return (text) => {
    const matcher = compiled.matcher(text)
    if (!matcher.find()) return otherwise === 'KEEP' ? text : ''
    return (matcher.group(group) ?? '').trim()
  }
}

// A cell takes RE2 as long as its length times the steps of the pattern: 20 letters take one of 2,000 steps 1 ms.
const maxPatternSteps = 500

function compilePattern(pattern: string): RE2JS {
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'unreadable'
    throw new SourceProblem(`The pattern ${JSON.stringify(pattern)} is not a regular expression of RE2: ${reason}.`)
  }
  if (compiled.programSize() <= maxPatternSteps) return compiled
  throw new SourceProblem(
    `The pattern ${JSON.stringify(pattern)} repeats too much: write + or * in place of counts such as {1,300}.`,
  )
}

const toLookupKey = (cell: string) => cell.trim().toUpperCase()

function createLookup({ table, otherwise }: Extract<TextTransform, { type: 'LOOKUP' }>): Change {
  const values = new Map(Object.entries(table).map(([cell, value]) => [toLookupKey(cell), String(value ?? '')]))
  return (text) => {
    // Most cells are written as the key is.
    const value = values.get(text) ?? values.get(toLookupKey(text))
    if (value !== undefined) return value
    if (otherwise === 'KEEP') return text
    return otherwise === 'UNKNOWN' ? '' : implausible
  }
}

const partsByKind: Partial<Record<FieldKind | 'COUNTY', readonly AddressPart[]>> = {
  STREET: ['STREET', 'UNIT'],
  CITY: ['CITY'],
  STATE: ['STATE'],
  ZIP: ['ZIP'],
  TEXT: ['STREET', 'UNIT', 'CITY', 'STATE', 'ZIP'],
}

function requirePart(part: AddressPart, type: string, { label, kind }: FieldTarget): void {
  if (partsByKind[kind]?.includes(part)) return
  throw new SourceProblem(`${type} takes the part ${part}, and ${label} is ${kindNames[kind]}.`)
}
